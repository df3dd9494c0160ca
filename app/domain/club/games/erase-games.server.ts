import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { KEEP, yearsAfter, yearsBefore } from "#app/domain/values/retention.ts";

/** One transaction takes so many: other work of the club gets its turn in between. */
const AT_ONCE = 500;

/** How many games {@link eraseDueGames} would erase at a moment, over all its runs (product.md#retention). */
export async function countDueGames(db: ClubDb, at: Date): Promise<number> {
  const { due } = await db
    .selectFrom("games")
    .select(({ fn }) => fn.countAll<number>().as("due"))
    .where("starts_at", "<=", yearsBefore(at, KEEP.gameYears).toISOString())
    .executeTakeFirstOrThrow();
  return due;
}

/**
 * Erases games whose time is up, with their ratings and cases, oldest first and at most 500; their teams' standings
 * follow (product.md#retention).
 * @returns how many games were erased
 */
export async function eraseDueGames(tx: ClubTx, at: Date): Promise<number> {
  const before = yearsBefore(at, KEEP.gameYears);
  const due = await tx
    .selectFrom("games")
    .select(["id", "team_id"])
    .where("starts_at", "<=", before.toISOString())
    .orderBy("starts_at")
    .limit(AT_ONCE)
    .execute();
  if (due.length === 0) return 0;
  const games = due.map(({ id }) => id);
  const cases = tx.selectFrom("incidents").select("id").where("game_id", "in", games);
  await tx.deleteFrom("incident_entries").where("incident_id", "in", cases).execute();
  await tx.deleteFrom("incident_talks").where("incident_id", "in", cases).execute();
  await tx.deleteFrom("incidents").where("game_id", "in", games).execute();
  await tx.deleteFrom("result_changes").where("game_id", "in", games).execute();
  await tx.deleteFrom("ratings").where("game_id", "in", games).execute();
  await tx.deleteFrom("games").where("id", "in", games).execute();
  // A changed day names its games, which are of one day.
  await tx
    .deleteFrom("day_changes")
    .where("day", "<", before.toISOString().slice(0, "YYYY-MM-DD".length))
    .execute();
  const teams = new Set(due.map(({ team_id }) => team_id));
  await recordEvent(tx, ...[...teams].map((teamId) => ({ kind: "standing" as const, teamId })));
  await recordAudit(tx, { kind: "records.time-up", detail: { clock: "games", count: games.length }, at });
  return games.length;
}

/** The moment from which the oldest game is to be erased; null where the club has none. */
export async function nextGameErasure(db: ClubDb): Promise<Date | null> {
  const oldest = await db
    .selectFrom("games")
    .select("starts_at")
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return oldest ? yearsAfter(new Date(oldest.starts_at), KEEP.gameYears) : null;
}
