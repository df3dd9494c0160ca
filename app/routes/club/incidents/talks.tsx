import { href } from "#app/config/addresses.ts";
import type { CaseView, TalkView } from "#app/domain/club/incidents/incident-view.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Status } from "#app/ui/status.tsx";

/** Lists the steps of the repair talk: participants, due day, and outcome. */
export function Talks({ view, talks }: { view: CaseView; talks: readonly TalkView[] }) {
  const { id: incidentId } = view;
  const changes = view.status !== "closed" && !view.erased;
  return (
    <section className="case-part">
      <h2>Repair talk</h2>
      {talks.length === 0 ? <p className="muted">No talk is planned yet.</p> : null}
      <ol className="case-list">
        {talks.map((talk) => (
          <li key={talk.id}>
            <TalkItem talk={talk} />
            {talk.state === "planned" && changes ? (
              <p>
                <a href={href("/incidents/:incidentId/talks/:talkId", { incidentId, talkId: talk.id })}>
                  Change it, or write what came of it
                </a>
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      {changes && view.next.step !== "plan" ? (
        <Buttons>
          <ButtonLink href={href("/incidents/:incidentId/talks/new", { incidentId })}>
            {talks.length === 0 ? "Plan a Talk" : "Plan Another Talk"}
          </ButtonLink>
        </Buttons>
      ) : null}
    </section>
  );
}

/** Shows a talk with its outcome. */
export function TalkItem({ talk }: { talk: TalkView }) {
  return (
    <>
      <p className="row">
        <strong>
          {talk.who} with {talk.withWhom}
        </strong>{" "}
        <Status kind={kindOf(talk)}>{stateLabel(talk)}</Status>
      </p>
      {talk.outcome ? <p className="typed">{talk.outcome}</p> : null}
    </>
  );
}

const kindOf = ({ state, overdue }: TalkView) =>
  state === "held" ? "done" : overdue && state === "planned" ? "act" : "plain";

function stateLabel({ state, by, held, overdue }: TalkView): string {
  if (state === "held") return held ? `Took place ${held}` : "Took place";
  if (state === "dropped") return "Did not take place";
  return overdue ? `Was due ${by}` : `By ${by}`;
}
