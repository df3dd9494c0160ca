import type { AgreementEventsTable, ClubTx } from "#app/db/club/schema.ts";
import { newId } from "#app/runtime/ids.server.ts";

type Entry = Pick<AgreementEventsTable, "agreement_id" | "kind" | "at"> & Partial<AgreementEventsTable>;

/**
 * Returns an entry of an agreement's history (product/agreements.md#agreements). A `key` is unique: it is noted once.
 */
export const historyRow = (entry: Entry): AgreementEventsTable => ({
  ...{ id: newId(), by_name: "", detail: "", key: null, team_id: null },
  ...entry,
});

/** Adds an entry to an agreement's history, unless its key is there. @returns whether it is new */
export async function addToHistory(tx: ClubTx, entry: Entry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("agreement_events")
    .values(historyRow(entry))
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
