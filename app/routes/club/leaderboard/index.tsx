import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { reachesTeam } from "#app/domain/club/staff/club-user.ts";
import {
  boardRows,
  FEW_OF_MANY,
  MOST_FOUND,
  readBoard,
  shownRows,
} from "#app/domain/control/leaderboard/board.server.ts";
import {
  boardAddress,
  readBoardFilters,
  withoutLimits,
  withoutLookUp,
} from "#app/domain/control/leaderboard/filters.ts";
import { boardSentence, formatAverage } from "#app/domain/control/leaderboard/labels.ts";
import { BOARD_PAGE_ROWS } from "#app/domain/control/leaderboard/ranking.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { BoardFiltersForm, ViewToggle } from "./filters.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { RankedTeams, UnrankedTeams } from "./rows.tsx";

export const meta = () => title("Leaderboard");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "leaderboard.see");
  const { control, club, user } = ctx;
  const { filters, notices } = readBoardFilters(new URL(args.request.url).searchParams, club.state);
  const board = await readBoard(control, filters);
  const { totals, cards } = board;
  const pages = Math.max(1, Math.ceil(shownRows(cards) / BOARD_PAGE_ROWS));
  if (filters.page > pages) {
    notices.push(`There is no page ${count(filters.page)} of this list: showing the last one.`);
    filters.page = pages;
  }
  const rows = await boardRows(control, filters, board);
  const at = now();
  return json({
    filters,
    notices,
    totals: { mean: totals.mean, ranked: totals.ranked },
    cards,
    tooMany: cards.matching === null ? { found: MOST_FOUND, shown: FEW_OF_MANY } : null,
    pages,
    // Codes and ids of other clubs and teams never leave the server.
    rows: rows.map(({ teamId, clubCode, lastGameDate, ...team }) => ({
      ...team,
      own: clubCode === club.code,
      href: clubCode === club.code && reachesTeam(user, teamId) ? `/teams#team-${teamId}` : null,
      lastGame: lastGameDate ? formatDate(lastGameDate, at) : null,
    })),
  });
}

export default function Leaderboard() {
  const { filters, notices, totals, cards, tooMany, pages, rows } = useLoaderData<typeof loader>();
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
      <BoardFiltersForm filters={filters} />
      <h2>{boardSentence(filters, cards)}</h2>
      <Stats>
        <Stat
          label="Teams in Rankings"
          value={count(cards.ranked)}
          note={`of ${pluralize(cards.teams, "team")}`}
        />
        <Stat label="Participating Clubs" value={count(cards.clubs)} />
        <Stat label="Perfect Games" value={count(cards.perfectGames)} />
        <Stat
          label="Average Score"
          value={cards.average === null ? "–" : formatAverage(cards.average)}
          note={cards.average === null ? "No game is rated yet" : "points per rated game, of 20"}
        />
      </Stats>
      <Matching filters={filters} cards={cards} tooMany={tooMany} />
      {rows.length === 0 ? (
        <Empty title="No teams found" action={wayOut(filters)}>
          <p>Try adjusting your filters to see more teams.</p>
        </Empty>
      ) : null}
      {ranked.length > 0 ? <RankedTeams rows={ranked} mean={totals.mean ?? 0} /> : null}
      {unranked.length > 0 ? <UnrankedTeams rows={unranked} /> : null}
      <Pagination page={filters.page} pages={pages} href={(page) => boardAddress(filters, { page })} />
      <HowItWorks totals={totals} />
    </ClubPage>
  );
}

/** Leads from an empty list to a board that may have teams. */
function wayOut(filters: Data["filters"]) {
  const cleared = boardAddress(withoutLimits(filters));
  if (boardAddress(filters) !== cleared) return <ButtonLink href={cleared}>Clear the filters</ButtonLink>;
  if (filters.view === "national") return null;
  return <ButtonLink href="/leaderboard?view=national">See the National View</ButtonLink>;
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** How many teams match; nothing without a search. */
function Matching({ filters, cards, tooMany }: Pick<Data, "filters" | "cards" | "tooMany">) {
  const all = boardAddress(withoutLookUp(filters));
  if (boardAddress(filters) === all) return null;
  const found = tooMany
    ? `More than ${count(tooMany.found)} of these ${count(cards.teams)} match your search; the first ${count(tooMany.shown)} are shown. Add a word to see fewer.`
    : `${count(cards.matching ?? 0)} of these ${count(cards.teams)} ${cards.matching === 1 ? "matches" : "match"} your search; ranks are those among all of them.`;
  return (
    <p>
      {found} <a href={all}>Show all</a>
    </p>
  );
}
