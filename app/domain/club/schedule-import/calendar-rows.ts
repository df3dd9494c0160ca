import type { CalendarReading, ReadEvent } from "#app/calendar/read-calendar.server.ts";
import { EXTERNAL_ID_MAX } from "#app/domain/club/games/game-changes.ts";
import { isZone, localAt, momentOf } from "#app/domain/values/times.ts";
import { memoize } from "#app/runtime/memoize.ts";
import type { CsvRow } from "#app/spreadsheets/read-csv.server.ts";
import { calledOff, oneLine, readOpponent, readTitle } from "./schedule-values.ts";

/** The events of a calendar file as the rows of a schedule file (product.md#schedule-import). Pure. */

const COLUMNS = [
  "Date",
  "Time",
  "Team",
  "Opponent",
  "Home Team",
  "Away Team",
  "Location",
  "Status",
  "Event ID",
  "Event Type",
  "Repeats in the calendar",
] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

type Calendar = Extract<CalendarReading, { ok: true }>;

/**
 * @param to.timezone of the club, on whose clock the rows are
 * @param to.hasTeam whether the user has said whose games these are: then the calendar's name is not asked
 * @param to.shortId shortens an id that is too long, always to the same text
 * @returns a header and a row for each event, with the columns that some event fills
 */
export function calendarRows(
  { name, zones, events }: Calendar,
  to: { timezone: string; hasTeam: boolean; shortId: (id: string) => string },
): CsvRow[] {
  const localTime = clockOf(to.timezone, zones);
  const team = to.hasTeam ? "" : teamOfCalendar(name);
  const rows = events.map((event) => ({
    line: event.line,
    cells: { ...whenCells(event, localTime), ...gameCells(event, team), ...aboutCells(event, to.shortId) },
  }));
  const columns = COLUMNS.filter(
    (column) => NEEDED.includes(column) || rows.some(({ cells }) => cells[column] !== undefined),
  );
  return [
    { line: 1, cells: [...columns] },
    ...rows.map(({ line, cells }) => ({ line, cells: columns.map((column) => cells[column] ?? "") })),
  ];
}

const NEEDED: readonly Column[] = ["Date", "Opponent"];

function whenCells({ start }: ReadEvent, localTime: ReturnType<typeof clockOf>): Cells {
  if (!start) return {};
  if (start.time === null) return { Date: start.date, Time: "TBD" };
  const local = localTime(start.date, start.time, start.zone);
  // Names the zone in the row's problem instead of guessing the time.
  if (!local) return { Date: start.date, Time: `${start.time} ${start.zone}` };
  return { Date: local.date, Time: local.time };
}

function aboutCells(
  { uid, location, cancelled, repeats }: ReadEvent,
  shortId: (id: string) => string,
): Cells {
  const id = oneLine(uid);
  return {
    Location: location || undefined,
    Status: cancelled ? "Cancelled" : undefined,
    "Event ID": id.length > EXTERNAL_ID_MAX ? shortId(id) : id || undefined,
    "Repeats in the calendar": repeats ? "yes" : undefined,
  };
}

/** 'Game: ', 'U12 League Match - ': says what it is, not who plays. */
const LABEL = /^(?:[\w-]{1,12} ){0,2}(?:game|match|scrimmage|friendly)(?: day)?(?: ?[:|\u2013-] | )/i;
const GAME_ONLY = /^(?:[\w-]{1,12} ){0,2}(?:game|match|scrimmage|friendly)$/i;
const NO_GAME =
  /\b(?:practice|training|meeting|party|dinner|lunch|banquet|photos?|pictures?|tryouts?|camp|clinic|fundraiser|car ?wash|volunteer)\b/i;
/** 'Camp Hill vs Hawks' is a game, 'Camp at Zilker Park' is not. */
const VERSUS = / (?:vs?\.?|versus) /i;
const CALLED_OFF = "Cancelled - ";

/** How our own calendars mark a game without a time. */
const OWN_TBD = / \(time TBD\)$/;
/** '[CANCELED] Hawks vs Rovers' */
const BRACKETED = /^[[(]cancell?ed[\])] ?(\S.*)$/i;

