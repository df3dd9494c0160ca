import { href } from "#app/config/addresses.ts";
import type { CaseView } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Why a form about a case would be refused; what is typed into it stays there, to copy. */
export function Locked({ view, talkDone }: { view: CaseView; talkDone?: boolean }) {
  const problem = view.erased
    ? "erased"
    : view.status === "closed"
      ? "closed"
      : talkDone
        ? "talk-done"
        : null;
  if (!problem) return null;
  return (
    <Notice tone="minor">
      <p>
        {incidentProblemLabels[problem]}{" "}
        <a href={href("/incidents/:incidentId", { incidentId: view.id })}>Back to the case</a>
      </p>
    </Notice>
  );
}
