import type { ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Lets the pending agreements expire whose time is up (product.md#agreements). @returns when the next one expires */
export async function expireDue(tx: ClubTx, at: Date): Promise<Date | null> {
  const expired = await tx
    .updateTable("agreements")
    .set({ status: "expired", next_reminder_at: null })
    .where("status", "=", "pending")
    .where("expires_at", "<=", at.toISOString())
    .returning(["id", "issue", "expires_at"])
    .execute();
  const events = expired.map(({ id, issue, expires_at }) => ({
    id: newId(),
    agreement_id: id,
    kind: "expired" as const,
    at: at.toISOString(),
    by_name: "",
    detail: "",
    key: `${id}:${issue}:expired:${expires_at}`,
  }));
  await insertRows(tx, "agreement_events", events, yieldToEventLoop());
  const { next } = await tx
    .selectFrom("agreements")
    .select((eb) => eb.fn.min("expires_at").as("next"))
    .where("status", "=", "pending")
    .where("expires_at", "is not", null)
    .executeTakeFirstOrThrow();
  return next ? new Date(next) : null;
}
