import { sql } from "kysely";
import type { ClubTx } from "./club/schema.ts";

/**
 * Deletes a club's delivered events except the latest `kept` rows. `rowid` grows with age, so only deleted rows are
 * read.
 */
export async function deleteDeliveredEvents(tx: ClubTx, kept: number): Promise<void> {
  await sql`delete from outbox where delivered_at is not null
    and rowid <= (select max(rowid) from outbox) - ${kept}`.execute(tx);
}
