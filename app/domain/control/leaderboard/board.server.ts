import { sql } from "kysely";
import { compiled } from "#app/db/compiled.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { teamsWith } from "#app/db/storage/search-index.server.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { type BoardKey, boardName, rankColumn } from "./boards.ts";
import { type BoardFilters, searchWords } from "./filters.ts";
import { BOARD_PAGE_ROWS } from "./ranking.ts";
import { isSmallPlatform, refreshForLook } from "./snapshot.server.ts";

/** Totals that every board's ranks depend on. */
export interface PlatformTotals {
  /** The average over all rated games of all clubs as the snapshot holds it, in points; null while nothing is rated. */
  mean: number | null;
  ranked: number;
}

/** Numbers of a board's four cards and the sentences above its list. Points are not rounded. */
export interface BoardCards {
  teams: number;
  ranked: number;
  clubs: number;
  perfectGames: number;
  /** Points a rated game; null where no game is rated. */
  average: number | null;
  /**
   * Teams of the board that match the search, or the state in the National View; null: more than MOST_FOUND, of which
   * only the first FEW_OF_MANY are shown.
   */
  matching: number | null;
}

/** Most teams of a search that are counted, sorted and paged. */
export const MOST_FOUND = 8_000;
/** Most results of a search that finds more than MOST_FOUND; another word narrows it. */
export const FEW_OF_MANY = 100;
/** A board before its rows are read. */
export interface Board {
  snapshot: number;
  totals: PlatformTotals;
  cards: BoardCards;
  /** The snapshot's pages that list the board, or its state in the National View. */
  pages: { first: number; end: number };
  /** The numbers of the teams that a search finds, best first, or of the first FEW_OF_MANY; null without a search. */
  found: readonly number[] | null;
}

export interface BoardRow extends Omit<LeaderboardEntry, "changesAt"> {
  /** Rank on the board, from 1; null for a team that is not ranked yet. */
  rank: number | null;
}

/** Returns how many rows of a board can be paged through. */
export function shownRows({ matching }: BoardCards): number {
  return matching ?? FEW_OF_MANY;
}

/** Returns the board whose ranks are shown: a state in the National View only picks teams out of the nation's. */
const rankedBoard = ({ view, state, ageGroup, gender }: BoardFilters): BoardKey => ({
  state: view === "state" ? state : null,
  ageGroup,
  gender,
});

/** Loads a board's cards in the active snapshot, which on a small platform is never older than the entries. */
export async function readBoard(control: ControlDb, filters: BoardFilters): Promise<Board> {
  let row = await readCards(control, filters);
  if (row.revision !== row.madeFrom && (await isSmallPlatform(control))) {
    try {
      await refreshForLook(control);
      row = await readCards(control, filters);
    } catch (error) {
      noteRetry("leaderboard", { err: error }, "a snapshot could not be written: the one before it is shown");
    }
  }
  const first = row.firstPage ?? 0;
  const listed = {
    snapshot: row.snapshot ?? 0,
    pages: { first, end: first + Math.ceil((row.picked ?? 0) / BOARD_PAGE_ROWS) },
  };
  const search = searchWords(filters.q).length > 0 ? await findTeams(control, listed, filters) : null;
  return {
    ...listed,
    totals: { mean: row.mean, ranked: row.allRanked ?? 0 },
    cards: {
      teams: row.teams ?? 0,
      ranked: row.ranked ?? 0,
      clubs: row.clubs ?? 0,
      perfectGames: row.perfectGames ?? 0,
      average: row.ratedGames ? (row.totalScore ?? 0) / row.ratedGames : null,
      matching: search ? search.matching : (row.picked ?? 0),
    },
    found: search?.found ?? null,
  };
}

const stateOfBoards = compiled((control: ControlDb) =>
  control.selectFrom("leaderboard").select(["revision", "snapshot"]),
);

/** Returns the state that the boards depend on: their entries count each change, and a snapshot never changes. */
export const boardState = (control: ControlDb): Promise<unknown> => stateOfBoards(control, {});

