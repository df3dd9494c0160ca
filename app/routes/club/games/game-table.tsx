import { href } from "#app/config/addresses.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import { Badge, ScoreBadge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { GameView } from "./game-view.ts";

/** One page of games, with a column of changes for users who manage a team. */
export function GameTable({ games, manages }: { games: readonly GameView[]; manages: boolean }) {
  const columns = ["Date", "Game", "Location", "Status"];
  return (
    <DataTable
      caption="Games"
      columns={[...columns, ...(manages ? ["Change"] : [])].map((name) => ({ name }))}
      rows={games.map((game) => ({
        key: game.id,
        cells: [
          <When key="when" game={game} />,
          <span key="game">
            {game.team} <span className="muted nowrap">{game.ageGroup}</span> {game.home ? "vs." : "at"}{" "}
            {game.opponent}
          </span>,
          game.location || "TBD",
          <span key="phase" className="game-state">
            <Badge strong={game.phase === "in-progress"}>{phaseName[game.phase]}</Badge>{" "}
            <Sideline game={game} />
          </span>,
          ...(manages ? [<Changes key="changes" game={game} />] : []),
        ],
      }))}
    />
  );
}

function When({ game }: { game: GameView }) {
  return (
    <span>
      <span className="game-when">{game.when}</span>
      {game.was ? <span className="muted small game-was"> (was {game.was})</span> : null}
      {game.notes ? <span className="muted small game-notes"> {game.notes}</span> : null}
    </span>
  );
}

function Sideline({ game }: { game: GameView }) {
  const label = `${game.team} ${game.home ? "vs." : "at"} ${game.opponent}`;
  if (game.score !== null) {
    return (
      <a href={href("/rating/:gameId", { gameId: game.id })}>
        <ScoreBadge score={game.score} />
        <span className="visually-hidden"> {label}</span>
      </a>
    );
  }
  if (!game.rateable) return null;
  return (
    <a href={href("/rating/:gameId", { gameId: game.id })}>
      {game.rates ? "Rate" : game.rated ? "See rating" : "Not rated"}
      <span className="visually-hidden"> {label}</span>
    </a>
  );
}

function Changes({ game }: { game: GameView }) {
  if (!game.manages) return null;
  const about = <span className="visually-hidden"> {`${game.team}, ${game.opponent}, ${game.when}`}</span>;
  return (
    <span className="row-actions">
      <a href={href("/schedule/:gameId/edit", { gameId: game.id })}>
        Edit
        {about}
      </a>{" "}
      {game.rated ? null : (
        <a href={href("/schedule/:gameId/cancel", { gameId: game.id })}>
          {game.phase === "cancelled" ? "Put back on" : "Cancel"}
          {about}
        </a>
      )}
    </span>
  );
}
