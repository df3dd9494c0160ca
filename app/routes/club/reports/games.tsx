import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { gamesTitle, pickLabel, rangeLabel, whoseLabel } from "#app/domain/club/reports/labels.ts";
import { reportGames } from "#app/domain/club/reports/report.server.ts";
import { gamesAddress, readGamePick, reportAddress } from "#app/domain/club/reports/report-filters.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { GamesOfReport, gamesOnPage } from "./game-list.tsx";
import { openReport } from "./load-report.server.ts";

export const handle = { extra: "games", madeOf: [] };

export const meta = () => title("Games of a report");

const GAMES_A_PAGE = 50;

/** Lists the games behind a value of a report, newest first (product/reports.md#reports). */
export async function loader(args: LoaderFunctionArgs) {
  const report = await openReport(args);
  const { ctx, filters, teams, today, of } = report;
  const query = new URL(args.request.url).searchParams;
  const pick = readGamePick(query);
  const asked = Math.min(10_000, Math.max(1, Math.trunc(Number(query.get("page"))) || 1));
  const { total, games } = await reportGames(ctx.db, of, pick, { page: asked - 1, size: GAMES_A_PAGE });
  return {
    filters,
    pick,
    page: asked,
    total,
    about: `${whoseLabel(filters.team, of.scope, teams)}, ${rangeLabel(filters, today)}${pickLabel(pick)}`,
    games: gamesOnPage(games, today),
  };
}

export default function ReportGames() {
  const { filters, pick, page, total, about, games } = useLoaderData<typeof loader>();
  const address = (to: number) => gamesAddress(filters, { ...pick, ...(to > 1 ? { page: to } : {}) });
  return (
    <ClubPage
      title={gamesTitle[pick.games ?? "played"]}
      lead={games.length > 0 ? `${about}: ${pluralize(total, "game")}` : about}
      crumbs={[{ href: reportAddress(filters), label: "Reports" }]}
    >
      {games.length === 0 ? (
        <Empty title="No such games" action={<a href={reportAddress(filters)}>Back to the report</a>}>
          <p>No game of this time and these teams fits.</p>
        </Empty>
      ) : (
        <GamesOfReport games={games} />
      )}
      <Pagination page={page} pages={Math.ceil(total / GAMES_A_PAGE)} href={address} />
    </ClubPage>
  );
}
