import type { ClubDb } from "#app/db/club/schema.ts";
import { type FileTeam, fileTeamsOf } from "#app/domain/club/imports/file-teams.ts";
import { type ImportCounter, uncounted } from "#app/domain/club/imports/import-counter.ts";
import { type Issue, statusOf } from "#app/domain/club/imports/import-file.ts";
import { importNames } from "#app/domain/club/imports/import-names.server.ts";
import { parseRows, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { clubTeams } from "#app/domain/club/imports/imports.server.ts";
import { type ClubTeam, teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { momentsIn } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { PlannedGame, StoredGame } from "./planned-game.ts";
import { dateReader, readScheduleRow } from "./read-row.ts";
import type { ReadRow, ScheduleHead, ScheduleRow } from "./schedule-file.ts";
import { SchedulePlan } from "./schedule-plan.ts";
import { coverageOf, storedGames } from "./stored-games.server.ts";

/** One row of the file with what it would do. */
export interface ReviewedRow {
  row: ScheduleRow;
  status: "valid" | "warning" | "error";
  issues: Issue[];
  games: PlannedGame[];
}

export interface ImportReview {
  head: ScheduleHead;
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
  const { head, lines } = splitPayload<ScheduleHead>(payload);
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
    fileTeams: fileTeamsOf(reads, ({ games }) => games.length > 0),
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