async function readCards(control: ControlDb, filters: BoardFilters) {
  const boards = { ranks: boardName(rankedBoard(filters)), picks: boardName(filters) };
  const [row] = await cardsOf(control, boards);
  if (!row) throw new Error("There is no leaderboard");
  return row;
}

const cardsOf = compiled((control: ControlDb, { ranks, picks }: { ranks: string; picks: string }) =>
  control
    .selectFrom("leaderboard as l")
    .leftJoin("leaderboard_snapshots as s", "s.id", "l.snapshot")
    .leftJoin("leaderboard_boards as b", (join) =>
      join.onRef("b.snapshot", "=", "l.snapshot").on("b.board", "=", ranks),
    )
    .leftJoin("leaderboard_boards as p", (join) =>
      join.onRef("p.snapshot", "=", "l.snapshot").on("p.board", "=", picks),
    )
    .select(["l.revision", "l.snapshot", "s.revision as madeFrom", "s.mean", "s.ranked as allRanked"])
    .select(["b.teams", "b.ranked", "b.clubs", "b.perfect_games as perfectGames"])
    .select(["b.total_score as totalScore", "b.rated_games as ratedGames"])
    .select(["p.teams as picked", "p.first_page as firstPage"]),
);

type Listed = Pick<Board, "snapshot" | "pages">;

/** Loads the teams of a board that a search finds, best first; at most as many as the page needs. */
export async function findTeams(
  control: ControlDb,
  listed: Listed,
  filters: BoardFilters,
  most = MOST_FOUND,
): Promise<{ matching: number | null; found: number[] }> {
  const words = searchWords(filters.q);
  const matches = teamsWith(words, filters);
  // One text: thousands of rows would take longer to hand over than to find.
  const { rows } = await sql<{ count: number; numbers: string | null }>`
    with matches as materialized (select number from ${matches} as m limit ${most + 1})
    select count, case when count <= ${most} then (
      select string_agg(cast(number as text), ' ') from (
        select number from leaderboard_ranks
        where snapshot = ${listed.snapshot} and number in (select number from matches)
        order by nation) as sorted) end as numbers
    from (select count(*) as count from matches) as counted`.execute(control);
  const { count = 0, numbers = null } = rows[0] ?? {};
  if (count <= most) {
    const found = numbersOf(numbers ?? "");
    return { matching: found.length, found };
  }
  const wanted = Math.min(FEW_OF_MANY, filters.page * BOARD_PAGE_ROWS);
  const found: number[] = [];
  for (
    let page = listed.pages.first;
    page < listed.pages.end && found.length < wanted;
    page += PAGES_AT_ONCE
  ) {
    const teams = await numbersOn(control, listed, page, page + PAGES_AT_ONCE);
    const fitting = await withWords(control, teams, words);
    found.push(...teams.filter((number) => fitting.has(number)));
  }
  return { matching: null, found: found.slice(0, wanted) };
}

const PAGES_AT_ONCE = 5;

