import type { NotificationEntriesTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { seal, unseal } from "#app/runtime/seal.server.ts";

export type NotificationEntry = NotificationEntriesTable;
/** Entries of one club that are sent in one go; the next look sends the rest. */
export const ENTRIES_AT_ONCE = 1_000;
const ROWS_AT_ONCE = 100;

/** Stores entries. @returns the ids of the new ones, so that each person is notified once. */
export async function addEntries(
  tx: ControlTx,
  entries: readonly NotificationEntry[],
): Promise<ReadonlySet<string>> {
  const added = new Set<string>();
  for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
    const rows = await tx
      .insertInto("notification_entries")
      .values(entries.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(["club_code", "account_id", "kind", "key"]).doNothing())
      .returning("id")
      .execute();
    for (const { id } of rows) added.add(id);
  }
  return added;
}

/** Returns the entries among these that exist, each as its account, kind and key in lines. */
export async function knownEntries(
  control: ControlDb,
  clubCode: string,
  entries: readonly Pick<NotificationEntry, "account_id" | "key">[],
): Promise<Set<string>> {
  const accounts = [...new Set(entries.map(({ account_id }) => account_id))];
  const keys = [...new Set(entries.map(({ key }) => key))];
  const known = new Set<string>();
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    const rows = await control
      .selectFrom("notification_entries")
      .select(["account_id", "kind", "key"])
      .where("club_code", "=", clubCode)
      .where("account_id", "in", accounts)
      .where("key", "in", keys.slice(from, from + ROWS_AT_ONCE))
      .execute();
    for (const { account_id, kind, key } of rows) known.add(`${account_id}\n${kind}\n${key}`);
  }
  return known;
}

/** Loads a club's entries that are due, those of one person together. */
export function dueEntries(control: ControlDb, clubCode: string, at: Date): Promise<NotificationEntry[]> {
  return control
    .selectFrom("notification_entries")
    .selectAll()
    .where("club_code", "=", clubCode)
    .where("sent_at", "is", null)
    .where("due_at", "<=", at.toISOString())
    .orderBy("due_at")
    .orderBy("account_id")
    .orderBy("created_at")
    .orderBy("id")
    .limit(ENTRIES_AT_ONCE)
    .execute();
}

/** Returns when a club's next entry is due; null without one. */
export async function nextEntryAt(control: ControlDb, clubCode: string): Promise<Date | null> {
  const row = await control
    .selectFrom("notification_entries")
    .select("due_at")
    .where("club_code", "=", clubCode)
    .where("sent_at", "is", null)
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
  return row ? new Date(row.due_at) : null;
}

/** Marks entries as sent or dropped and erases what they say. @returns false if another process did so before. */
export async function endEntries(tx: ControlTx, ids: readonly string[], at: Date): Promise<boolean> {
  let ended = 0;
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const { numUpdatedRows } = await tx
      .updateTable("notification_entries")
      .set({ sent_at: at.toISOString(), content: "" })
      .where("id", "in", ids.slice(from, from + ROWS_AT_ONCE))
      .where("sent_at", "is", null)
      .executeTakeFirstOrThrow();
    ended += Number(numUpdatedRows);
  }
  return ended === ids.length;
}

const contextOf = (entry: Pick<NotificationEntry, "club_code" | "account_id" | "kind" | "key">) =>
  ["notification", entry.club_code, entry.account_id, entry.kind, entry.key].join("\n");

/** Seals what an entry says: it may name people. */
export const sealContent = (
  entry: Pick<NotificationEntry, "club_code" | "account_id" | "kind" | "key">,
  content: object,
): string => seal(JSON.stringify(content), contextOf(entry));

/** Opens an entry's content; null if its secret is gone. */
export function openContent(entry: NotificationEntry): unknown {
  const text = unseal(entry.content, contextOf(entry));
  return text === null ? null : (JSON.parse(text) as unknown);
}
