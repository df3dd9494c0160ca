import type { ClubDb } from "#app/db/club/schema.ts";
import {
  type FileTeam,
  fileTeamsOf,
  type TeamQuestions,
  teamQuestions,
} from "#app/domain/club/imports/file-teams.ts";
import { type Issue, statusOf } from "#app/domain/club/imports/import-file.ts";
import { importNames } from "#app/domain/club/imports/import-names.server.ts";
import { parseRows, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { type ImportCounter, uncounted } from "#app/domain/club/imports/import-subject.ts";
import { teamsOfImport } from "#app/domain/club/imports/imports.server.ts";
import { type RowsSummary, summarizeRows } from "#app/domain/club/imports/issue-groups.ts";
import { type ClubTeam, teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { nameKey } from "#app/domain/values/names.ts";
import { momentsIn } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { clockOf } from "./file-zones.ts";
import type { PlannedGame, StoredGame } from "./planned-game.ts";
import { dateReader, readScheduleRow } from "./read-row.ts";
import { isNeitherOurs } from "./row-teams.ts";
import type { FileGame, ReadRow, ScheduleHead, ScheduleRow } from "./schedule-file.ts";
import { SchedulePlan } from "./schedule-plan.ts";

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
  const teams = await teamsOfImport(db, head);
  const names = await importNames(db);
  const clubNames = [club.name, ...names.clubs];
  const pause = yieldToEventLoop();
  const lookup = {
    matcher: teamMatcher(clubNames, teams),
    choices: { ...names.choices, ...head.choices },
    teamIds: new Set(teams.map(({ id }) => id)),
    ours: new Set(head.ours),
    dateOf: dateReader(head.dates),
    localTime: clockOf(club.timezone),
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
  dropSharedIds(reads);
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

/** The most rows of one team that are versions of one game: as it was, and as it is. */
const MOST_VERSIONS = 2;

/** Drops numbers that games against different opponents share, or that many have: they identify no game. */
function dropSharedIds(reads: readonly ReadRow[]): void {
  const known = new Map<string, { opponent: string; rows: number; isShared: boolean }>();
  const keyOf = ({ teamId, externalId }: FileGame) => `${teamId} ${externalId}`;
  let hasShared = false;
  for (const { games } of reads)
    for (const game of games) {
      if (!game.externalId) continue;
      const before = known.get(keyOf(game));
      if (!before) {
        known.set(keyOf(game), { opponent: game.opponent, rows: 1, isShared: false });
        continue;
      }
      before.rows += 1;
      if (before.rows > MOST_VERSIONS || nameKey(before.opponent) !== nameKey(game.opponent)) {
        before.isShared = true;
        hasShared = true;
      }
    }
  if (!hasShared) return;
  for (const { games } of reads)
    for (const game of games) if (known.get(keyOf(game))?.isShared) game.externalId = undefined;
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
  const effects = {
    add: "added",
    change: "changed",
    same: "unchanged",
    ask: "unchanged",
    none: "skipped",
  } as const;
  for (const { status, games } of rows) {
    counts[status] += 1;
    if (games.length === 0) counts.skipped += 1;
    for (const { effect } of games) counts[effects[effect.kind]] += 1;
  }
  return counts;
}

/** Teams whose games are read in one query. */
const TEAMS_PER_QUERY = 8;

/** The teams, numbers and dates that a file's games cover. */
interface Coverage {
  teamIds: Set<string>;
  externalIds: Set<string>;
  from: string;
  to: string;
}

function coverageOf(rows: readonly ReadRow[]): Coverage | null {
  const teamIds = new Set<string>();
  const externalIds = new Set<string>();
  let [from, to] = ["9999", "0000"];
  for (const { games } of rows) {
    for (const { teamId, date, externalId } of games) {
      teamIds.add(teamId);
      if (externalId) externalIds.add(externalId);
      if (date < from) from = date;
      if (date > to) to = date;
    }
  }
  return teamIds.size > 0 ? { teamIds, externalIds, from, to } : null;
}

/**
 * Loads the games that the file may mean: of its teams, and on its dates (now or as first planned) or with a number.
 * Read a few teams at a time, so that a large club does not hold the event loop.
 */
async function storedGames(db: ClubDb, coverage: Coverage): Promise<StoredGame[]> {
  const games: StoredGame[] = [];
  const pause = yieldToEventLoop();
  const teamIds = [...coverage.teamIds];
  for (let start = 0; start < teamIds.length; start += TEAMS_PER_QUERY) {
    const found = await gamesOfTeams(db, teamIds.slice(start, start + TEAMS_PER_QUERY), coverage);
    for (const game of found) games.push({ ...game, rated: Boolean(game.rated) });
    await pause();
  }
  return games.sort((a, b) => (a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0));
}

function gamesOfTeams(db: ClubDb, teamIds: string[], { from, to }: Coverage) {
  return db
    .selectFrom("games")
    .select(["id", "team_id", "opponent", "date", "time", "starts_at", "location", "home_away"])
    .select(["status", "original_date", "original_time", "external_id", "updated_at"])
    .select((eb) =>
      eb
        .exists(eb.selectFrom("ratings").select("ratings.id").whereRef("ratings.game_id", "=", "games.id"))
        .as("rated"),
    )
    .where("team_id", "in", teamIds)
    .where((eb) =>
      eb.or([
        eb("external_id", "is not", null),
        eb.between("date", from, to),
        eb.between("original_date", from, to),
      ]),
    )
    .execute();
}

/** A rated game that the file calls off, with the file's word for it. */
interface AskedGame {
  game: StoredGame;
  word: string;
}

/** Returns the games that the user may take out of the figures with an import (product/imports.md#schedule-import). */
export const askedGames = (rows: readonly Pick<ReviewedRow, "games">[]): AskedGame[] =>
  rows.flatMap(({ games }) =>
    games.flatMap(({ file: { word }, effect }) =>
      effect.kind === "ask" ? [{ game: effect.game, word }] : [],
    ),
  );

const MAX_MISSING = 10;
/** Most entries of a list that a form reads. */
const MAX_ASKED = 50;

/** Review as a preview's page shows it. */
export interface PreviewSummary extends TeamQuestions, RowsSummary<ReviewedRow> {
  head: ImportReview["head"];
  counts: ImportReview["counts"];
  missing: StoredGame[];
  missingCount: number;
  /** Rated games that the file calls off. */
  asked: AskedGame[];
  askedCount: number;
  /** Next question to the user, or the preview. */
  next: "columns" | "club" | "teams" | "preview";
  /** True if the file names both sides of its games, so that the user can say which are theirs. */
  hasSides: boolean;
  /** Rows of which neither side is a team of the club. */
  strangers: number;
}

/** Tells whether the user chooses columns before there is a preview. */
const asksColumns = ({ unsure = [], unread = false }: ScheduleHead) => unread || unsure.length > 0;

/** @param today YYYY-MM-DD on the club's clock: its season is that of a file without a year. */
export function summarizeReview(review: ImportReview, today: string): PreviewSummary {
  const { head, counts, rows, missing, fileTeams, clubTeams, clubNames } = review;
  const season = seasonOf(head.dates?.near ?? today).name;
  const names = { fileTeams, clubTeams, clubNames, choices: head.choices, season };
  const { openCount, unaskedCount: _, hasOwn, ...teams } = teamQuestions(names);
  const has = (field: string) => head.columns.some((column) => column.field === field);
  const hasSides = has("home") && has("away");
  const matched = rows.some(({ games }) => games.length > 0);
  const claimed = (head.ours?.length ?? 0) > 0;
  const asked = askedGames(rows);
  const asks = !matched && !head.asked && hasSides && !hasOwn;
  return {
    ...teams,
    head,
    counts,
    ...summarizeRows(rows),
    missing: missing.slice(0, MAX_MISSING),
    missingCount: missing.length,
    asked: asked.slice(0, MAX_ASKED),
    askedCount: asked.length,
    next: asksColumns(head)
      ? "columns"
      : asks
        ? "club"
        : (!matched || claimed) && !head.answered && openCount > 0
          ? "teams"
          : "preview",
    hasSides,
    strangers: rows.filter(({ issues }) => issues.some(({ text }) => isNeitherOurs(text))).length,
  };
}
