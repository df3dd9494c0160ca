import { EXTERNAL_ID_MAX, LOCATION_MAX, OPPONENT_MAX } from "#app/domain/club/games/game-changes.ts";
import {
  type DateStyle,
  type ReadDate,
  type ReadTime,
  readDate,
  readTime,
} from "#app/domain/values/written-dates.ts";
import { memoize } from "#app/runtime/memoize.ts";
import { findRowTeams, type RowReport, type TeamLookup } from "./row-teams.ts";
import type { FileGame, ReadRow, ScheduleField, ScheduleRow } from "./schedule-file.ts";
import { calledOff, isBye, oneLine, readOpponent, readStatus, shortened } from "./schedule-values.ts";

const statusOf = memoize(readStatus);

/** How to read the rows of one file: the club's teams, and the file's dates. */
export interface RowLookup extends TeamLookup {
  dateOf: (text: string) => ReadDate | null;
}

/** Reads the dates of one file, each text once. */
export const dateReader = (style: DateStyle = {}) => memoize((text) => readDate(text, style));

const clockOf = memoize((text) => readTime(text) ?? timeBehindDate(text));

/** Reads one row: its games (two if both teams are the club's) and everything that is wrong with it. */
export function readScheduleRow(raw: ScheduleRow, lookup: RowLookup): ReadRow {
  const { row, isCalledOff } = withoutCallOff(withCleanCells(raw));
  const read: ReadRow = { line: row.line, issues: [], games: [], mentions: [] };
  const error = (text: string) => void read.issues.push({ level: "error", text });
  const warn = (text: string) => void read.issues.push({ level: "warning", text });
  const cell = (field: ScheduleField) => row.cells[field] ?? "";

  if (row.shape === "short") error("Fewer cells than the header: row skipped");
  if (row.shape === "long") error("More cells than the header: is there a comma without quotation marks?");
  if (read.issues.length > 0) return read;
  if (cell("eventType") && !/game|match|scrimmage|friendly|tournament/i.test(cell("eventType"))) {
    warn(`"${shortened(cell("eventType"))}" is not a game: row skipped`);
    return read;
  }

  if (NAMES.some((field) => namesNobody(cell(field)))) {
    warn("A bye is no game: row skipped");
    return read;
  }

  const status = statusOf(cell("status"));
  if (status === null) warn(`Status "${shortened(cell("status"))}" is not known: it is left as it is`);
  if (status === "unscheduled" && !cell("date")) {
    warn("Not scheduled yet, it has no date: row skipped");
    return read;
  }
  if (status === "postponed") warn("Postponed: it counts as cancelled until the file has a new date");

  if (cell("repeats")) warn("Repeats in the calendar: only its first date is read");

  const when = lookup.dateOf(cell("date"));
  if (!cell("date")) error("Date is missing");
  else if (!when) error(`Date "${shortened(cell("date"))}" cannot be read: use MM/DD/YYYY or YYYY-MM-DD`);
  const time = timeOf(cell("time"), when?.time, { error, warn });

  const venue = [cell("location"), cell("place")].filter(Boolean).join(", ");
  if (venue.length > LOCATION_MAX) error(`Location is longer than ${LOCATION_MAX} characters`);
  const externalId = cell("externalId") || undefined;
  if (externalId && externalId.length > EXTERNAL_ID_MAX)
    error(`The game's number is longer than ${EXTERNAL_ID_MAX} characters`);

  const { teams, mentions } = findRowTeams(row, lookup, when?.date, { error, warn });
  read.mentions = mentions;
  for (const { opponent } of teams) {
    if (!opponent) error("Opponent is missing");
    else if (opponent.length > OPPONENT_MAX) error(`Opponent is longer than ${OPPONENT_MAX} characters`);
  }
  if (!when || read.issues.some(({ level }) => level === "error")) return read;
  // Written out: an object that another is spread into and then changed costs ten times as much.
  read.games = teams.map((team) => ({
    teamId: team.teamId,
    opponent: team.opponent,
    homeAway: team.homeAway ?? (/\baway\b/i.test(venue) ? "away" : undefined),
    date: when.date,
    time,
    location: venue || undefined,
    status: isCalledOff
      ? "called-off"
      : status === "postponed"
        ? "cancelled"
        : fileStatus(cell("status"), status),
    externalId,
  }));
  return read;
}

/** The cells that name who plays. */
const NAMES = ["opponent", "otherOpponent", "home", "away"] as const;
/** 'Bye' and 'vs. Bye'. A longer text is a name, which nearly every row has: it is recognized without a pattern. */
const namesNobody = (text: string) =>
  text.length > 0 && text.length <= LONGEST_BYE && (isBye(text) || isBye(readOpponent(text).opponent));
const LONGEST_BYE = 20;

/** 'Cancelled - Lions' is the Lions, and a game that is called off. */
function withoutCallOff(row: ScheduleRow): { row: ScheduleRow; isCalledOff: boolean } {
  let isCalledOff = false;
  for (const field of [...NAMES, "title"] as const) {
    const text = row.cells[field];
    const name = text ? calledOff(text) : null;
    if (!name) continue;
    row.cells[field] = name;
    isCalledOff = true;
  }
  return { row, isCalledOff };
}

/** Every cell as one line. */
function withCleanCells({ line, shape, cells }: ScheduleRow): ScheduleRow {
  const clean: ScheduleRow["cells"] = {};
  for (const field of Object.keys(cells) as ScheduleField[]) clean[field] = oneLine(cells[field] ?? "");
  return { line, shape, cells: clean };
}

function fileStatus(text: string, status: ReturnType<typeof readStatus>): FileGame["status"] {
  if (!text || status === null) return undefined;
  return status === "cancelled" || status === "deleted" ? status : "on";
}

/** @param timeInDate the time that stood behind the date, used if the time's own cell is empty. */
function timeOf(text: string, timeInDate: string | undefined, report: RowReport): string | null | undefined {
  if (!text) return timeInDate;
  const read = clockOf(text);
  if (read === "TBD") return null;
  if (!read) {
    report.error(`Time "${shortened(text)}" cannot be read: use HH:MM AM/PM, or TBD`);
    return undefined;
  }
  if (read.guessed) report.warn(`Time "${shortened(text)}" has no AM or PM and is read as the morning`);
  return read.time;
}

/** Some spreadsheets write the whole date into the time's cell. */
function timeBehindDate(text: string): ReadTime | null {
  const time = readDate(text)?.time;
  return time ? { time, guessed: false } : null;
}
