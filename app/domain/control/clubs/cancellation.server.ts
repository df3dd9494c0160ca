import type { ControlTx } from "#app/db/control/schema.ts";
import { KEEP } from "#app/domain/values/retention.ts";

const DAY = 86_400_000;

/** From when a cancelled club is erased: 90 days after its year, and 7 after the cancellation. Both in ISO-8601 UTC. */
export const erasedFrom = (termEndsAt: string, cancelledAt: string): string =>
  new Date(
    Math.max(
      Date.parse(termEndsAt) + KEEP.cancelledClubDays * DAY,
      Date.parse(cancelledAt) + KEEP.cancellationGraceDays * DAY,
    ),
  ).toISOString();

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
