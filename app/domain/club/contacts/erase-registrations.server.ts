import type { ClubTx } from "#app/db/club/schema.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Who registers and does not confirm the address within this time is erased (product.md#agreements). */
export const UNCONFIRMED_DAYS = KEEP.unconfirmedDays;

/** Erases the registrations whose address was not confirmed in time. @returns when the next one's time comes */
export async function eraseUnconfirmedRegistrations(tx: ClubTx, at: Date): Promise<Date | null> {
  const before = new Date(at.getTime() - UNCONFIRMED_DAYS * DAY_MS).toISOString();
  await tx
    .deleteFrom("registrations")
    .where("status", "=", "unconfirmed")
    .where("created_at", "<=", before)
    .execute();
  const { oldest } = await tx
    .selectFrom("registrations")
    .select((eb) => eb.fn.min("created_at").as("oldest"))
    .where("status", "=", "unconfirmed")
    .executeTakeFirstOrThrow();
  return oldest ? new Date(Date.parse(oldest) + UNCONFIRMED_DAYS * DAY_MS) : null;
}
