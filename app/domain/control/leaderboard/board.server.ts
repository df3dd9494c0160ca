import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { teamsWith, theseTeams } from "#app/db/search-index.server.ts";
import { type BoardFilters, searchWords } from "./filters.ts";
import { BOARD_PAGE_ROWS } from "./ranking.ts";
import { foundPlaces, type PlacedTeam, placesAt, ranksOf, walkedPlaces } from "./reading.server.ts";

/** What every rank depends on, whichever board is shown. */
export interface PlatformTotals {
  /** The edition of the boards that ranks are read from (decisions/005). */
  edition: number;
  /** The average over all rated games of all clubs as the edition holds it, in points; null while nothing is rated. */
  mean: number | null;
  ranked: number;
}

/** What the four cards and the sentences above the list say of a board. Points are not rounded. */
export interface BoardCards {
  teams: number;
  ranked: number;
  clubs: number;
  perfectGames: number;
  /** Points a rated game; null where no game is rated. */
  average: number | null;
  /**
   * Of the board's teams those that the search, or the state in the National View, picks out; null: more than
   * MOST_FOUND, of which only the first FEW_OF_MANY are shown.
   */
  matching: number | null;
}

/** A search is counted, sorted and paged through up to so many teams. */
export const MOST_FOUND = 8_000;
/** Of so many the numbers are kept from counting to showing: the text index answers twice as dear as once. */
const KEPT_NUMBERS = 1_000;
/** Of what more teams than that have in common, the first so many are shown: another word finds the others. */
export const FEW_OF_MANY = 100;

/** A board before its rows are read. */
export interface Board {
  totals: PlatformTotals;
  cards: BoardCards;
  /** The numbers of the teams that a search finds; null where nothing is searched, or much is found. */
  found: readonly number[] | null;
}

export interface BoardRow extends Omit<PlacedTeam, "place" | "ranked"> {
  /** Place on the board, from 1; null where the team is not ranked yet. */
  rank: number | null;
}

/** How many rows of a board can be paged through. */
export function shownRows({ matching }: BoardCards): number {
  return matching ?? FEW_OF_MANY;
}

/** The edition with its mean, and the cards of one board. Two queries at most. */
export async function readBoard(control: ControlDb, filters: BoardFilters): Promise<Board> {
  const { view, state, ageGroup, gender } = filters;
  const group = sql`age_group = ${ageGroup ?? ""} and gender = ${gender ?? ""}`;
  const board = view === "state" ? sql`${group} and state = ${state}` : group;
  const sum = (figure: string, of: typeof group) =>
    sql<number>`coalesce(sum(case when ${of} then ${sql.ref(figure)} else 0 end), 0)`;
  const everything = sql`age_group = '' and gender = ''`;
  const row = await control
    .selectFrom("board_counts")
    .select((eb) => [
      eb.selectFrom("board_editions").select("id").where("status", "=", "current").as("edition"),
      eb.selectFrom("board_editions").select("mean").where("status", "=", "current").as("mean"),
      sum("rated_games", everything).as("allRated"),
      sum("ranked", everything).as("allRanked"),
      sum("teams", board).as("teams"),
      sum("ranked", board).as("ranked"),
      sum("clubs", board).as("clubs"),
      sum("perfect_games", board).as("perfectGames"),
      sum("total_score", board).as("total"),
      sum("rated_games", board).as("rated"),
      sum("teams", state === null ? board : sql`${group} and state = ${state}`).as("picked"),
    ])
    .where((eb) =>
      eb.or([
        eb.and([eb("age_group", "=", ""), eb("gender", "=", "")]),
        eb.and([eb("age_group", "=", ageGroup ?? ""), eb("gender", "=", gender ?? "")]),
      ]),
    )
    .executeTakeFirstOrThrow();
  const { teams, ranked, clubs, perfectGames } = row;
  const search = searchWords(filters.q).length > 0 ? await find(control, filters) : null;
  return {
    totals: {
      edition: row.edition ?? 0,
      mean: row.allRated === 0 ? null : row.mean,
      ranked: row.allRanked,
    },
    cards: {
      teams,
      ranked,
      clubs,
      perfectGames,
      average: row.rated === 0 ? null : row.total / row.rated,
      matching: search ? search.matching : row.picked,
    },
    found: search?.found ?? null,
  };
}

