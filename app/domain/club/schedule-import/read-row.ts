import { EXTERNAL_ID_MAX, LOCATION_MAX, OPPONENT_MAX } from "#app/domain/club/games/game-changes.ts";
import { formatClock } from "#app/domain/values/times.ts";
import {
  type DateStyle,
  type FileTime,
  type ReadDate,
  readDate,
  readFileTime,
} from "#app/domain/values/written-dates.ts";
import { memoize } from "#app/runtime/memoize.ts";
import { findRowTeams, type RowReport, type TeamLookup } from "./row-teams.ts";
import type { FileGame, ReadRow, ScheduleField, ScheduleRow } from "./schedule-file.ts";
import {
  calledOff,
  isBye,
  isPlaceholder,
  joinPlaces,
  type NotPlayed,
  oneLine,
  readName,
  readOpponent,
  readStatus,
  shortened,
} from "./schedule-values.ts";

const statusOf = memoize(readStatus);

/** Context for reading one file's rows: the club's teams, and the file's dates. */
export interface RowLookup extends TeamLookup {
  dateOf: (text: string) => ReadDate | null;
  /** Returns a date and time in a zone on the club's clock; null for a zone that is not known. */
  localTime: (date: string, time: string, zone: string) => { date: string; time: string } | null;
}

/** Reads the dates of one file, each text once. */
export const dateReader = (style: DateStyle = {}) => memoize((text) => readDate(text, style));

const clockOf = memoize((text) => readFileTime(text) ?? timeBehindDate(text));

/** Reads one row: its games (two if both teams are the club's) and everything that is wrong with it. */
export function readScheduleRow(raw: ScheduleRow, lookup: RowLookup): ReadRow {
  const found = withoutCallOff(withCleanCells(raw));
  const { row, off, word } = found;
  const read: ReadRow = { line: row.line, issues: [], games: [], mentions: [] };
  const error = (text: string) => void read.issues.push({ level: "error", text });
  const warn = (text: string) => void read.issues.push({ level: "warning", text });
  const report = { error, warn };
  const cell = (field: ScheduleField) => row.cells[field] ?? "";

  if (row.shape === "short") error("Fewer cells than the header: row skipped");
  if (row.shape === "long") error("More cells than the header: is there a comma without quotation marks?");
  if (read.issues.length > 0) return read;
  if (cell("eventType") && !/game|match|scrimmage|friendly|tournament/i.test(cell("eventType"))) {
    warn(`"${shortened(cell("eventType"))}" is not a game: row skipped`);
    return read;
  }

  const nobody = nobodyIn(found);
  if (nobody) {
    warn(nobody);
    return read;
  }
  const place = withBareNames(row, report);

  const status = statusOf(cell("status"));
  if (status === null) warn(`Status "${shortened(cell("status"))}" is not known: it is left as it is`);
  if (status === "unscheduled" && !cell("date")) {
    warn("Not scheduled yet, it has no date: row skipped");
    return read;
  }
  if (status === "postponed" || off === "postponed")
    warn("Postponed: it counts as cancelled until the file has a new date");
  if (status === "forfeited" || off === "forfeited") warn("Forfeited: no game was played");

  if (cell("repeats") === "unread")
    warn("Repeats in the calendar, and its first date is deleted: add the other dates by hand");
  else if (cell("repeats")) warn("Repeats in the calendar: only its first date is read");

  const day = lookup.dateOf(cell("date"));
  if (!cell("date")) error("Date is missing");
  else if (!day) error(`Date "${shortened(cell("date"))}" cannot be read: use MM/DD/YYYY or YYYY-MM-DD`);
  const when = day ? startOf(cell("time"), day, lookup, report) : null;
  if (when?.time && cell("zone"))
    warn(
      `The time zone "${shortened(cell("zone"))}" is not known: ${formatClock(when.time)} is read on your club's clock`,
    );

  const venue = joinPlaces(cell("location"), cell("place")) || place;
  if (venue.length > LOCATION_MAX) error(`Location is longer than ${LOCATION_MAX} characters`);
  const externalId = cell("externalId") || undefined;
  if (externalId && externalId.length > EXTERNAL_ID_MAX)
    error(`The game's number is longer than ${EXTERNAL_ID_MAX} characters`);

  const { teams, mentions } = findRowTeams(row, lookup, when?.date, report);
  read.mentions = mentions;
  for (const { opponent } of teams) {
    if (!opponent) error("Opponent is missing");
    else if (opponent.length > OPPONENT_MAX) error(`Opponent is longer than ${OPPONENT_MAX} characters`);
    else if (opponent.includes(UNREAD)) warn(unreadLabel(opponent));
  }
  if (!when || read.issues.some(({ level }) => level === "error")) return read;
  // Written out: an object that another is spread into and then changed costs ten times as much.
  read.games = teams.map((team) => ({
    teamId: team.teamId,
    opponent: team.opponent,
    homeAway: team.homeAway ?? (/\baway\b/i.test(venue) ? "away" : undefined),
    date: when.date,
    time: when.time,
    location: venue || undefined,
    status: off ? "called-off" : fileStatus(cell("status"), status),
    word: shortened(word || cell("status")),
    externalId,
  }));
  return read;
}

/** The cells that name who plays. */
const NAMES = ["opponent", "otherOpponent", "home", "away"] as const;
/** Cells that may contain a call-off. */
const OFF_CELLS = [...NAMES, "title", "team", "time", "location", "place", "eventType"] as const;

