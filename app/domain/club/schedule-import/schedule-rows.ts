import { memoize } from "#app/runtime/memoize.ts";
import type { ScheduleField } from "./schedule-columns.ts";
import { type FoundSide, type SideContext, sidesOf } from "./schedule-sides.ts";
import { oneLine, type ReadTime, readDate, readStatus, readTime, shortened } from "./schedule-values.ts";

/** One row of a schedule file, only the cells that are needed. */
export interface ScheduleRow {
  /** The file's own line number. */
  line: number;
  /** Whether the row has fewer or more cells than the header. */
  shape: "whole" | "short" | "long";
  cells: Partial<Record<ScheduleField, string>>;
}

export interface Issue {
  level: "error" | "warning";
  text: string;
}

/** A game as a row tells it. What the row does not say is undefined and never changes what is stored. */
export interface FileGame {
  teamId: string;
  opponent: string;
  date: string;
  /** HH:MM; null: to be decided; undefined: not said. */
  time: string | null | undefined;
  location: string | undefined;
  homeAway: "home" | "away" | undefined;
  status: "on" | "cancelled" | "deleted" | undefined;
  externalId: string | undefined;
  /** Whether the other side is a team of the club too: the two games are linked by their external id. */
  linked: boolean;
}

export interface ReadRow {
  line: number;
  issues: Issue[];
  games: FileGame[];
  /** Names that the person can assign to a team by hand. */
  sides: FoundSide[];
}

export const OPPONENT_MAX = 120;
export const LOCATION_MAX = 200;
export const EXTERNAL_ID_MAX = 100;

const statusOf = memoize(readStatus);
const dateOf = memoize(readDate);
const clockOf = memoize((said) => readTime(said) ?? timeBehindDate(said));

/** Reads one row: the games in it (two where both sides are the club's), and everything that is wrong with it. */
export function readScheduleRow(raw: ScheduleRow, context: SideContext): ReadRow {
  const row = tidied(raw);
  const answer: ReadRow = { line: row.line, issues: [], games: [], sides: [] };
  const wrong = (text: string) => void answer.issues.push({ level: "error", text });
  const remark = (text: string) => void answer.issues.push({ level: "warning", text });
  const cell = (field: ScheduleField) => row.cells[field] ?? "";

  if (row.shape === "short") wrong("Fewer cells than the header: row skipped");
  if (row.shape === "long") wrong("More cells than the header: is there a comma without quotation marks?");
  if (answer.issues.length > 0) return answer;
  if (cell("eventType") && !/game|match|scrimmage|friendly|tournament/i.test(cell("eventType"))) {
    remark(`"${shortened(cell("eventType"))}" is not a game: row skipped`);
    return answer;
  }

  const status = statusOf(cell("status"));
  if (status === null) remark(`Status "${shortened(cell("status"))}" is not known: it is left as it is`);
  if (status === "unscheduled" && !cell("date")) {
    remark("Not scheduled yet, it has no date: row skipped");
    return answer;
  }
  if (status === "postponed") remark("Postponed: it counts as cancelled until the file has a new date");

  const when = dateOf(cell("date"));
  if (!cell("date")) wrong("Date is missing");
  else if (!when) wrong(`Date "${shortened(cell("date"))}" cannot be read: use MM/DD/YYYY or YYYY-MM-DD`);
  const time = timeOf(cell("time"), when?.time, wrong, remark);

  const venue = [cell("location"), cell("place")].filter(Boolean).join(", ");
  if (venue.length > LOCATION_MAX) wrong(`Location is longer than ${LOCATION_MAX} characters`);
  const externalId = cell("externalId") || undefined;
  if (externalId && externalId.length > EXTERNAL_ID_MAX)
    wrong(`The game's number is longer than ${EXTERNAL_ID_MAX} characters`);

  const sides = sidesOf(row, context, when?.date, { wrong, remark });
  answer.sides = sides.named;
  for (const { opponent } of sides.games) {
    if (!opponent) wrong("Opponent is missing");
    else if (opponent.length > OPPONENT_MAX) wrong(`Opponent is longer than ${OPPONENT_MAX} characters`);
  }
  if (!when || answer.issues.some(({ level }) => level === "error")) return answer;
  // Written out: an object that another is spread into and then changed costs ten times as much.
  answer.games = sides.games.map((side) => ({
    teamId: side.teamId,
    opponent: side.opponent,
    homeAway: side.homeAway ?? (/\baway\b/i.test(venue) ? "away" : undefined),
    date: when.date,
    time,
    location: venue || undefined,
    status: status === "postponed" ? "cancelled" : fileStatus(cell("status"), status),
    externalId,
    linked: sides.games.length > 1,
  }));
  return answer;
}

/** Every cell as one line, once. */
function tidied({ line, shape, cells }: ScheduleRow): ScheduleRow {
  const tidy: ScheduleRow["cells"] = {};
  for (const field of Object.keys(cells) as ScheduleField[]) tidy[field] = oneLine(cells[field] ?? "");
  return { line, shape, cells: tidy };
}

function fileStatus(said: string, status: ReturnType<typeof readStatus>): FileGame["status"] {
  if (!said || status === null) return undefined;
  return status === "cancelled" || status === "deleted" ? status : "on";
}

function timeOf(
  said: string,
  besideDate: string | undefined,
  wrong: (text: string) => void,
  remark: (text: string) => void,
): string | null | undefined {
  if (!said) return besideDate;
  const read = clockOf(said);
  if (read === "TBD") return null;
  if (!read) {
    wrong(`Time "${shortened(said)}" cannot be read: use HH:MM AM/PM, or TBD`);
    return undefined;
  }
  if (read.guessed) remark(`Time "${shortened(said)}" has no AM or PM and is read as the morning`);
  return read.time;
}

/** Some spreadsheets write the whole date into the time's cell. */
function timeBehindDate(said: string): ReadTime | null {
  const time = readDate(said)?.time;
  return time ? { time, guessed: false } : null;
}
