import { href } from "#app/config/addresses.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import { Badge, SealedBadge } from "#app/ui/badge.tsx";
import { GameRow, ScoreInRow } from "#app/ui/game-row.tsx";
import type { GameView } from "./game-view.ts";

/** A game of the schedule. Its page, behind the row, has all that can be done with it; a desktop has room for links. */
export function ScheduledGame({ game }: { game: GameView }) {
  return (
    <GameRow
      href={href("/rating/:gameId", { gameId: game.id })}
      time={game.time}
      opponent={game.opponent}
      team={
        <>
          {game.team} <span className="game-group">{game.ageGroup}</span>
        </>
      }
      place={game.location || "TBD"}
      state={<State game={game} />}
      details={game.manages ? <Changes game={game} /> : null}
      note={game.was ? `was ${game.was}` : null}
    />
  );
}

function State({ game }: { game: GameView }) {
  if (game.score !== null) return <ScoreInRow score={game.score} />;
  if (game.rates) {
    return (
      <a className="button button-secondary row-button" href={href("/rating/:gameId", { gameId: game.id })}>
        Rate
        <About game={game} />
      </a>
    );
  }
  if (game.sealed) return <SealedBadge />;
  if (game.rateable && game.phase !== "in-progress") {
    return <span className="muted">{game.rated ? "Pending" : "Not rated"}</span>;
  }
  // The heading above says 'Upcoming'.
  return game.phase === "upcoming" ? null : <Badge>{phaseName[game.phase]}</Badge>;
}

function Changes({ game }: { game: GameView }) {
  return (
    <span className="row-links">
      <a href={href("/schedule/:gameId/edit", { gameId: game.id })}>
        Edit
        <About game={game} />
      </a>{" "}
      {game.rated ? null : (
        <a href={href("/schedule/:gameId/cancel", { gameId: game.id })}>
          {game.phase === "cancelled" ? "Put back on" : "Cancel game"}
          <About game={game} />
        </a>
      )}
    </span>
  );
}

/** Tells a screen reader which game a link is about. */
function About({ game }: { game: GameView }) {
  return <span className="visually-hidden">{` ${game.team} ${game.opponent}, ${game.day}`}</span>;
}
