import { href } from "#app/config/addresses.ts";
import type { CaseView } from "#app/domain/club/incidents/incident-view.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts as FactList } from "#app/ui/facts.tsx";

/** Shows the facts of the incident and the rater's words. */
export function Facts({ view, readOnly }: { view: CaseView; readOnly?: boolean }) {
  const { facts, id: incidentId } = view;
  const none = <span className="muted">Not written</span>;
  return (
    <Card
      title="What happened"
      actions={
        readOnly || view.status === "closed" || view.erased ? null : (
          <ButtonLink href={href("/incidents/:incidentId/facts", { incidentId })}>
            {facts.what ? "Change the Facts" : "Write the Facts"}
          </ButtonLink>
        )
      }
    >
      {facts.what ? <p className="typed">{facts.what}</p> : <p className="muted">Nothing written yet.</p>}
      <FactList
        facts={[
          ["When in the game", facts.when || none],
          ["Official a minor", facts.minorLabel],
          ["U.S. Soccer level", facts.levelLabel],
          ["Rated 0 by", view.ratedBy],
          ["Their reason", view.ratedBecause || none],
          ["Tags", view.tags.join(", ") || none],
        ]}
      />
      {facts.saved ? <p className="muted small">Last changed by {facts.saved}.</p> : null}
    </Card>
  );
}
