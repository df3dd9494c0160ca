import type { ClubDb } from "#app/db/club/schema.ts";
import { momentsIn } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type ImportCounter, uncounted } from "./import-counter.ts";
import { importNames } from "./import-names.server.ts";
import { type ImportHead, parseRows, splitPayload } from "./import-payload.ts";
import type { PlannedGame, StoredGame } from "./planned-game.ts";
import { dateReader, readScheduleRow } from "./read-row.ts";
import type { Issue, ReadRow, ScheduleRow, TeamMention } from "./schedule-file.ts";
import { SchedulePlan } from "./schedule-plan.ts";
import { clubTeams, coverageOf, storedGames } from "./stored-games.server.ts";
import { type ClubTeam, teamMatcher } from "./team-match.ts";

/** One row of the file with what it would do. */
export interface ReviewedRow {
  row: ScheduleRow;
  status: "valid" | "warning" | "error";
  issues: Issue[];
  games: PlannedGame[];
}

/** A name in the file that is, or may be, one of the club's teams. */
export interface FileTeam extends Omit<TeamMention, "otherClub"> {
  rowCount: number;
  /** Whether rows cannot be imported until the user chooses a team. */
  unresolved: boolean;
}

export interface ImportReview {
  head: ImportHead;
  rows: ReviewedRow[];
  /** Rows by status, and games by what happens to them. */
  counts: Record<"valid" | "warning" | "error" | "added" | "changed" | "unchanged" | "skipped", number>;
  fileTeams: FileTeam[];
  clubTeams: ClubTeam[];
  /** The club's own name, and others that files have for it. */
  clubNames: string[];
  /** Games of the file's teams inside its dates that the file does not have. */
  missing: StoredGame[];
}

interface ReadLine {
  row: ScheduleRow;
  read: ReadRow;
}

/**
 * Compares a preview's rows with the club's games as they are now. Reads only; the same function shows the preview
 * and, inside the transaction, decides what the import does.
 * @param club its name, which names in the file may begin with, and its zone, in which the file's times are.
 */
export async function reviewImport(
  db: ClubDb,
  payload: string,
  club: { name: string; timezone: string },
  count: ImportCounter = uncounted,
): Promise<ImportReview> {
  const { head, lines } = splitPayload(payload);
  const teams = await clubTeams(db);
  const names = await importNames(db);
  const clubNames = [club.name, ...names.clubs];
  const pause = yieldToEventLoop();
  const lookup = {
    matcher: teamMatcher(clubNames, teams),
    choices: { ...names.choices, ...head.choices },
    teamIds: new Set(teams.map(({ id }) => id)),
    ours: new Set(head.ours),
    dateOf: dateReader(head.dates),
  };
  const readLines: ReadLine[] = [];
  for (const line of lines) {
    for (const row of parseRows(head.columns, line)) {
      readLines.push({ row, read: readScheduleRow(row, lookup) });
      count("reading", readLines.length, head.rowCount);
      const paused = pause();
      if (paused) await paused;
    }
  }
  const reads = readLines.map(({ read }) => read);
  const coverage = coverageOf(reads);
  const has = (field: string) => head.columns.some((column) => column.field === field);
  const plan = new SchedulePlan(coverage ? await storedGames(db, coverage) : [], {
    at: now(),
    momentOf: momentsIn(club.timezone),
    newPairId: newId,
    hasTime: has("time"),
    hasLocation: has("location"),
    fileIds: coverage?.externalIds ?? new Set(),
  });
  const rows = await planRows(readLines, plan, { pause, count });
  return {
    head,
    rows,
    counts: countRows(rows),
    fileTeams: fileTeamsOf(reads),
    clubTeams: teams,
    clubNames,
    missing: coverage ? plan.missingFromFile(coverage.teamIds, coverage.from, coverage.to) : [],
  };
}

async function planRows(
  readLines: readonly ReadLine[],
  plan: SchedulePlan,
  { pause, count }: { pause: () => Promise<void> | undefined; count: ImportCounter },
): Promise<ReviewedRow[]> {
  const exact: (PlannedGame | null)[][] = [];
  for (const { read } of readLines) {
    exact.push(read.games.map((game) => plan.matchExactly(read.line, game)));
    const paused = pause();
    if (paused) await paused;
  }
  const rows: ReviewedRow[] = [];
  for (const [index, { row, read }] of readLines.entries()) {
    const games = read.games.map((game, n) => exact[index]?.[n] ?? plan.matchLoosely(game));
    plan.linkPair(games);
    const issues = games.some((game) => game.issues.length > 0)
      ? [...read.issues, ...games.flatMap((game) => game.issues)]
      : read.issues;
    rows.push({ row, issues, games, status: statusOf(issues) });
    count("comparing", rows.length, readLines.length);
    const paused = pause();
    if (paused) await paused;
  }
  return rows;
}

function statusOf(issues: readonly Issue[]): ReviewedRow["status"] {
  if (issues.some(({ level }) => level === "error")) return "error";
  return issues.length > 0 ? "warning" : "valid";
}

function countRows(rows: readonly ReviewedRow[]): ImportReview["counts"] {
  const counts = { valid: 0, warning: 0, error: 0, added: 0, changed: 0, unchanged: 0, skipped: 0 };
  const effects = { add: "added", change: "changed", same: "unchanged", none: "skipped" } as const;
  for (const { status, games } of rows) {
    counts[status] += 1;
    if (games.length === 0) counts.skipped += 1;
    for (const { effect } of games) counts[effects[effect.kind]] += 1;
  }
  return counts;
}

/** Names that are ours, may be ours, or were declined; those that rows wait for first. */
function fileTeamsOf(rows: readonly ReadRow[]): FileTeam[] {
  const byKey = new Map<string, FileTeam>();
  for (const { mentions, games } of rows) {
    const withoutTeam = games.length === 0 && mentions.every(({ teamId }) => teamId === null);
    for (const mention of mentions) {
      if (mention.otherClub) continue;
      let team = byKey.get(mention.key);
      if (!team) {
        // Once a name: an object that another is spread into is slow to make.
        const { otherClub: _, ...said } = mention;
        team = { ...said, rowCount: 0, unresolved: false };
        byKey.set(mention.key, team);
      }
      team.rowCount += 1;
      team.unresolved ||= withoutTeam && !mention.declined && (mention.ours || mention.similar.length > 0);
    }
  }
  return [...byKey.values()]
    .filter(
      ({ teamId, similar, unresolved, declined }) =>
        teamId !== null || similar.length > 0 || unresolved || declined,
    )
    .sort((a, b) => rank(a) - rank(b) || b.rowCount - a.rowCount);
}

function rank({ unresolved, similar, teamId }: FileTeam): number {
  if (unresolved) return similar.length > 0 ? 0 : 1;
  return teamId ? 2 : 3;
}
