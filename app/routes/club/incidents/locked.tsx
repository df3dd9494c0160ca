import { href } from "#app/config/addresses.ts";
import type { CaseView } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Explains why a form about a case would be refused; typed text stays there, to copy. */
export function Locked({
  view,
  talkDone,
  reopens,
}: {
  view: CaseView;
  talkDone?: boolean;
  reopens?: boolean;
}) {
  const problem = problemOf(view, { talkDone, reopens });
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

function problemOf({ erased, status }: CaseView, form: { talkDone?: boolean; reopens?: boolean }) {
  if (erased) return "erased";
  if (form.reopens) return status === "closed" ? null : "not-closed";
  if (status === "closed") return "closed";
  return form.talkDone ? "talk-done" : null;
}
