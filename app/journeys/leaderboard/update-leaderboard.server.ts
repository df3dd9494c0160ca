import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { leaderboardEntries } from "#app/domain/club/leaderboard/entries.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import {
  clubsOnLeaderboard,
  dueEntries,
  knownClubs,
  rebuildBoards,
  replaceEntries,
} from "#app/domain/control/leaderboard/entries.server.ts";
import { clubFailed, clubWorks, shouldRetryClub } from "#app/journeys/clubs/club-unavailable.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** After so many changes under our eyes the delivery gives up for now; the jobs process tries again. */
const READS = 20;
const DUE_AT_ONCE = 500;

/** A club's file and the control database that shows it on the boards. */
interface EventContext {
  control: ControlDb;
  db: ClubDb;
  clubCode: string;
}

/**
 * Brings the rows of a club's teams up to date. Two processes may do so at once, and one may write what it read
 * before the other: so each who wrote something reads again, until the file still says what it wrote. Whoever writes last
 * has then read after every change that nobody else will deliver.
 * @returns how many rows changed
 */
export async function updateEntries(
  { control, db, clubCode }: EventContext,
  teams: TeamScope,
): Promise<number> {
  let entries = await leaderboardEntries(db, teams, now());
  let changed = 0;
  for (let read = 0; read < READS; read += 1) {
    const written = await replaceEntries(control, { clubCode, teams, entries });
    // Nothing was overwritten: who changes the file from now on brings that here.
    if (written === 0) return changed;
    changed += written;
    const since = await leaderboardEntries(db, teams, now());
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

/** Brings the rows up to date whose figures a kick-off has changed since. For the jobs process. */
export async function updateDueEntries({ control, clubs }: Platform): Promise<number> {
  const at = now();
  let changed = 0;
  let due = await dueEntries(control, at, DUE_AT_ONCE);
  while (due.length > 0) {
    for (const [clubCode, teams] of teamsByClub(due)) {
      if (!shouldRetryClub(clubs, clubCode)) continue;
      changed += (await projectClub({ control, clubs }, clubCode, teams)) ?? 0;
    }
    // The rows of a club that is down stay due: go on behind them, so that they hold up nobody.
    due = await dueEntries(control, at, DUE_AT_ONCE, due.at(-1));
  }
  return changed;
}

export interface Rebuilt {
  clubs: number;
  changedRows: number;
  /** Clubs whose file could not be read (the log says why): their rows are left as they were. */
  failed: string[];
  /** Files of clubs that the platform does not know: they have no place on the boards. */
  unknown: string[];
}

/** Makes every row anew from the clubs' files, then the books that the boards are read from. One bad file does not stop the others. */
export async function rebuildLeaderboard({ control, clubs }: Platform): Promise<Rebuilt> {
  const rebuilt: Rebuilt = { clubs: 0, changedRows: 0, failed: [], unknown: [] };
  const known = await knownClubs(control);
  for (const clubCode of new Set([...clubs.codes(), ...(await clubsOnLeaderboard(control))])) {
    if (!known.has(clubCode)) {
      rebuilt.unknown.push(clubCode);
      continue;
    }
    const changed = await projectClub({ control, clubs }, clubCode, "all");
    if (changed === null) rebuilt.failed.push(clubCode);
    else {
      rebuilt.clubs += 1;
      rebuilt.changedRows += changed;
    }
  }
  await rebuildBoards(control);
  return rebuilt;
}

/** updateEntries for work over many clubs: null, and a line in the log, where a club cannot be brought up to date. */
async function projectClub(
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
