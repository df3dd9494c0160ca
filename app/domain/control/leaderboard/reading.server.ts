import { type RawBuilder, sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { BLOCK_STEPS, EVERYTHING, type Slice, steppedBoard } from "./places.ts";

/** How the places of an edition are read: by position, by rank, by word. Nothing here counts a whole board. */

interface Page {
  edition: number;
  slice: Slice;
  offset: number;
  limit: number;
}

/** A team of the boards with its place; ids and codes are not for pages. */
export interface PlacedTeam extends Omit<LeaderboardEntry, "changesAt"> {
  place: string;
  /** 0 or 1 */
  ranked: number;
}

/** The rows of a slice from a position on: the steps say between which places they stand, and nothing else is read. */
export async function placesAt(control: ControlDb, page: Page): Promise<PlacedTeam[]> {
  const { edition, slice, offset, limit } = page;
  const board = steppedBoard(slice);
  if (board === null) {
    return teamsOf(control, merged({ edition, slice, rows: offset + limit }), limit, offset);
  }
  const stretch = await stretchOf(control, { ...page, board });
  if (!stretch) return [];
  const { skip } = stretch;
  return teamsOf(control, merged({ edition, slice, stretch, rows: skip + limit }), limit, skip);
}

/** Places from `start` to below `end`; the page begins after the first `skip` of the slice in it. */
interface Stretch {
  start: string;
  end: string;
  skip: number;
}

/** Where a page of a large board stands, or null where the board has no such page. */
async function stretchOf(
  control: ControlDb,
  { edition, board, offset, limit }: Page & { board: string },
): Promise<Stretch | null> {
  const blocks = await control
    .selectFrom("board_block_counts")
    .select(["block", "teams"])
    .where("edition", "=", edition)
    .where("board", "=", board)
    .orderBy("block")
    .execute();
  const block = find(blocks, offset);
  if (!block) return null;
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
    .where("c.teams", ">", 0)
    .orderBy("c.step")
    // The block's own, then a page's worth at least, then the one before which to stop.
    .limit(BLOCK_STEPS + limit + 1)
    .execute();
  const from = find(steps, block.left);
  if (!from) return null;
  const last = find(steps, block.left + limit)?.at ?? steps.length;
  return { start: from.found.start, end: steps[last + 1]?.start ?? EVERYTHING, skip: from.left };
}

function find<Part extends { teams: number }>(parts: readonly Part[], offset: number) {
  let left = offset;
  for (const [at, found] of parts.entries()) {
    if (left < found.teams) return { found, at, left };
    left -= found.teams;
  }
  return null;
}

/** What a search finds where it finds few: all of it is sorted. */
export function foundPlaces(
  control: ControlDb,
  { edition, teams, offset, limit }: Omit<Page, "slice"> & { teams: RawBuilder<{ number: number }> },
) {
  // With the plus the edition is no way in: SQLite would look at all its places rather than for each team's own.
  const found = sql`select p.place, p.number from board_places p
    where +p.edition = ${edition} and p.number in (select number from ${teams} as f)`;
  return teamsOf(control, found, limit, offset);
}

/** What a search finds where it finds much: the board is walked from the top until enough is found. */
export function walkedPlaces(control: ControlDb, page: Page & { words: readonly string[] }) {
  const { edition, slice, words, offset, limit } = page;
  const rows = offset + limit;
  return teamsOf(control, merged({ edition, slice, rows, words }), limit, offset);
}

/**
 * The first places of a slice: one walk along an index for each age group and gender in it, merged. Each walk names
 * its group as equal: given several at once, SQLite rather walks past everybody else's places.
 * @param stretch between which places they stand, where that is known
 * @param words only teams whose text has all of them
 */
function merged(from: {
  edition: number;
  slice: Slice;
  rows: number;
  stretch?: Stretch;
  words?: readonly string[];
}): RawBuilder<unknown> {
  const { slice, rows, stretch, words = [] } = from;
  const { state, ageGroup, gender } = slice;
  const likes = words.map((word) => sql` and t.search_text like ${`%${word}%`}`);
  const text = words.length > 0 ? sql` join standings t on t.number = p.number` : sql``;
  const one = (more: RawBuilder<unknown>) => sql`
    select place, number from (select p.place, p.number from board_places p${text}
      where p.edition = ${from.edition}${more}${state === null ? sql`` : sql` and p.state = ${state}`}${
        stretch ? sql` and p.place >= ${stretch.start} and p.place < ${stretch.end}` : sql``
      }${sql.join(likes, sql``)}
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
  const board = steppedBoard(slice);
  const asked = sql.join(places.map((place) => sql`(${place})`));
  const before =
    board === null ? countedBefore(edition, slice, asked) : steppedBefore(edition, slice, asked, board);
  const { rows } = await sql<{ place: string; before: number }>`${before}`.execute(control);
  return new Map(rows.map(({ place, before }) => [place, before + 1]));
}

/** A small board is counted through once, from each asked place to the next. */
function countedBefore(edition: number, slice: Slice, asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with asked (place) as (values ${asked}),
    ranges as (select place, coalesce(lag(place) over (order by place), '') as start from asked),
    counted as (select place, (select count(*) from board_places q where ${inSlice(edition, slice)}
        and q.gender in (${sql.join(slice.gender === null ? [...genders] : [slice.gender])})
        and q.place >= ranges.start and q.place < ranges.place) as teams
      from ranges)
    select place, sum(teams) over (order by place) as before from counted`;
}

/** A large board: the blocks and the steps before the asked place's, and what stands before it in its own step. */
function steppedBefore(
  edition: number,
  slice: Slice,
  asked: RawBuilder<unknown>,
  board: string,
): RawBuilder<unknown> {
  // Written out: a parameter would be a floating-point number, and the division not whole.
  const steps = sql.lit(BLOCK_STEPS);
  return sql`
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
      + (select count(*) from board_places q where ${inSlice(edition, slice)} and q.place < stepped.place
        and q.place >=
          (select start from board_steps s where s.edition = ${edition} and s.step = stepped.step)) as before
    from stepped`;
}

function inSlice(edition: number, { state, ageGroup, gender }: Slice): RawBuilder<unknown> {
  return sql`q.edition = ${edition}${state === null ? sql`` : sql` and q.state = ${state}`}${
    ageGroup === null ? sql`` : sql` and q.age_group = ${ageGroup}`
  }${gender === null ? sql`` : sql` and q.gender = ${gender}`}`;
}
