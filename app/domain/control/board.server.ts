import { type ExpressionBuilder, sql } from "kysely";
import type { ControlDb, ControlSchema } from "../../db/control/schema.ts";
import { type BoardFilters, searchWords } from "./board-filters.ts";
import { BOARD_PAGE_ROWS, DRAWN_GAMES } from "./ranking.ts";

/** What the four cards and the sentences above the list say of a board. Points are not rounded. */
export interface BoardCards {
  teams: number;
  ranked: number;
  clubs: number;
  perfectGames: number;
  /** Points a rated game; null where no game is rated. */
  average: number | null;
  /** Of the board's teams those that the search, or the state in the National View, picks out. */
  matching: number;
}

export interface BoardRow {
  teamId: string;
  clubCode: string;
  clubName: string;
  teamName: string;
  city: string;
  state: string;
  ageGroup: string;
  gender: string;
  totalScore: number;
  ratedGames: number;
  completedGames: number;
  perfectGames: number;
  lastGameDate: string | null;
  trend: "up" | "down" | "stable";
  strip: string;
  /** Place on the board, from 1; null where the team is not ranked yet. */
  rank: number | null;
}

export interface PlatformTotals {
  /** The average over all rated games of all clubs, in points; null while nothing is rated. */
  mean: number | null;
  ranked: number;
}

/** What every rank depends on, whichever board is shown. */
export async function platformTotals(control: ControlDb): Promise<PlatformTotals> {
  const { total, rated, ranked } = await control
    .selectFrom("standings")
    .select([
      sql<number>`coalesce(sum(total_score), 0)`.as("total"),
      sql<number>`coalesce(sum(rated_games), 0)`.as("rated"),
      sql<number>`coalesce(sum(ranked), 0)`.as("ranked"),
    ])
    .executeTakeFirstOrThrow();
  return { mean: rated === 0 ? null : total / rated, ranked };
}

export async function boardCards(control: ControlDb, filters: BoardFilters): Promise<BoardCards> {
  const row = await control
    .selectFrom("standings")
    .select((eb) => [
      eb.fn.countAll<number>().as("teams"),
      sql<number>`coalesce(sum(ranked), 0)`.as("ranked"),
      sql<number>`count(distinct club_code)`.as("clubs"),
      sql<number>`coalesce(sum(perfect_games), 0)`.as("perfectGames"),
      sql<number>`coalesce(sum(total_score), 0)`.as("total"),
      sql<number>`coalesce(sum(rated_games), 0)`.as("rated"),
      eb.fn
        .coalesce(eb.fn.sum<number>(eb.case().when(isPicked(filters)(eb)).then(1).else(0).end()), eb.lit(0))
        .as("matching"),
    ])
    .where(isOnBoard(filters))
    .executeTakeFirstOrThrow();
  const { teams, ranked, clubs, perfectGames, matching } = row;
  return {
    teams,
    ranked,
    clubs,
    perfectGames,
    matching,
    average: row.rated === 0 ? null : row.total / row.rated,
  };
}

/**
 * One page of a board: the ranked teams in the order of `compareRank`, then those not ranked yet, most rated games
 * first. Places are counted over the whole board, whatever the search picks out of it.
 * @param mean the platform's average (see platformTotals); any number while nothing is rated
 */
export async function boardRows(
  control: ControlDb,
  filters: BoardFilters,
  mean: number,
): Promise<BoardRow[]> {
  const before = (filters.page - 1) * BOARD_PAGE_ROWS;
  const rows = isLookUp(filters)
    ? await pickedRows(control, filters, mean, before)
    : await wholeRows(control, filters, mean, before);
  return rows.map(({ ranked, place, ...team }) => ({ ...team, rank: ranked === 1 ? place : null }));
}

/** The rows of a board as they come: a row's place is where it stands, and only the page's rows are sorted out. */
async function wholeRows(control: ControlDb, filters: BoardFilters, mean: number, before: number) {
  const rows = await control
    .selectFrom("standings")
    .select(COLUMNS)
    .where(isOnBoard(filters))
    .orderBy(orderOfBoard(mean))
    .limit(BOARD_PAGE_ROWS)
    .offset(before)
    .execute();
  return rows.map((row, index) => ({ ...row, place: before + index + 1 }));
}

/** Some rows of a board: the whole board has to be counted through for their places. */
function pickedRows(control: ControlDb, filters: BoardFilters, mean: number, before: number) {
  return control
    .with("board", (cte) =>
      cte
        .selectFrom("standings")
        .select(["team_id", sql<number>`row_number() over (order by ${orderOfBoard(mean)})`.as("place")])
        .where(isOnBoard(filters)),
    )
    .selectFrom("board")
    .innerJoin("standings", "standings.team_id", "board.team_id")
    .select(COLUMNS)
    .select("board.place")
    .where(isPicked(filters))
    .orderBy("board.place")
    .limit(BOARD_PAGE_ROWS)
    .offset(before)
    .execute();
}

const COLUMNS = [
  "standings.team_id as teamId",
  "club_code as clubCode",
  "club_name as clubName",
  "team_name as teamName",
  "city",
  "state",
  "age_group as ageGroup",
  "gender",
  "total_score as totalScore",
  "rated_games as ratedGames",
  "completed_games as completedGames",
  "perfect_games as perfectGames",
  "last_game_date as lastGameDate",
  "trend",
  "strip",
  "ranked",
] as const;

type Standings = ExpressionBuilder<ControlSchema, "standings">;

/** Which teams a board ranks. */
const isOnBoard = (filters: BoardFilters) => (eb: Standings) =>
  eb.and([
    ...(filters.view === "state" ? [eb("state", "=", filters.state)] : []),
    ...(filters.ageGroup ? [eb("age_group", "=", filters.ageGroup)] : []),
    ...(filters.gender ? [eb("gender", "=", filters.gender)] : []),
  ]);

/** Which teams of a board are looked for. */
const isPicked = (filters: BoardFilters) => (eb: Standings) =>
  eb.and([
    ...(filters.view === "national" && filters.state ? [eb("state", "=", filters.state)] : []),
    ...searchWords(filters.q).map((word) => eb("search_text", "like", `%${word}%`)),
  ]);

const isLookUp = (filters: BoardFilters) =>
  searchWords(filters.q).length > 0 || (filters.view === "national" && filters.state !== null);

/** `compareRank` in SQL, after it the teams without a rank. The cast keeps a whole mean from dividing whole. */
const orderOfBoard = (mean: number) => sql`ranked desc,
  case ranked when 1
    then (total_score + cast(${DRAWN_GAMES * mean} as double precision)) / (rated_games + ${DRAWN_GAMES})
    else rated_games end desc,
  perfect_games desc, rated_games desc, team_name, standings.team_id`;
