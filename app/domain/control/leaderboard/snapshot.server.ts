import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction, readOneMoment } from "#app/db/engine.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { boardsOf, cardsOf, rankColumns, type Team } from "./boards.ts";
import { BOARD_PAGE_ROWS, DRAWN_GAMES } from "./ranking.ts";

/**
 * A snapshot stores the rank of every team on each of its boards, with one mean for all. It is written beside the
 * active one and activated in one transaction, so no reader sees two means mixed (docs/decisions/005).
 */

/** Most teams for which the leaderboard is up to date at every look. */
export const SMALL_PLATFORM_TEAMS = 5_000;
/** Least interval between snapshots above that. */
const LARGE_PLATFORM_MS = 3 * MINUTE_MS;
/** Time for a reader of a snapshot to finish. */
const READERS_MS = MINUTE_MS;
/** Rows of one write transaction: some ten milliseconds. */
const BATCH_ROWS = 1_000;

/** Makes a new snapshot if entries changed since the active one; on a large platform not before it is due. */
export async function refreshSnapshot(control: ControlDb, signal?: AbortSignal): Promise<void> {
  const { isOld, madeAt } = await activeSnapshot(control);
  if (!isOld) return;
  // The difference is absolute, for a clock that ran ahead and was corrected.
  const isDue = madeAt === null || Math.abs(now().getTime() - Date.parse(madeAt)) > LARGE_PLATFORM_MS;
  if (isDue || (await isSmallPlatform(control))) await makeSnapshot(control, signal);
}

const lastLook = new WeakMap<ControlDb, Promise<void>>();

/**
 * Makes a new snapshot for a look at an old one. Looks at the same time take turns and share what the first has made,
 * or its failure: a busy afternoon costs one snapshot per change, not one per visitor.
 */
export function refreshForLook(control: ControlDb): Promise<void> {
  const refresh = async () => {
    if ((await activeSnapshot(control)).isOld) await makeSnapshot(control);
  };
  const look = (lastLook.get(control) ?? Promise.resolve()).then(refresh).finally(() => {
    if (lastLook.get(control) === look) lastLook.delete(control);
  });
  lastLook.set(control, look);
  return look;
}

async function activeSnapshot(control: ControlDb): Promise<{ isOld: boolean; madeAt: string | null }> {
  const { revision, madeFrom, madeAt } = await control
    .selectFrom("leaderboard as l")
    .leftJoin("leaderboard_snapshots as s", "s.id", "l.snapshot")
    .select(["l.revision", "s.revision as madeFrom", "s.made_at as madeAt"])
    .executeTakeFirstOrThrow();
  return { isOld: madeFrom !== revision, madeAt };
}

export async function isSmallPlatform(control: ControlDb): Promise<boolean> {
  const { rows } = await sql<{ teams: number }>`select count(*) as teams
    from (select 1 from standings limit ${SMALL_PLATFORM_TEAMS + 1}) as counted`.execute(control);
  return (rows[0]?.teams ?? 0) <= SMALL_PLATFORM_TEAMS;
}

/** @param signal stops between two batches; the next snapshot that is activated retires what was written */
export async function makeSnapshot(control: ControlDb, signal?: AbortSignal): Promise<void> {
  const ranking = await readOneMoment(control, readRanking);
  const small = ranking.teams.length <= SMALL_PLATFORM_TEAMS;
  // In one transaction a small snapshot waits for the disk once.
  await (small ? inTransaction(control, (tx) => store(tx, ranking)) : store(control, ranking, signal));
}

interface Ranking {
  revision: number;
  mean: number | null;
  /** Teams in the order of rank. */
  teams: Team[];
}

async function readRanking(reader: ControlDb): Promise<Ranking> {
  const { revision } = await reader.selectFrom("leaderboard").select("revision").executeTakeFirstOrThrow();
  const { total, rated } = await reader
    .selectFrom("standings")
    .select((eb) => [
      eb.fn.sum<number | null>("total_score").as("total"),
      eb.fn.sum<number | null>("rated_games").as("rated"),
    ])
    .executeTakeFirstOrThrow();
  const mean = rated ? (total ?? 0) / rated : null;
  const query = reader
    .selectFrom("standings")
    .select(["number", "club_code", "state", "age_group", "gender", "ranked"])
    .select(["total_score", "rated_games", "completed_games", "perfect_games"])
    .orderBy(rankOrder(mean ?? 0))
    .compile();
  // Every row has its own copies of its strings: sharing them halves the memory of a million teams.
  const known = new Map<string, string>();
  const shared = (text: string) => known.get(text) ?? known.set(text, text).get(text) ?? text;
  const teams: Team[] = [];
  // Kysely's own stream() awaits each row, which takes half as long again.
  for await (const { rows } of reader.getExecutor().stream(query, BATCH_ROWS)) {
    for (const row of rows)
      teams.push({
        clubCode: shared(row.club_code),
        state: shared(row.state),
        ageGroup: shared(row.age_group),
        gender: shared(row.gender),
        ranked: row.ranked === 1,
        ranks: {
          number: row.number,
          ...NO_POSITIONS,
          total_score: row.total_score,
          rated_games: row.rated_games,
          completed_games: row.completed_games,
          perfect_games: row.perfect_games,
        },
      });
  }
  return { revision, mean, teams };
}

const NO_POSITIONS = {
  ...{ nation: 0, nation_age: 0, nation_gender: 0, nation_age_gender: 0 },
  ...{ state: 0, state_age: 0, state_gender: 0, state_age_gender: 0 },
};

