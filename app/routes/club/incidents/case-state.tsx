import { href } from "#app/config/addresses.ts";
import type { CaseView, TalkView } from "#app/domain/club/incidents/incident-view.ts";
import { ERASED_AFTER_YEARS } from "#app/domain/club/incidents/incidents.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { IncidentStatus } from "./incident-table.tsx";

/** Shows a case's state, its rating, and when its texts are erased. */
export function CaseState({ view }: { view: CaseView }) {
  const { corrected } = view;
  return (
    <>
      <p className="row">
        <IncidentStatus status={view.status} />{" "}
        <span>
          Opened {view.opened}.{" "}
          {view.erased
            ? `Erased on ${view.erased}.`
            : `Its words are to be erased on ${view.erases}, ${ERASED_AFTER_YEARS} years after it was opened.`}
        </span>
      </p>
      {view.erased ? (
        <Notice title={`The words of this case were erased on ${view.erased}`}>
          <p>
            What happened, notes, talks and the reasons of the ratings are gone for good. That there was an
            incident, the game's scores and their tags stay.
          </p>
        </Notice>
      ) : null}
      {corrected ? (
        <Notice tone="minor" title="The rating was corrected">
          <p>
            {corrected.by} changed it to {corrected.score} {scoreLabels[corrected.score].name} on{" "}
            {corrected.at}.{view.status === "closed" ? "" : " The case can be closed as 'rating corrected'."}
          </p>
        </Notice>
      ) : null}
      {view.status === "closed" && !view.erased ? (
        <Notice title={view.closedAs === "rating-corrected" ? "Closed as 'rating corrected'" : "Closed"}>
          <p className="typed">{view.agreed || "Nothing was written about what was agreed."}</p>
          <p className="muted small">{view.closed}</p>
        </Notice>
      ) : null}
    </>
  );
}

/** Shows the next step of a case. */
export function NextAct({ view, talks }: { view: CaseView; talks: readonly TalkView[] }) {
  const { next } = view;
  const act = nextAct(view, talks);
  if (!act) return null;
  return (
    <p className="row">
      <span>
        <strong>Next:</strong> {next.label}.
      </span>{" "}
      <ButtonLink href={act.href} look="primary">
        {act.label}
      </ButtonLink>
    </p>
  );
}

function nextAct({ id: incidentId, next }: CaseView, talks: readonly TalkView[]) {
  switch (next.step) {
    case "none":
      return null;
    case "write":
      return { href: href("/incidents/:incidentId/facts", { incidentId }), label: "Write What Happened" };
    case "plan":
      return { href: href("/incidents/:incidentId/talks/new", { incidentId }), label: "Plan a Talk" };
    case "close":
      return { href: href("/incidents/:incidentId/close", { incidentId }), label: "Close the Case" };
    case "close-corrected":
      return {
        href: href("/incidents/:incidentId/close", { incidentId, as: "rating-corrected" }),
        label: "Close the Case",
      };
    case "talk": {
      const talk = talks.find(({ state }) => state === "planned");
      return talk
        ? {
            href: href("/incidents/:incidentId/talks/:talkId", { incidentId, talkId: talk.id }),
            label: "Write What Came of It",
          }
        : null;
    }
  }
}

/** Offers further actions on the whole case. */
export function CaseActs({ view }: { view: CaseView }) {
  const { id: incidentId, status, erased, next } = view;
  if (erased) return null;
  const closes = next.step === "close" || next.step === "close-corrected";
  return (
    <section>
      <h2>The case</h2>
      <Buttons>
        <ButtonLink href={href("/rating/:gameId", { gameId: view.gameId })}>See the Ratings</ButtonLink>
        {status === "closed" ? (
          <ButtonLink href={href("/incidents/:incidentId/reopen", { incidentId })}>Open Again</ButtonLink>
        ) : closes ? null : (
          <ButtonLink href={href("/incidents/:incidentId/close", { incidentId })}>Close the Case</ButtonLink>
        )}
      </Buttons>
    </section>
  );
}
