import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { href } from "#app/config/addresses.ts";
import { gameDays } from "#app/domain/club/games/game-rules.ts";
import { gamesTitle, rangeLabel } from "#app/domain/club/reports/labels.ts";
import { type ReportGame, reportGames } from "#app/domain/club/reports/report.server.ts";
import { gameKinds, reportAddress } from "#app/domain/club/reports/report-filters.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatClock, formatDay } from "#app/domain/values/times.ts";
import { SealedBadge } from "#app/ui/badge.tsx";
import { GameRow, ScoreInRow } from "#app/ui/day-list.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openReport } from "./load-report.server.ts";

export const meta = () => title("Games of a report");

const GAMES_A_PAGE = 50;

/** The games that make a figure of a report, newest first (product.md#reports). */
export async function loader(args: LoaderFunctionArgs) {
  const report = await openReport(args);
  const { ctx, filters, teams, today, of } = report;
  const query = new URL(args.request.url).searchParams;
  const kind = gameKinds.find((name) => name === query.get("games")) ?? "played";
  const asked = Math.min(10_000, Math.max(1, Math.trunc(Number(query.get("page"))) || 1));
  const { total, games } = await reportGames(ctx.db, of, kind, { page: asked - 1, size: GAMES_A_PAGE });
  const team = teams.find(({ id }) => id === filters.team);
  return json({
    filters,
    kind,
    page: asked,
    total,
    about: `${team ? team.name : "All teams"}, ${rangeLabel(filters, today)}`,
    games: games.map((game) => ({
      ...game,
      past: true,
      day: formatDay(game.date, today),
      clock: game.time ? formatClock(game.time) : null,
    })),
  });
}

export default function ReportGames() {
  const { filters, kind, page, total, about, games } = useLoaderData<typeof loader>();
  const address = (to: number) =>
    reportAddress(filters, {}, "/reports/games", {
      ...(kind === "played" ? {} : { games: kind }),
      ...(to > 1 ? { page: String(to) } : {}),
    });
  return (
    <ClubPage
      title={gamesTitle[kind]}
      lead={games.length > 0 ? `${about}: ${pluralize(total, "game")}` : about}
      crumbs={[{ href: reportAddress(filters), label: "Reports" }]}
    >
      {games.length === 0 ? (
        <Empty title="No such games" action={<a href={reportAddress(filters)}>Back to the report</a>}>
          <p>No game of this time and these teams fits.</p>
        </Empty>
      ) : (
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
      )}
      <Pagination page={page} pages={Math.ceil(total / GAMES_A_PAGE)} href={address} />
    </ClubPage>
  );
}

function GameOfReport({ game }: { game: ReportGame & { clock: string | null } }) {
  const { coachScore, managerScore, finalScore } = game;
  const sides = [
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
      details={sides.length > 0 ? <span className="muted">{sides.join(", ")}</span> : null}
    />
  );
}

function Result({ sealed, score }: { sealed: boolean; score: ReportGame["finalScore"] }) {
  if (sealed) return <SealedBadge />;
  return score === null ? <span className="muted">Not rated</span> : <ScoreInRow score={score} />;
}