const offOf = memoize(calledOff);
/** Opponents are many, the other cells repeat. */
const offIn = (field: (typeof OFF_CELLS)[number], text: string) =>
  field === "opponent" || field === "title" ? calledOff(text) : offOf(text);

interface OffRow {
  row: ScheduleRow;
  off: NotPlayed | null;
  word: string;
  /** True if the opponent's cell had no name. */
  isNameless: boolean;
}

/** Splits 'Cancelled - Lions' into the Lions, and a game that is called off. */
function withoutCallOff(row: ScheduleRow): OffRow {
  let [off, word, isNameless]: [NotPlayed | null, string, boolean] = [null, "", false];
  for (const field of OFF_CELLS) {
    const text = row.cells[field];
    const found = text ? offIn(field, text) : null;
    if (!found) continue;
    if (field !== "eventType") row.cells[field] = found.name;
    isNameless ||= found.name === "" && NAMES.some((name) => name === field);
    off ??= found.kind;
    word ||= found.word;
  }
  return { row, off, word, isNameless };
}

/** Returns why a row names no opponent: 'Bye', 'vs. Bye', '-', 'Winner of game 3', or nothing but 'Cancelled'. */
function nobodyIn({ row: { cells }, isNameless }: OffRow): string | null {
  if (isNameless) return "Called off, and its opponent is not named: row skipped";
  for (const field of NAMES) {
    const text = cells[field];
    if (!text || text.length > LONGEST_PLACEHOLDER || !MAYBE_NOBODY.test(text)) continue;
    const found = nobodyOf(text);
    if (found !== "") return found;
  }
  return null;
}
/** A longer text is a name, which nearly every row has. */
const LONGEST_PLACEHOLDER = 45;

/** Seen in a fraction of the time: nearly no name has it. */
const MAYBE_NOBODY =
  /^[^a-z]*$|bye|open|off week|no game|tb|t\.b|to be|n\/?a|none|unknown|vacant|placeholder|opponent|winner|loser|runner|place|seed/i;

const nobodyOf = memoize((text: string): string => {
  const { opponent } = readOpponent(text);
  if (isBye(text) || isBye(opponent)) return "A bye is no game: row skipped";
  return isPlaceholder(text) || isPlaceholder(opponent)
    ? `"${shortened(text)}" is no opponent yet: row skipped`
    : "";
});

/**
 * Leaves in the cells of names the names only, and says so.
 * @returns the place that stood behind a name, or ''
 */
function withBareNames({ cells }: ScheduleRow, { warn }: RowReport): string {
  let place = "";
  for (const field of NAMES) {
    const text = cells[field];
    if (!text) continue;
    const read = readName(text);
    if (read.name === text) continue;
    warn(`"${shortened(text)}" is read as "${shortened(read.name)}"`);
    cells[field] = read.name;
    if (read.homeAway && field === "opponent") cells.homeAway ||= read.homeAway;
    place ||= read.place ?? "";
  }
  return place;
}

/** Replacement character of a decoder for invalid bytes. */
const UNREAD = "\ufffd";
const unreadLabel = (text: string) =>
  `A letter of "${shortened(text)}" could not be read: correct it in the file`;

/** Returns every cell as one line. */
function withCleanCells({ line, shape, cells }: ScheduleRow): ScheduleRow {
  const clean: ScheduleRow["cells"] = {};
  for (const field of Object.keys(cells) as ScheduleField[]) clean[field] = oneLine(cells[field] ?? "");
  return { line, shape, cells: clean };
}

function fileStatus(text: string, status: ReturnType<typeof readStatus>): FileGame["status"] {
  if (!text || status === null) return undefined;
  if (status === "postponed" || status === "forfeited") return "cancelled";
  return status === "cancelled" || status === "deleted" ? status : "on";
}

const MIDNIGHT = "00:00";
/** Earliest kick-off. */
const EARLIEST = "05:00";

/**
 * Reads the date and time of a row. A program that has no time writes midnight, which is never a kick-off.
 * @param day the row's date, with the time behind it, which is used if the time's own cell is empty
 */
function startOf(
  text: string,
  day: ReadDate,
  { localTime }: RowLookup,
  report: RowReport,
): { date: string; time: string | null | undefined } {
  const { date } = day;
  const read = text
    ? clockOf(text)
    : day.time
      ? { time: day.time, zone: day.zone, guessed: false }
      : undefined;
  if (read === undefined) return { date, time: undefined };
  if (read === "TBD") return { date, time: null };
  if (!read) {
    report.error(`Time "${shortened(text)}" cannot be read: use HH:MM AM/PM, or TBD`);
    return { date, time: undefined };
  }
  if (read.guessed) report.warn(`Time "${shortened(text)}" has no AM or PM and is read as the morning`);
  if (read.time === MIDNIGHT) {
    if (text) report.warn(`Time "${shortened(text)}" is midnight: it is read as no time`);
    return { date, time: undefined };
  }
  const local = read.zone ? localTime(date, read.time, read.zone) : null;
  if (local && local.time !== read.time)
    report.warn(
      `${formatClock(read.time)} ${read.zone?.toUpperCase()} is ${formatClock(local.time)} on your club's clock`,
    );
  const start = local ?? { date, time: read.time };
  if (start.time < EARLIEST && !read.guessed)
    report.warn(`${formatClock(start.time)} is in the night: check AM and PM`);
  return start;
}

/** Reads the time behind a date: some spreadsheets write the whole date into the time's cell. */
function timeBehindDate(text: string): FileTime | null {
  const read = readDate(text);
  return read?.time ? { time: read.time, zone: read.zone, guessed: false } : null;
}