/** Who plays, by an event's title: 'Hawks vs Rovers', 'Hawks @ Rovers', 'Game vs. Rovers', '@ Rovers'. */
function gameCells({ summary }: ReadEvent, team: string): Cells {
  const whole = oneLine(summary).slice(0, 300).replace(OWN_TBD, "");
  const named = calledOff(whole) ?? BRACKETED.exec(whole)?.[1];
  const mark = named ? CALLED_OFF : "";
  const title = named ?? whole;
  if (NO_GAME.test(title) && !VERSUS.test(title)) return { "Event Type": title };
  const label = LABEL.exec(title)?.[0] ?? "";
  const plain = title.slice(label.length);
  const against = readOpponent(plain);
  if (against.homeAway) return { Team: team, Opponent: mark + plain };
  const sides = readTitle(plain);
  if (!sides)
    return label || GAME_ONLY.test(title) ? { Team: team, "Event Type": "Game" } : { "Event Type": title };
  return { "Home Team": mark + sides.home, "Away Team": sides.away };
}

/** 'Hawks' of 'Hawks Schedule'. */
const teamOfCalendar = (name: string) =>
  oneLine(name)
    .slice(0, 200)
    .replace(/\b(?:team )?(?:schedule|calendar|games|events)\b/gi, "")
    .replace(/^[\s|:\u2013-]+|(?<![\s|:\u2013-])[\s|:\u2013-]+$/g, "");

/** The program that wrote a calendar, as people call it. For display only. */
export function calendarSource({ program }: Calendar): string {
  const known = ["TeamSnap", "SportsEngine", "Google", "Outlook", "GotSport", "PlayMetrics", "Goodside"];
  const found = known.find((name) => program.toLowerCase().includes(name.toLowerCase()));
  return found ? `${found} calendar` : "calendar file";
}

/** The zones of calendar files (product.md#schedule-import). Pure. */

/** What Windows, and so Outlook, calls the zones in which American clubs play. */
const WINDOWS_ZONES: Record<string, string> = {
  "hawaiian standard time": "Pacific/Honolulu",
  "alaskan standard time": "America/Anchorage",
  "pacific standard time": "America/Los_Angeles",
  "us mountain standard time": "America/Phoenix",
  "mountain standard time": "America/Denver",
  "central standard time": "America/Chicago",
  "canada central standard time": "America/Regina",
  "us eastern standard time": "America/Indianapolis",
  "eastern standard time": "America/New_York",
  "atlantic standard time": "America/Halifax",
  "newfoundland standard time": "America/St_Johns",
  "sa western standard time": "America/Puerto_Rico",
  "west pacific standard time": "Pacific/Guam",
  "samoa standard time": "Pacific/Pago_Pago",
  "gmt standard time": "Europe/London",
  utc: "UTC",
};

/**
 * Converts local times of a file to a club's clock.
 * @param named other names that the file gives for its zones
 * @returns null for a zone that is not known
 */
function clockOf(clubZone: string, named: ReadonlyMap<string, string>) {
  const zoneOf = memoize((name: string) => knownZone(name) ?? knownZone(named.get(name) ?? ""));
  return (date: string, time: string, zone: string | null): { date: string; time: string } | null => {
    if (zone === null) return { date, time };
    const known = zoneOf(zone);
    if (known === null) return null;
    return known === clubZone ? { date, time } : localAt(momentOf(date, time, known), clubZone);
  };
}

/** The IANA zone of 'America/Chicago', '/freeassociation.sourceforge.net/America/Chicago', 'Central Standard Time'. */
function knownZone(name: string): string | null {
  const plain = name.trim().replace(/^"|"$/g, "");
  const windows = WINDOWS_ZONES[plain.toLowerCase()];
  if (windows) return windows;
  const parts = plain.split("/").filter(Boolean);
  const candidates = [plain, parts.slice(-2).join("/"), parts.slice(-3).join("/")];
  return (
    candidates.find((candidate) => /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(candidate) && isZone(candidate)) ??
    null
  );
}
