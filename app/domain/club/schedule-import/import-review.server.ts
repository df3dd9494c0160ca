import type { ClubDb } from "#app/db/club/schema.ts";
import { momentsIn } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type ImportHead, splitPayload, unpackRows } from "./import-payload.ts";
import { type PlannedGame, SchedulePlan, type StoredGame } from "./schedule-plan.ts";
import { type Issue, type ReadRow, readScheduleRow, type ScheduleRow } from "./schedule-rows.ts";
import { type OwnTeam, teamMatcher } from "./team-match.ts";

/** Teams whose games are read at once. */
const TEAMS_A_READ = 8;

/** One row of the file with what it would do. */
export interface ReviewedRow {
  row: ScheduleRow;
  status: "valid" | "warning" | "error";
  issues: Issue[];
  games: PlannedGame[];
}

/** A name in the file that is, or may be, one of the club's teams. */
export interface NamedTeam {
  key: string;
  text: string;
  /** What the file says of its age and gender: 'U-12 Boys', or ''. */
  about: string;
  rows: number;
  teamId: string | null;
  near: readonly string[];
  /** Whether rows cannot be imported because of it. */
  open: boolean;
}

export interface ImportReview {
  head: ImportHead;
  rows: ReviewedRow[];
  /** Rows by status, and games by what happens to them. */
  counts: Record<"valid" | "warning" | "error" | "added" | "changed" | "unchanged" | "skipped", number>;
  names: NamedTeam[];
  teams: OwnTeam[];
  /** Games of the file's teams inside its dates that the file does not have. */
  missing: StoredGame[];
}

/**
 * Compares a preview's rows with the club's games as they are now. Reads only; the same function shows the preview
 * and, inside the transaction, decides what the import does.
 * @param club its name, which file names may begin with, and its zone, in which the file's times are.
 */
export async function reviewImport(
  db: ClubDb,
  payload: string,
  club: { name: string; timezone: string },
): Promise<ImportReview> {
  const { head, lines } = splitPayload(payload);
  const teams = await ownTeams(db);
  const turn = yieldToEventLoop();
  const context = {
    matcher: teamMatcher(club.name, teams),
    choices: head.choices,
    ownTeams: new Set(teams.map(({ id }) => id)),
  };
  const read: { row: ScheduleRow; found: ReadRow }[] = [];
  for (const line of lines) {
    for (const row of unpackRows(head.columns, line)) {
      read.push({ row, found: readScheduleRow(row, context) });
      const others = turn();
      if (others) await others;
    }
  }
  const span = spanOf(read.map(({ found }) => found));
  const stored = span ? await storedGames(db, span) : [];
  const has = (field: string) => head.columns.some((column) => column.field === field);
  const plan = new SchedulePlan(stored, {
    at: now(),
    momentOf: momentsIn(club.timezone),
    newPairId: newId,
    hasTime: has("time"),
    hasLocation: has("location"),
    fileIds: span?.externalIds ?? new Set(),
  });
  const planned = await planAll(read, plan, turn);
  return {
    head,
    rows: planned,
    counts: countsOf(planned),
    names: namesOf(read.map(({ found }) => found)),
    teams,
    missing: span ? plan.missing(span.teams, span.from, span.to) : [],
  };
}

async function planAll(
  read: { row: ScheduleRow; found: ReadRow }[],
  plan: SchedulePlan,
  turn: () => Promise<void> | undefined,
): Promise<ReviewedRow[]> {
  const first: (PlannedGame | null)[][] = [];
  for (const { found } of read) {
    first.push(found.games.map((game) => plan.take(found.line, game)));
    const others = turn();
    if (others) await others;
  }
  const rows: ReviewedRow[] = [];
  for (const [place, { row, found }] of read.entries()) {
    const games = found.games.map((game, side) => first[place]?.[side] ?? plan.rest(found.line, game));
    plan.link(games);
    const issues = games.some((game) => game.issues.length > 0)
      ? [...found.issues, ...games.flatMap((game) => game.issues)]
      : found.issues;
    rows.push({ row, issues, games, status: statusOf(issues) });
    const others = turn();
    if (others) await others;
  }
  return rows;
}

