import { type RawBuilder, sql } from "kysely";
import type { ControlDb } from "../../db/control/schema.ts";
import { teamsWith } from "../../db/search-index.server.ts";
import { ageGroups, genders } from "../age-groups.ts";
import { BLOCK_STEPS, type Slice, steppedBoard } from "./board-places.ts";

/** How the places of an edition are read: by position, by rank, by word. Nothing here counts a whole board. */

interface Page {
  edition: number;
  slice: Slice;
  offset: number;
  limit: number;
}

/** A team of the boards with its place; ids and codes are not for pages. */
export interface PlacedTeam {
  place: string;
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
  /** 0 or 1 */
  ranked: number;
}

/** The rows of a slice from a position on: the steps say where it is, and only one of them is counted through. */
export async function placesAt(control: ControlDb, page: Page): Promise<PlacedTeam[]> {
  const { edition, slice, limit } = page;
  const { start, skip } = await positionOf(control, page);
  return teamsOf(control, streams({ edition, slice, start, rows: skip + limit }), limit, skip);
}

/** Where to start, and how many of the slice's places to skip from there, to come to a position. */
async function positionOf(control: ControlDb, { edition, slice, offset }: Page) {
  const board = steppedBoard(slice);
  if (board === null || offset === 0) return { start: "", skip: offset };
  const blocks = await control
    .selectFrom("board_block_counts")
    .select(["block", "teams"])
    .where("edition", "=", edition)
    .where("board", "=", board)
    .orderBy("block")
    .execute();
  const block = find(blocks, offset);
  if (!block) return { start: "~", skip: 0 };
  const first = block.found.block * BLOCK_STEPS;
  const steps = await control
    .selectFrom("board_step_counts as c")
    .innerJoin("board_steps as s", (join) =>
      join.onRef("s.edition", "=", "c.edition").onRef("s.step", "=", "c.step"),
    )
    .select(["s.start", "c.teams"])
    .where("c.edition", "=", edition)
    .where("c.board", "=", board)
    .where("c.step", ">=", first)
    .where("c.step", "<", first + BLOCK_STEPS)
    .orderBy("c.step")
    .execute();
  const step = find(steps, block.left);
  return step ? { start: step.found.start, skip: step.left } : { start: "~", skip: 0 };
}

function find<Part extends { teams: number }>(parts: readonly Part[], offset: number) {
  let left = offset;
  for (const found of parts) {
    if (left < found.teams) return { found, left };
    left -= found.teams;
  }
  return null;
}

/** What a search finds where it finds few: all of it is sorted. */
export function searchedPlaces(control: ControlDb, page: Page & { words: readonly string[] }) {
  const { edition, slice, words, offset, limit } = page;
  const found = sql`select p.place, p.number from ${teamsWith(words, slice)} as f
    join board_places p on p.number = f.number and p.edition = ${edition}`;
  return teamsOf(control, found, limit, offset);
}

/** What a search finds where it finds much: the board is walked from the top until enough is found. */
export function walkedPlaces(control: ControlDb, page: Page & { words: readonly string[] }) {
  const { edition, slice, words, offset, limit } = page;
  const rows = offset + limit;
  return teamsOf(control, streams({ edition, slice, start: "", rows, words }), limit, offset);
}

/**
 * The first places of a slice from `start` on: one walk along an index for each age group and gender in it, merged.
 * @param words only teams whose text has all of them
 */
function streams(from: {
  edition: number;
  slice: Slice;
  start: string;
  rows: number;
  words?: readonly string[];
}): RawBuilder<unknown> {
  const { slice, start, rows, words = [] } = from;
  const { state, ageGroup, gender } = slice;
  const likes = words.map((word) => sql` and t.search_text like ${`%${word}%`}`);
  const text = words.length > 0 ? sql` join standings t on t.number = p.number` : sql``;
  const one = (more: RawBuilder<unknown>) => sql`
    select place, number from (select p.place, p.number from board_places p${text}
      where p.edition = ${from.edition}${more}${state === null ? sql`` : sql` and p.state = ${state}`}
        and p.place >= ${start}${sql.join(likes, sql``)}
      order by p.place limit ${rows})`;
  if (ageGroup === null && gender === null) return one(sql``);
  const groups = (ageGroup === null ? ageGroups : [ageGroup]).flatMap((age) =>
    (gender === null ? genders : [gender]).map((each) => ({ age, gender: each })),
  );
  const walks = groups.map(({ age, gender: each }) =>
    one(sql` and p.age_group = ${age} and p.gender = ${each}`),
  );
  return sql.join(walks, sql` union all `);
}

/** The teams that stand at some places, in their order. */
async function teamsOf(
  control: ControlDb,
  places: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<PlacedTeam[]> {
  const { rows } = await sql<PlacedTeam>`
    select l.place, s.team_id as "teamId", s.club_code as "clubCode", s.club_name as "clubName",
      s.team_name as "teamName", s.city, s.state, s.age_group as "ageGroup", s.gender,
      s.total_score as "totalScore", s.rated_games as "ratedGames", s.completed_games as "completedGames",
      s.perfect_games as "perfectGames", s.last_game_date as "lastGameDate", s.trend, s.strip, s.ranked
    from (select place, number from (${places}) as m order by place limit ${limit} offset ${offset}) as l
    join standings s on s.number = l.number
    order by l.place`.execute(control);
  return rows;
}

/** The ranks that some places of ranked teams have on a board, by place. */
export async function ranksOf(
  control: ControlDb,
  { edition, slice, places }: { edition: number; slice: Slice; places: readonly string[] },
): Promise<Map<string, number>> {
  if (places.length === 0) return new Map();
  const { state, ageGroup, gender } = slice;
  const inSlice = sql`q.edition = ${edition}${state === null ? sql`` : sql` and q.state = ${state}`}${
    ageGroup === null ? sql`` : sql` and q.age_group = ${ageGroup}`
  }${gender === null ? sql`` : sql` and q.gender = ${gender}`}`;
  const asked = sql.join(places.map((place) => sql`(${place})`));
  const board = steppedBoard(slice);
  // Written out: a parameter would be a floating-point number, and the division not whole.
  const steps = sql.lit(BLOCK_STEPS);
  const { rows } =
    board === null
      ? await sql<{ place: string; before: number }>`
          with asked (place) as (values ${asked})
          select place, (select count(*) from board_places q where ${inSlice} and q.place < asked.place) as before
          from asked`.execute(control)
      : await sql<{ place: string; before: number }>`
          with asked (place) as (values ${asked}),
          stepped as (select place, (select step from board_steps s
              where s.edition = ${edition} and s.start <= asked.place order by s.start desc limit 1) as step
            from asked)
          select place,
            coalesce((select sum(b.teams) from board_block_counts b where b.edition = ${edition}
              and b.board = ${board} and b.block < stepped.step / ${steps}), 0)
            + coalesce((select sum(c.teams) from board_step_counts c where c.edition = ${edition}
              and c.board = ${board} and c.step >= stepped.step / ${steps} * ${steps}
              and c.step < stepped.step), 0)
            + (select count(*) from board_places q where ${inSlice} and q.place < stepped.place and q.place >=
              (select start from board_steps s where s.edition = ${edition} and s.step = stepped.step)) as before
          from stepped`.execute(control);
  return new Map(rows.map(({ place, before }) => [place, before + 1]));
}
