import { sql } from "kysely";
import type { ClubTx } from "./club/schema.ts";

/**
 * Removes a club's delivered news but for the latest, so that the outbox does not grow for ever. By the row's number,
 * which is its age and SQLite's own: nothing is looked at but what goes.
 */
export async function deleteDeliveredEvents(tx: ClubTx, kept: number): Promise<void> {
  await sql`delete from outbox where delivered_at is not null
    and rowid <= (select max(rowid) from outbox) - ${kept}`.execute(tx);
}
