import { DAY_MS } from "#app/runtime/durations.ts";

/** A club may ask for its money back this long after its year began (product.md#guarantee). */
export const GUARANTEE_DAYS = 14;

/**
 * Whether the guarantee still runs.
 * @param termStartsAt ISO-8601 UTC
 */
export function guaranteeRuns(termStartsAt: string, at: Date): boolean {
  return at.getTime() < Date.parse(termStartsAt) + GUARANTEE_DAYS * DAY_MS;
}

/** The last moment of the guarantee, ISO-8601 UTC. */
export function guaranteeEnds(termStartsAt: string): string {
  return new Date(Date.parse(termStartsAt) + GUARANTEE_DAYS * DAY_MS).toISOString();
}
