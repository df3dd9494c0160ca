import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { leaderboardEntries } from "#app/domain/club/leaderboard/entries.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import {
  clubsOnLeaderboard,
  countChange,
  differingTeams,
  dueEntries,
  knownClubs,
  rebuildWords,
  replaceEntries,
} from "#app/domain/control/leaderboard/entries.server.ts";
import { makeSnapshot } from "#app/domain/control/leaderboard/snapshot.server.ts";
import { clubFailed, clubWorks, shouldRetryClub } from "#app/journeys/clubs/club-unavailable.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Most changes in between before the delivery gives up for now; the jobs process tries again. */
const READS = 20;
const DUE_AT_ONCE = 500;

/** A club's file, and the control database with its leaderboard entries. */
interface EventContext {
  control: ControlDb;
  db: ClubDb;
  clubCode: string;
}

/**
 * Brings the entries of a club's teams up to date. Two processes may do so at once, and either may overwrite newer
 * entries with older ones. So each writer reads the file again until it matches what was written: the last writer has
 * then read after every change.
 * @returns how many entries changed
 */
export async function updateEntries(
  { control, db, clubCode }: EventContext,
  teams: TeamScope,
): Promise<number> {
  const readEntries = () => shownEntries({ control, db, clubCode }, teams);
  let entries = await readEntries();
  let changed = 0;
  for (let read = 0; read < READS; read += 1) {
    const written = await replaceEntries(control, { clubCode, teams, entries });
    // Nothing was overwritten: a later change of the file brings its own event.
    if (written === 0) return changed;
    changed += written;
    const since = await readEntries();
    if (JSON.stringify(since) === JSON.stringify(entries)) return changed;
    entries = since;
    noteRetry(
      "leaderboard",
      { club: clubCode, read },
      "the teams changed meanwhile, their entries are read again",
    );
  }
  throw new Error("The teams change faster than their leaderboard entries can be written");
}

async function shownEntries({ control, db, clubCode }: EventContext, teams: TeamScope) {
  const entries = await leaderboardEntries(db, teams, now());
  return (await isHidden(control, clubCode)) ? [] : entries;
}

/** Loads the teams whose stored entries are not what the club's file gives by now. */
export const outdatedEntries = async (ctx: EventContext): Promise<string[]> =>
  differingTeams(ctx.control, { clubCode: ctx.clubCode, entries: await shownEntries(ctx, "all") });

/**
 * Tells whether a club's rows are hidden: a suspended one's are until its payment
 * (product/leaderboards.md#leaderboard).
 */
async function isHidden(control: ControlDb, clubCode: string): Promise<boolean> {
  const club = await control
    .selectFrom("clubs")
    .select("status")
    .where("code", "=", clubCode)
    .executeTakeFirst();
  return club?.status === "suspended";
}

/** Updates entries whose stats a kick-off has changed since they were written. For the jobs process. */
export async function updateDueEntries({ control, clubs }: Platform): Promise<number> {
  const at = now();
  let changed = 0;
  let due = await dueEntries(control, at, DUE_AT_ONCE);
  while (due.length > 0) {
    for (const [clubCode, teams] of teamsByClub(due)) {
      if (!shouldRetryClub(clubs, clubCode)) continue;
      changed += (await updateClub({ control, clubs }, clubCode, teams)) ?? 0;
    }
    // The entries of a club that is down stay due: continue after them, so they hold up no other club.
    due = await dueEntries(control, at, DUE_AT_ONCE, due.at(-1));
  }
  return changed;
}

export interface Rebuilt {
  clubs: number;
  changedRows: number;
  /** Clubs whose file could not be read (the log says why): their entries are left as they were. */
  failed: string[];
  /** Files of clubs that the platform does not know: they have no entries. */
  unknown: string[];
}

/** Rebuilds every entry from the clubs' files, then the text index and the snapshot. One bad file stops no other. */
export async function rebuildLeaderboard({ control, clubs }: Platform): Promise<Rebuilt> {
  const rebuilt: Rebuilt = { clubs: 0, changedRows: 0, failed: [], unknown: [] };
  const known = await knownClubs(control);
  for (const clubCode of new Set([...(await clubs.codes()), ...(await clubsOnLeaderboard(control))])) {
    if (!known.has(clubCode)) {
      rebuilt.unknown.push(clubCode);
      continue;
    }
    const changed = await updateClub({ control, clubs }, clubCode, "all");
    if (changed === null) rebuilt.failed.push(clubCode);
    else {
      rebuilt.clubs += 1;
      rebuilt.changedRows += changed;
    }
  }
  await rebuildWords(control);
  await countChange(control);
  await makeSnapshot(control);
  return rebuilt;
}

/** Updates entries for work over many clubs: null, and a line in the log, for a club that cannot be updated. */
export async function updateClub(
  { control, clubs }: Pick<Platform, "control" | "clubs">,
  clubCode: string,
  teams: TeamScope,
): Promise<number | null> {
  try {
    const changed = await clubs.use(clubCode, (db) => updateEntries({ control, db, clubCode }, teams));
    clubWorks(clubCode);
    return changed;
  } catch (error) {
    await clubFailed("leaderboard", { control, clubs }, clubCode, error);
    return null;
  }
}

function teamsByClub(rows: { clubCode: string; teamId: string }[]): Map<string, string[]> {
  const teams = new Map<string, string[]>();
  for (const { clubCode, teamId } of rows) teams.set(clubCode, [...(teams.get(clubCode) ?? []), teamId]);
  return teams;
}
