import { href } from "#app/config/addresses.ts";
import { gameDays } from "#app/domain/club/games/game-rules.ts";
import type { ReportGame } from "#app/domain/club/reports/report.server.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";
import { formatClock, formatDay } from "#app/domain/values/times.ts";
import { SealedBadge } from "#app/ui/badge.tsx";
import { GameRow, ScoreInRow } from "#app/ui/day-list.tsx";

/** Formats days and times of a report's games. */
export const gamesOnPage = (games: readonly ReportGame[], today: string) =>
  games.map((game) => ({
    ...game,
    past: true,
    day: formatDay(game.date, today),
    clock: game.time ? formatClock(game.time) : null,
  }));

type GameOnPage = ReturnType<typeof gamesOnPage>[number];

/** Games by day, newest first. */
export function GamesOfReport({ games }: { games: readonly GameOnPage[] }) {
  return (
    <div className="day-list">
      {gameDays(games).earlier.map((day) => (
        <section key={day.heading}>
          <h2 className="day">{day.heading}</h2>
          <ul className="game-rows game-rows-earlier">
            {day.games.map((game) => (
              <li key={game.id} className="game-row">
                <GameOfReport game={game} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function GameOfReport({ game }: { game: GameOnPage }) {
  const { coachScore, managerScore, finalScore, noted } = game;
  const sides = [
    tagLabels(noted).join(", "),
    coachScore === null ? "" : `Coach ${coachScore}`,
    managerScore === null ? "" : `Manager ${managerScore}`,
  ].filter(Boolean);
  return (
    <GameRow
      href={href("/rating/:gameId", { gameId: game.id })}
      time={game.clock}
      opponent={`${game.homeAway === "home" ? "vs." : "at"} ${game.opponent}`}
      team={game.teamName}
      place={game.location || "TBD"}
      state={<Result sealed={game.sealed} score={finalScore} />}
      details={sides.length > 0 ? <span className="muted">{sides.join(" · ")}</span> : null}
    />
  );
}

function Result({ sealed, score }: { sealed: boolean; score: ReportGame["finalScore"] }) {
  if (sealed) return <SealedBadge />;
  return score === null ? <span className="muted">Not rated</span> : <ScoreInRow score={score} />;
}
