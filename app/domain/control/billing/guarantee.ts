import { DAY_MS } from "#app/runtime/durations.ts";

/** Days after paying for a year in which a club may ask for its money back (product/billing.md#guarantee). */
export const GUARANTEE_DAYS = 14;

/**
 * Tells whether the guarantee of a year still runs.
 * @param paidAt when the year was paid, ISO-8601 UTC
 */
export function guaranteeRuns(paidAt: string, at: Date): boolean {
  return at.getTime() < Date.parse(paidAt) + GUARANTEE_DAYS * DAY_MS;
}

/** Returns the last moment of the guarantee, ISO-8601 UTC. */
export function guaranteeEnds(paidAt: string): string {
  return new Date(Date.parse(paidAt) + GUARANTEE_DAYS * DAY_MS).toISOString();
}