async function store(control: ControlDb, ranking: Ranking, signal?: AbortSignal): Promise<void> {
  const { revision, teams } = ranking;
  const snapshot = await begin(control, ranking);
  let page = 1;
  for (const column of rankColumns) {
    const boards = boardsOf(column, teams).map(([board, members]) => {
      const first_page = page;
      page += Math.ceil(members.length / BOARD_PAGE_ROWS);
      return { members, row: { snapshot, board, first_page, ...cardsOf(members) } };
    });
    const rows = boards.map(({ row }) => row);
    await write(control, rows, (tx, batch) => insertRows(tx, "leaderboard_boards", batch), signal);
    const pages = pagesOf(boards);
    await write(control, pages, (tx, batch) => insertRows(tx, "leaderboard_pages", batch), signal);
  }
  // In the order of the table's key, so that each batch touches few of its pages.
  teams.sort((a, b) => a.ranks.number - b.ranks.number);
  const ranks = ranksOf(snapshot, teams);
  await write(control, ranks, (tx, batch) => insertRows(tx, "leaderboard_ranks", batch), signal);
  if (!signal?.aborted) await inTransaction(control, (tx) => activate(tx, snapshot, revision));
}

function begin(control: ControlDb, { revision, mean, teams }: Ranking): Promise<number> {
  return inTransaction(control, async (tx) => {
    const { last } = await tx
      .selectFrom("leaderboard_snapshots")
      .select((eb) => eb.fn.max("id").as("last"))
      .executeTakeFirstOrThrow();
    const id = (last ?? 0) + 1;
    const { ranked } = cardsOf(teams);
    const made_at = now().toISOString();
    await tx
      .insertInto("leaderboard_snapshots")
      .values({ id, revision, mean, ranked, made_at, retired_at: null })
      .execute();
    return id;
  });
}

function* pagesOf(boards: { members: Team[]; row: { snapshot: number; first_page: number } }[]) {
  for (const { members, row } of boards)
    for (let from = 0, page = row.first_page; from < members.length; from += BOARD_PAGE_ROWS, page += 1) {
      const numbers = members.slice(from, from + BOARD_PAGE_ROWS).map(({ ranks }) => ranks.number);
      yield { snapshot: row.snapshot, page, teams: numbers.join(" ") };
    }
}

function* ranksOf(snapshot: number, teams: Team[]) {
  for (const { ranks } of teams) yield { snapshot, ...ranks };
}

/** Writes rows a batch at a time, each in a transaction of its own unless `control` is one. */
async function write<Row>(
  control: ControlDb,
  rows: Iterable<Row>,
  insert: (tx: ControlTx, batch: Row[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let batch: Row[] = [];
  const flush = async () => {
    await inTransaction(control, (tx) => insert(tx, batch));
    batch = [];
    await setImmediate();
  };
  for (const row of rows) {
    if (signal?.aborted) return;
    if (batch.push(row) === BATCH_ROWS) await flush();
  }
  await flush();
}

/**
 * Turns every reader to a snapshot, unless a newer one is active already, and retires those begun before it. One begun
 * later may still be in the making; one that was retired meanwhile may be half deleted and is never activated.
 */
async function activate(tx: ControlTx, snapshot: number, revision: number): Promise<void> {
  const own = await tx
    .selectFrom("leaderboard_snapshots")
    .select("id")
    .where("id", "=", snapshot)
    .where("retired_at", "is", null)
    .executeTakeFirst();
  if (!own) return;
  const newer = await tx
    .selectFrom("leaderboard as l")
    .innerJoin("leaderboard_snapshots as s", "s.id", "l.snapshot")
    .select("s.id")
    .where("s.revision", ">", revision)
    .executeTakeFirst();
  const active = newer?.id ?? snapshot;
  await tx.updateTable("leaderboard").set({ snapshot: active }).execute();
  await tx
    .updateTable("leaderboard_snapshots")
    .set({ retired_at: now().toISOString() })
    .where("id", "<=", Math.max(active, snapshot))
    .where("id", "<>", active)
    .where("retired_at", "is", null)
    .execute();
}

/** Deletes snapshots without readers, in small transactions. */
export async function deleteRetiredSnapshots(control: ControlDb, signal?: AbortSignal): Promise<void> {
  const unread = new Date(now().getTime() - READERS_MS).toISOString();
  const retired = await control
    .selectFrom("leaderboard_snapshots")
    .select("id")
    .where("retired_at", "<", unread)
    .execute();
  for (const { id } of retired) {
    for (const [table, key] of SNAPSHOT_TABLES)
      while (!signal?.aborted && (await deleteBatch(control, id, table, key))) await setImmediate();
    if (signal?.aborted) return;
    await control.deleteFrom("leaderboard_snapshots").where("id", "=", id).execute();
  }
}

const SNAPSHOT_TABLES = [
  ["leaderboard_pages", "page"],
  ["leaderboard_boards", "board"],
  ["leaderboard_ranks", "number"],
] as const;

async function deleteBatch(
  control: ControlDb,
  snapshot: number,
  table: string,
  key: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where snapshot = ${snapshot} and ${sql.ref(key)} <= (select max(key) from (
      select ${sql.ref(key)} as key from ${sql.table(table)} where snapshot = ${snapshot}
      order by key limit ${BATCH_ROWS}) as batch)`.execute(control);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Returns the order of `standings` on every board: ranked teams as `compareRank` sorts them, then the others, most
 * rated games first. A test holds both to the same order.
 */
function rankOrder(mean: number): RawBuilder<unknown> {
  return sql`ranked desc,
    case when ranked = 1 then (total_score + cast(${DRAWN_GAMES * mean} as double precision)) / (rated_games + ${DRAWN_GAMES})
      else rated_games end desc,
    perfect_games desc, rated_games desc, team_name, team_id`;
}