/** Asks the entries what the text index would say of them. */
async function withWords(control: ControlDb, numbers: number[], words: string[]): Promise<Set<number>> {
  const rows = await control
    .selectFrom("standings")
    .select("number")
    .where("number", "in", numbers)
    .where(({ and }) => and(words.map((word) => sql<boolean>`' ' || search_text like ${`% ${word}%`}`)))
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** Loads one page of a board. Its ranks are those of the whole board, whatever a search or a state picks out of it. */
export async function boardRows(
  control: ControlDb,
  filters: BoardFilters,
  board: Board,
): Promise<BoardRow[]> {
  const { found, pages } = board;
  const from = (filters.page - 1) * BOARD_PAGE_ROWS;
  const page = pages.first + filters.page - 1;
  const numbers = found
    ? found.slice(from, from + BOARD_PAGE_ROWS)
    : await numbersOn(control, board, page, page + 1);
  if (numbers.length === 0) return [];
  const { snapshot } = board;
  const rows = await rowsOf(control, { snapshot, numbers }, rankColumn(rankedBoard(filters)));
  return rows.map(({ position, ...row }) => ({
    ...row,
    rank: position <= board.cards.ranked ? position : null,
  }));
}

const rowsOf = compiled(
  (
    control: ControlDb,
    { snapshot, numbers }: { snapshot: number; numbers: readonly number[] },
    column: ReturnType<typeof rankColumn>,
  ) => {
    const rows = sql<Omit<BoardRow, "rank"> & { position: number }>`
    select s.team_id as "teamId", s.club_code as "clubCode", s.club_name as "clubName", s.team_name as "teamName",
      s.city, s.state, s.age_group as "ageGroup", s.gender, s.last_game_date as "lastGameDate", s.trend, s.strip,
      r.total_score as "totalScore", r.rated_games as "ratedGames", r.completed_games as "completedGames",
      r.perfect_games as "perfectGames", r.${sql.ref(column)} as position
    from leaderboard_ranks r join standings s on s.number = r.number
    where r.snapshot = ${snapshot} and r.number in (${sql.join(numbers)})
    order by r.nation`;
    return { compile: () => rows.compile(control) };
  },
);

/** Most teams that a board lists above itself as the viewer's own. */
const MOST_OWN_TEAMS = 6;

/**
 * Loads the best of a club's teams on a board with their ranks, also from later pages; none of a search, which may look
 * for others.
 * @param teams ids of the teams that the viewer reaches, or 'all' of the club
 */
export async function ownTeams(
  control: ControlDb,
  filters: BoardFilters,
  board: Board,
  own: { clubCode: string; teams: "all" | readonly string[] },
): Promise<{ teamId: string; teamName: string; rank: number | null }[]> {
  const { state, ageGroup, gender } = rankedBoard(filters);
  const { teams, clubCode } = own;
  if (teams.length === 0 || filters.q !== "") return [];
  const given = {
    snapshot: board.snapshot,
    clubCode,
    teams: teams === "all" ? [] : teams,
    state,
    ageGroup,
    gender,
  };
  const rows = await ownOf(control, given, {
    column: rankColumn(rankedBoard(filters)),
    all: teams === "all",
    of: { state: state !== null, ageGroup: ageGroup !== null, gender: gender !== null },
  });
  return rows.map(({ position, ...team }) => ({
    ...team,
    rank: position <= board.cards.ranked ? position : null,
  }));
}

const ownOf = compiled(
  (
    control: ControlDb,
    given: { snapshot: number; clubCode: string; teams: readonly string[] } & Pick<
      BoardKey,
      "state" | "ageGroup" | "gender"
    >,
    shape: {
      column: ReturnType<typeof rankColumn>;
      all: boolean;
      of: Record<"state" | "ageGroup" | "gender", boolean>;
    },
  ) =>
    control
      .selectFrom("standings as s")
      .innerJoin("leaderboard_ranks as r", (join) =>
        join.onRef("r.number", "=", "s.number").on("r.snapshot", "=", given.snapshot),
      )
      .select(["s.team_id as teamId", "s.team_name as teamName", `r.${shape.column} as position`])
      .where("s.club_code", "=", given.clubCode)
      .$if(!shape.all, (query) => query.where("s.team_id", "in", given.teams))
      .$if(shape.of.state, (query) => query.where("s.state", "=", given.state))
      .$if(shape.of.ageGroup, (query) => query.where("s.age_group", "=", given.ageGroup))
      .$if(shape.of.gender, (query) => query.where("s.gender", "=", given.gender))
      .orderBy(`r.${shape.column}`)
      .limit(MOST_OWN_TEAMS),
);

/** Loads the numbers of the teams on some pages of a board. */
async function numbersOn(control: ControlDb, { snapshot, pages }: Listed, from: number, to: number) {
  const rows = await pagesOf(control, { snapshot, from, end: Math.min(to, pages.end) });
  return rows.flatMap(({ teams }) => numbersOf(teams));
}

const pagesOf = compiled(
  (control: ControlDb, { snapshot, from, end }: Record<"snapshot" | "from" | "end", number>) =>
    control
      .selectFrom("leaderboard_pages")
      .select("teams")
      .where("snapshot", "=", snapshot)
      .where("page", ">=", from)
      .where("page", "<", end)
      .orderBy("page"),
);

const numbersOf = (list: string) => (list === "" ? [] : list.split(" ").map(Number));
