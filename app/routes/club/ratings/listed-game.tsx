import { href } from "#app/config/addresses.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { rateLabel, scoreLabels, sideName, UPCOMING_LABEL } from "#app/domain/club/ratings/labels.ts";
import type { RatingRow } from "#app/domain/club/ratings/rating-page.server.ts";
import { howDecided, type SideView } from "#app/domain/club/ratings/rating-view.ts";
import { Badge, SealedBadge } from "#app/ui/badge.tsx";
import { GameRow, ScoreInRow } from "#app/ui/day-list.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { ScoreMark } from "#app/ui/strip.tsx";

/** Shows a game with the viewer's next step or its result; wide screens also show who rated what. */
export function ListedGame({ game }: { game: RatingRow }) {
  return (
    <GameRow
      href={href("/rating/:gameId", { gameId: game.id })}
      time={game.time}
      opponent={game.versus}
      team={game.teamName}
      place={game.location}
      state={<State game={game} />}
      details={game.sides.some(({ state }) => state !== "missing") ? <Sides game={game} /> : null}
      note={game.incident ? <IncidentNote game={game} /> : null}
    />
  );
}

function State({ game }: { game: RatingRow }) {
  const { readOnly } = useShell();
  if (game.waits && !readOnly) {
    return (
      <a className="button button-primary row-button" href={href("/rating/:gameId", { gameId: game.id })}>
        {rateLabel(game.phase)}
        <span className="visually-hidden">{` ${game.title}, ${game.day}`}</span>
      </a>
    );
  }
  if (game.final.state === "shown") {
    return (
      <>
        <ScoreInRow score={game.final.score} />{" "}
        <span className="row-how">{howDecided(game.final.agreement, game.sides)}</span>
      </>
    );
  }
  if (game.final.state === "sealed") return <SealedBadge />;
  if (game.phase === "cancelled" || game.phase === "in-progress") return <Badge>{game.phaseName}</Badge>;
  if (game.phase !== "completed") {
    return (
      <span className="row-how">
        {UPCOMING_LABEL}
        {game.phase === "rescheduled" ? `, ${game.phaseName.toLowerCase()}` : null}
      </span>
    );
  }
  const rated = game.sides.some(({ state }) => state !== "missing");
  return <span className="muted">{rated ? "Pending" : "Not rated"}</span>;
}

function Sides({ game }: { game: RatingRow }) {
  return game.sides.map((rating) => (
    <span key={rating.side} className="row-side">
      {sideName[rating.side]}: <SideLine rating={rating} />{" "}
    </span>
  ));
}

/** Shows one side's rating in a line: score and rater, sealed, or missing. */
function SideLine({ rating }: { rating: SideView }) {
  if (rating.state === "missing") return <span className="muted">Not rated yet</span>;
  if (rating.state === "sealed") {
    return <span className="muted">{rating.by} has rated; sealed until both have</span>;
  }
  return (
    <>
      <ScoreMark score={rating.score} /> {rating.score}
      <span className="visually-hidden"> {scoreLabels[rating.score].name}</span>{" "}
      <span className="muted">{rating.own ? "You" : rating.by}</span>
    </>
  );
}

const incidentLabel = (status: RatingRow["incident"]) =>
  status ? `Incident: ${incidentStatusName[status].toLowerCase()}` : "";

function IncidentNote({ game }: { game: RatingRow }) {
  return (
    <a href={href("/rating/:gameId/incident", { gameId: game.id })}>
      {incidentLabel(game.incident)}
      <span className="visually-hidden">{` of ${game.title}, ${game.day}`}</span>
    </a>
  );
}
