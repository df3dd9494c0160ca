import type { Entry, Former } from "#app/db/backup-manifest.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";

/**
 * One former copy is kept for each age up to these: replaced at most this long ago, and longer ago than the age before.
 */
const AGES_MS = [10 * MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS];

/**
 * Returns the former copies of a file to keep: a few of growing age, so that damage which no check finds (rows deleted
 * by mistake) can be undone, and none from before an erasure.
 * @param formers the newest first, as they are returned
 */
export function keptFormers(
  formers: readonly Former[],
  { now, at }: { now: Entry | null; at: Date },
): Former[] {
  const oldest = new Map<number, Former>();
  for (const former of formers) {
    // A moment in the future: the clock was set back.
    const age = Math.max(0, at.getTime() - Date.parse(former.until));
    const rung = AGES_MS.findIndex((most) => age <= most);
    if (rung >= 0 && !isBeforeErasure(former, now)) oldest.set(rung, former);
  }
  return formers.filter((former) => [...oldest.values()].includes(former));
}

/**
 * Tells whether a copy is from before an erasure. A file that was emptied or restored by mistake has fewer erasures:
 * that erases no copy.
 */
const isBeforeErasure = (former: Former, now: Entry | null) =>
  (now?.erasedAt ?? "") > (former.erasedAt ?? "");
