import { z } from "zod";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { postmark, SENDING_ID, sendingOf } from "./postmark.server.ts";

/** Decisions made between a backup and its restore are repeated within this many days, if at all. */
const DOUBT_DAYS = 3;
/** Searches at a time: Postmark finds a sending by one value only. */
const SEARCHES_AT_ONCE = 5;
const META_KEY = "restored";
const noted = z.object({ at: z.string() });

/**
 * Marks the control database as a backup's copy. Queued mail may already have been sent; each mail counts as tried, so
 * that Postmark is asked first.
 * @returns how many mails wait
 */
export function noteRestore(control: ControlDb): Promise<number> {
  const at = now().toISOString();
  return inTransaction(control, async (tx) => {
    const value = JSON.stringify({ at });
    await tx
      .insertInto("meta")
      .values({ key: META_KEY, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    const { numUpdatedRows } = await tx
      .updateTable("mails")
      .set({ attempted_at: at })
      .where("status", "=", "queued")
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

type Queued = Pick<MailsTable, "created_at" | "attempted_at">;

/**
 * Returns the time since which a mail may have been decided and sent before a restore; null for a mail without doubt.
 * @returns a function, so that many mails cost one query
 */
export async function doubtSince(control: ControlDb): Promise<(mail: Queued) => string | null> {
  const meta = await control
    .selectFrom("meta")
    .select("value")
    .where("key", "=", META_KEY)
    .executeTakeFirst();
  if (!meta) return () => null;
  const { at } = noted.parse(JSON.parse(meta.value));
  const over = new Date(Date.parse(at) + DOUBT_DAYS * DAY_MS).toISOString();
  return ({ created_at, attempted_at }) =>
    attempted_at === null && created_at >= at && created_at < over ? at : null;
}

type Wanted = Pick<MailsTable, "id" | "key" | "stream" | "to_address">;

/** Finds Postmark's ids of mails with the same sending to the same address, by our mails' ids. */
export async function findSendings(mails: readonly Wanted[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const open = [...mails];
  const search = async () => {
    for (let mail = open.pop(); mail; mail = open.pop()) {
      const { Messages } = await postmark().getOutboundMessages({
        count: 1,
        offset: 0,
        messageStream: mail.stream,
        recipient: mail.to_address,
        [`metadata_${SENDING_ID}`]: sendingOf(mail),
      });
      const [message] = Messages;
      if (message) found.set(mail.id, message.MessageID);
    }
  };
  await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, search));
  return found;
}
