import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { isOnLeaderboard } from "#app/domain/club/settings/settings.server.ts";
import { reachesTeam, teamScope } from "#app/domain/club/staff/club-user.ts";
import {
  boardRows,
  FEW_OF_MANY,
  MOST_FOUND,
  ownTeams,
  readBoard,
  shownRows,
} from "#app/domain/control/leaderboard/board.server.ts";
import { boardAddress, readBoardFilters } from "#app/domain/control/leaderboard/filters.ts";
import { BOARD_PAGE_ROWS } from "#app/domain/control/leaderboard/ranking.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { BoardFilterBar, ViewToggle } from "./filters.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { NoTeams } from "./no-teams.tsx";
import { RankedTeams, UnrankedTeams } from "./rows.tsx";
import { BoardStats, Matching, NotTakingPart, OwnTeams } from "./summary.tsx";

export const meta = () => title("Leaderboard");

const teamAddress = (teamId: string) => href("/teams/:teamId", { teamId });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "leaderboard.see");
  const { control, db, club, user } = ctx;
  const { filters, notices } = readBoardFilters(new URL(args.request.url).searchParams, club.state);
  const board = await readBoard(control, filters);
  const { totals, cards } = board;
  const pages = Math.max(1, Math.ceil(shownRows(cards) / BOARD_PAGE_ROWS));
  if (filters.page > pages) {
    notices.push(`There is no page ${count(filters.page)} of this list: showing the last one.`);
    filters.page = pages;
  }
  const [rows, own, takesPart] = await Promise.all([
    boardRows(control, filters, board),
    ownTeams(control, filters, board, { clubCode: club.code, teams: teamScope(user) }),
    isOnLeaderboard(db),
  ]);
  const today = dateAt(now(), club.timezone);
  return json({
    filters,
    notices,
    missing: takesPart ? null : { mayChange: may(user.role, "club.manage") },
    totals: { mean: totals.mean, ranked: totals.ranked },
    cards,
    tooMany: cards.matching === null ? { found: MOST_FOUND, shown: FEW_OF_MANY } : null,
    pages,
    own: own.map(({ teamId, teamName, rank }) => ({ name: teamName, rank, href: teamAddress(teamId) })),
    // Codes and ids of other clubs and teams never leave the server.
    rows: rows.map(({ teamId, clubCode, lastGameDate, ...team }) => ({
      ...team,
      own: clubCode === club.code,
      href: clubCode === club.code && reachesTeam(user, teamId) ? teamAddress(teamId) : null,
      lastGame: lastGameDate ? formatDate(lastGameDate, today) : null,
    })),
  });
}

export default function Leaderboard() {
  const { filters, notices, missing, totals, cards, tooMany, pages, own, rows } =
    useLoaderData<typeof loader>();
  const ranked = rows.filter((row) => row.rank !== null);
  const unranked = rows.filter((row) => row.rank === null);
  return (
    <ClubPage title="Leaderboard" lead="How the sidelines of all participating clubs compare.">
      <ViewToggle filters={filters} />
      {notices.length > 0 ? (
        <Notice tone="minor" title="Some filters were not recognized">
          {notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Notice>
      ) : null}
      <BoardFilterBar filters={filters} cards={cards} />
      {missing ? <NotTakingPart {...missing} /> : null}
      <OwnTeams teams={own} />
      <Matching filters={filters} cards={cards} tooMany={tooMany} />
      {rows.length === 0 ? <NoTeams filters={filters} /> : null}
      {ranked.length > 0 ? <RankedTeams rows={ranked} mean={totals.mean ?? 0} /> : null}
      {unranked.length > 0 ? <UnrankedTeams rows={unranked} /> : null}
      <Pagination page={filters.page} pages={pages} href={(page) => boardAddress(filters, { page })} />
      <BoardStats cards={cards} />
      <HowItWorks totals={totals} />
    </ClubPage>
  );
}