/**
 * How many teams a search finds on its board, null where they are more than MOST_FOUND; and which, where they are
 * few. Then the text index is not asked for the gender: each fits so many teams that looking them up is cheaper.
 */
async function find(control: ControlDb, filters: BoardFilters) {
  const words = searchWords(filters.q);
  const { gender } = filters;
  const { rows } = await sql<{ matching: number; numbers: string | null }>`
    with few as materialized (
      select number from ${teamsWith(words, { ...filters, gender: null })} as f limit ${KEPT_NUMBERS + 1}),
    fitting as materialized (${
      gender === null
        ? sql`select number from few`
        : sql`select number from standings where number in (select number from few) and gender = ${gender}`
    }),
    counted as (select count(*) as few from few)
    select
      case when few <= ${KEPT_NUMBERS} then (select count(*) from fitting)
        else (select count(*) from (select number from ${teamsWith(words, filters)} as f limit ${MOST_FOUND + 1}) as many)
        end as matching,
      case when few <= ${KEPT_NUMBERS} then (select string_agg(cast(number as text), ',') from fitting) end as numbers
    from counted`.execute(control);
  const { matching = 0, numbers = null } = rows[0] ?? {};
  return {
    matching: matching > MOST_FOUND ? null : matching,
    found: numbers === null ? null : numbers.split(",").map(Number),
  };
}

/**
 * One page of a board: the ranked teams in the order of `compareRank`, then those not ranked yet, most rated games
 * first. A rank is the place on the whole board, whatever the search, or the state in the National View, picks out.
 */
export async function boardRows(
  control: ControlDb,
  filters: BoardFilters,
  { totals, cards, found }: Board,
): Promise<BoardRow[]> {
  const { edition } = totals;
  const offset = (filters.page - 1) * BOARD_PAGE_ROWS;
  const picked = { state: filters.state, ageGroup: filters.ageGroup, gender: filters.gender };
  const words = searchWords(filters.q);
  if (words.length === 0) {
    const rows = await placesAt(control, { edition, slice: picked, offset, limit: BOARD_PAGE_ROWS });
    const whole = filters.view === "state" || filters.state === null;
    if (whole) return rows.map((row, at) => withRank(row, offset + at + 1));
    return ranked(control, filters, edition, rows);
  }
  const limit = cards.matching === null ? Math.min(BOARD_PAGE_ROWS, FEW_OF_MANY - offset) : BOARD_PAGE_ROWS;
  if (limit <= 0) return [];
  const page = { edition, offset, limit };
  const rows =
    cards.matching === null
      ? await walkedPlaces(control, { ...page, slice: picked, words })
      : await foundPlaces(control, { ...page, teams: found ? theseTeams(found) : teamsWith(words, picked) });
  return ranked(control, filters, edition, rows);
}

async function ranked(control: ControlDb, filters: BoardFilters, edition: number, rows: PlacedTeam[]) {
  const board = {
    state: filters.view === "state" ? filters.state : null,
    ageGroup: filters.ageGroup,
    gender: filters.gender,
  };
  const places = rows.filter((row) => row.ranked === 1).map((row) => row.place);
  const ranks = await ranksOf(control, { edition, slice: board, places });
  return rows.map((row) => withRank(row, ranks.get(row.place) ?? 0));
}

function withRank({ place: _, ranked, ...team }: PlacedTeam, rank: number): BoardRow {
  return { ...team, rank: ranked === 1 ? rank : null };
}
