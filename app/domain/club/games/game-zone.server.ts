import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { momentsIn } from "#app/domain/values/times.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";

/**
 * Reads the club's time zone, an IANA name, from its file. Code that writes kick-offs reads it in its own transaction:
 * a request's zone may be the one from before a change (product/clubs.md#time-zone).
 */
export async function timezoneOf(db: ClubDb): Promise<string> {
  const { timezone } = await db.selectFrom("club").select("timezone").executeTakeFirstOrThrow();
  return timezone;
}

/** A statement takes a limited number of parameters, three of them for each date and time. */
const SLOTS_AT_ONCE = 300;

/**
 * Gives every game the kick-off in UTC that its date and time have in another zone (product/clubs.md#time-zone), also
 * the games as they were before an import, so that undoing it brings them back right. Nobody changed the games by hand,
 * so their `updated_at` stays.
 * @param timezone an IANA zone
 */
export async function moveGamesTo(tx: ClubTx, timezone: string): Promise<void> {
  const momentOf = momentsIn(timezone);
  const turn = yieldToEventLoop();
  for (const table of ["games", "import_undo"] as const) {
    const slots = await tx.selectFrom(table).select(["date", "time"]).distinct().execute();
    for (let from = 0; from < slots.length; from += SLOTS_AT_ONCE) {
      const rows = slots
        .slice(from, from + SLOTS_AT_ONCE)
        .map(({ date, time }) => sql`(${date}, ${time}, ${momentOf(date, time)})`);
      await sql`update ${sql.table(table)} set starts_at = slots.starts_at
        from (select column1 as date, column2 as time, column3 as starts_at from (values ${sql.join(rows)}) as given) as slots
        where ${sql.table(table)}.date = slots.date and ${sql.table(table)}.time is not distinct from slots.time
          and ${sql.table(table)}.starts_at <> slots.starts_at`.execute(tx);
      await turn();
    }
  }
}
