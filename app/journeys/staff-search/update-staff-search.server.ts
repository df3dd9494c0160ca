import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { idsOfTeams, searchedTeams } from "#app/domain/club/staff-search/searched-teams.server.ts";
import {
  type Comparison,
  clubsAfter,
  comparisonOf,
  idsOfSearched,
  keepComparison,
  replaceSearchedTeams,
} from "#app/domain/control/staff-search/searched-rows.server.ts";
import { clubFailed, clubWorks, shouldRetryClub } from "#app/journeys/clubs/club-unavailable.server.ts";
import { log } from "#app/observability/log.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

/** Most changes in between before the delivery gives up for now; the jobs process tries again. */
const READS = 20;
/** Teams of one transaction: other work gets its turn in between. */
const TEAMS_AT_ONCE = 10;

interface SearchContext {
  control: ControlDb;
  db: ClubDb;
  clubCode: string;
}

/**
 * Brings what staff find of a club's teams and games in line with its file. Two processes may do so at once: each reads
 * the file again until it matches what was written, so the last writer has read after every change.
 * @returns how many rows changed
 */
export async function updateStaffSearch(
  ctx: SearchContext,
  teams: "all" | readonly string[],
): Promise<number> {
  const ids = teams === "all" ? await everyTeam(ctx) : teams;
  let changed = 0;
  for (let from = 0; from < ids.length; from += TEAMS_AT_ONCE) {
    if (from > 0) await nextTurn();
    changed += await updateTeams(ctx, ids.slice(from, from + TEAMS_AT_ONCE));
  }
  return changed;
}

/** Loads the teams of the file, and those that are only in the index. */
const everyTeam = async ({ control, db, clubCode }: SearchContext) => [
  ...new Set([...(await idsOfTeams(db)), ...(await idsOfSearched(control, clubCode))]),
];

async function updateTeams({ control, db, clubCode }: SearchContext, looked: string[]): Promise<number> {
  let teams = await searchedTeams(db, looked);
  let changed = 0;
  for (let read = 0; read < READS; read += 1) {
    const written = await replaceSearchedTeams(control, clubCode, { looked, teams });
    // Nothing was overwritten: a later change of the file brings its own event.
    if (written === 0) return changed;
    changed += written;
    const since = await searchedTeams(db, looked);
    if (JSON.stringify(since) === JSON.stringify(teams)) return changed;
    teams = since;
  }
  throw new Error("The teams change faster than staff's search can follow");
}

/** Does the same for a whole club; null, and a line in the log, for one that cannot be read. */
export async function updateClubSearch(
  { control, clubs }: Pick<Platform, "control" | "clubs">,
  clubCode: string,
): Promise<number | null> {
  try {
    const changed = await clubs.use(clubCode, (db) => updateStaffSearch({ control, db, clubCode }, "all"));
    clubWorks(clubCode);
    return changed;
  } catch (error) {
    await clubFailed("staff search", { control, clubs }, clubCode, error);
    return null;
  }
}

/** The comparison begins at 08:00 UTC: between 1 and 4 at night in the United States. */
const NIGHT_HOUR = 8;
const CLUBS_AT_ONCE = 25;
/** Pause between clubs that leaves the machine to others. */
const PAUSE_MS = 50;

const nightOf = (at: Date) => new Date(at.getTime() - NIGHT_HOUR * HOUR_MS).toISOString().slice(0, 10);

/**
 * Compares what staff find with every club's file, once a night, mends what differs and reports it. The first time it
 * fills the index. Interrupted, it goes on where it was (product/platform-staff.md#staff-search).
 */
export async function compareStaffSearch({ control, clubs }: Platform, signal?: AbortSignal): Promise<void> {
  const last = await comparisonOf(control);
  if (last?.finishedAt && nightOf(new Date(last.finishedAt)) >= nightOf(now())) return;
  let comparison: Comparison =
    last && !last.finishedAt
      ? last
      : { ...{ startedAt: now().toISOString(), finishedAt: null, after: "" }, ...begun(last) };
  for (;;) {
    const chunk = await clubsAfter(control, comparison.after, CLUBS_AT_ONCE);
    for (const { code, busy } of chunk) {
      if (signal?.aborted) return;
      comparison = { ...comparison, after: code };
      if (!shouldRetryClub(clubs, code)) continue;
      const mended = await updateClubSearch({ control, clubs }, code);
      if (mended === null) continue;
      comparison.clubs += 1;
      if (!busy) comparison.mended += mended;
    }
    if (chunk.length < CLUBS_AT_ONCE) break;
    await keepComparison(control, comparison);
    await pause(PAUSE_MS);
  }
  await keepComparison(control, { ...comparison, finishedAt: now().toISOString() });
  const { clubs: compared, mended, fills } = comparison;
  const fields = { event: "staff search compared", clubs: compared, mended };
  if (mended > 0 && !fills) log.warn(fields, "staff's search differed from the clubs' files and was mended");
  else log.info(fields, "staff's search compared with the clubs' files");
}

const begun = (last: Comparison | null) => ({
  clubs: 0,
  mended: 0,
  fills: last ? (0 as const) : (1 as const),
});

/** Makes every row of staff's search anew from the clubs' files. One bad file stops no other. */
export async function rebuildStaffSearch({ control, clubs }: Platform) {
  const rebuilt = { clubs: 0, changedRows: 0, failed: [] as string[] };
  const startedAt = now().toISOString();
  for (let after = ""; ; ) {
    const chunk = await clubsAfter(control, after, CLUBS_AT_ONCE);
    for (const { code } of chunk) {
      const changed = await updateClubSearch({ control, clubs }, code);
      if (changed === null) rebuilt.failed.push(code);
      else {
        rebuilt.clubs += 1;
        rebuilt.changedRows += changed;
      }
      after = code;
    }
    if (chunk.length < CLUBS_AT_ONCE) break;
  }
  const finishedAt = now().toISOString();
  await keepComparison(control, {
    ...{ startedAt, finishedAt, after: "", clubs: rebuilt.clubs, mended: rebuilt.changedRows, fills: 1 },
  });
  return rebuilt;
}