function statusOf(issues: readonly Issue[]): ReviewedRow["status"] {
  if (issues.some(({ level }) => level === "error")) return "error";
  return issues.length > 0 ? "warning" : "valid";
}

function countsOf(rows: readonly ReviewedRow[]): ImportReview["counts"] {
  const counts = { valid: 0, warning: 0, error: 0, added: 0, changed: 0, unchanged: 0, skipped: 0 };
  const effects = { add: "added", change: "changed", same: "unchanged", none: "skipped" } as const;
  for (const { status, games } of rows) {
    counts[status] += 1;
    if (games.length === 0) counts.skipped += 1;
    for (const { effect } of games) counts[effects[effect.kind]] += 1;
  }
  return counts;
}

/** Names that are ours, may be ours, or stand in rows that name no team of ours; those to be settled first. */
function namesOf(rows: readonly ReadRow[]): NamedTeam[] {
  const names = new Map<string, NamedTeam>();
  for (const { sides, games } of rows) {
    for (const { key, text, about, teamId, near, elsewhere } of sides) {
      if (elsewhere) continue;
      const open = games.length === 0 && teamId === null && sides.every((side) => side.teamId === null);
      let known = names.get(key);
      if (!known) {
        known = { key, text, about, teamId, near, rows: 0, open: false };
        names.set(key, known);
      }
      known.rows += 1;
      known.open ||= open;
    }
  }
  return [...names.values()]
    .filter(({ teamId, near, open }) => teamId !== null || near.length > 0 || open)
    .sort((a, b) => rank(a) - rank(b) || b.rows - a.rows);
}

const rank = ({ open, near, teamId }: NamedTeam) => (open && near.length > 0 ? 0 : open ? 1 : teamId ? 2 : 3);

interface Span {
  teams: Set<string>;
  externalIds: Set<string>;
  from: string;
  to: string;
}

/** The teams and dates that the file is about. */
function spanOf(rows: readonly ReadRow[]): Span | null {
  const teams = new Set<string>();
  const externalIds = new Set<string>();
  let [from, to] = ["9999", "0000"];
  for (const { games } of rows) {
    for (const { teamId, date, externalId } of games) {
      teams.add(teamId);
      if (externalId) externalIds.add(externalId);
      if (date < from) from = date;
      if (date > to) to = date;
    }
  }
  return teams.size > 0 ? { teams, externalIds, from, to } : null;
}

export function ownTeams(db: ClubDb): Promise<OwnTeam[]> {
  return db
    .selectFrom("teams")
    .select(["id", "name", "age_group as ageGroup", "gender", "season"])
    .where("deleted_at", "is", null)
    .orderBy("name")
    .execute();
}

/**
 * The games that the file may mean: of its teams, on its dates (now or as first planned), or with a number. Some
 * teams at a time, so that a large club does not hold the event loop.
 */
async function storedGames(db: ClubDb, span: Span): Promise<StoredGame[]> {
  const games: StoredGame[] = [];
  const turn = yieldToEventLoop();
  const teams = [...span.teams];
  for (let start = 0; start < teams.length; start += TEAMS_A_READ) {
    const found = await gamesOfTeams(db, teams.slice(start, start + TEAMS_A_READ), span);
    for (const game of found) games.push({ ...game, rated: Boolean(game.rated) });
    await turn();
  }
  return games.sort((a, b) => (a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0));
}

function gamesOfTeams(db: ClubDb, teams: string[], { from, to }: Span) {
  return db
    .selectFrom("games")
    .select(["id", "team_id", "opponent", "date", "time", "starts_at", "location", "home_away"])
    .select(["status", "original_date", "original_time", "external_id"])
    .select((eb) =>
      eb
        .exists(eb.selectFrom("ratings").select("ratings.id").whereRef("ratings.game_id", "=", "games.id"))
        .as("rated"),
    )
    .where("team_id", "in", teams)
    .where((eb) =>
      eb.or([
        eb("external_id", "is not", null),
        eb.between("date", from, to),
        eb.between("original_date", from, to),
      ]),
    )
    .execute();
}
