import type { ControlTx } from "#app/db/control/schema.ts";
import { KEEP } from "#app/domain/values/retention.ts";

const DAY = 86_400_000;

/** The moment from which a cancelled club is erased, ISO-8601 UTC (product.md#leaving). */
export const erasedFrom = (termEndsAt: string): string =>
  new Date(Date.parse(termEndsAt) + KEEP.cancelledClubDays * DAY).toISOString();

/** Notes that a club cancelled, once. @returns whether it had not cancelled before */
export async function noteCancelled(tx: ControlTx, code: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("clubs")
    .set({ cancelled_at: at.toISOString() })
    .where("code", "=", code)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a cancellation back. @returns whether there was one */
export async function takeBackCancellation(tx: ControlTx, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("clubs")
    .set({ cancelled_at: null })
    .where("code", "=", code)
    .where("cancelled_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
