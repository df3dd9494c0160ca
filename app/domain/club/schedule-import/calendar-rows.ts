import type { CalendarReading, CalendarStart, ReadEvent } from "#app/calendar/read-calendar.server.ts";
import { EXTERNAL_ID_MAX } from "#app/domain/club/games/game-changes.ts";
import { normalName } from "#app/domain/values/names.ts";
import type { CsvRow } from "#app/spreadsheets/read-csv.server.ts";
import { clockOf } from "./file-zones.ts";
import { calledOff, oneLine, readName, readOpponent, readTitle } from "./schedule-values.ts";
import { type EventDate, eventDates } from "./series.ts";

/** The events of a calendar file as the rows of a schedule file (product/imports.md#schedule-import). Pure. */

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
  "Zone in the calendar",
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
  { name, zones, defined, events }: Calendar,
  to: { timezone: string; hasTeam: boolean; shortId: (id: string) => string },
): CsvRow[] {
  const localTime = clockOf(to.timezone, { names: zones, defined });
  const team = to.hasTeam ? "" : teamOfCalendar(name);
  const keyOf = (start: CalendarStart) => Object.values(whenCells(start, localTime)).join(" ");
  const rows = eventDates(events, keyOf).map((date) => ({
    line: date.event.line,
    cells: {
      ...aboutCells(date, to.shortId),
      ...whenCells(date.start, localTime),
      ...gameCells(date.event, team),
    },
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

function whenCells(start: CalendarStart | null, localTime: ReturnType<typeof clockOf>): Cells {
  if (!start) return {};
  if (start.time === null) return { Date: start.date, Time: "TBD" };
  const local = localTime(start.date, start.time, start.zone);
  if (!local) return { Date: start.date, Time: start.time, "Zone in the calendar": start.zone ?? "" };
  return { Date: local.date, Time: local.time };
}

function aboutCells(
  { event: { location, cancelled }, id: found, deleted, repeats }: EventDate,
  shortId: (id: string) => string,
): Cells {
  const id = oneLine(found);
  return {
    Location: location || undefined,
    Status: deleted ? "Deleted" : cancelled ? "Cancelled" : undefined,
    "Event ID": id.length > EXTERNAL_ID_MAX ? shortId(id) : id || undefined,
    "Repeats in the calendar": repeats,
  };
}

/** 'Game: ', 'U12 League Match - ', 'Match 12 - ', 'Week 3: ': says what it is, not who plays. */
const LABEL =
  /^(?:[\w-]{1,12} ){0,2}(?:game|match|scrimmage|friendly)(?: day)?(?: ?#? ?\d{1,5})?(?: ?[:|\u2013-] ?| )|^(?:[\w-]{1,12} )?(?:week|round|matchday|semi-?finals?|quarter-?finals?|finals?|play-?offs?)(?: ?#? ?\d{1,3})? ?[:|\u2013-] ?/i;
const GAME_ONLY = /^(?:[\w-]{1,12} ){0,2}(?:game|match|scrimmage|friendly)$/i;
/** 'Hawks - Game', as PlayMetrics writes it. */
const TEAM_GAME =
  /^(.{1,120}?) ?[:|\u2013-] ?(?:(?:league|cup|home|away) )?(?:game|match|scrimmage|friendly)$/i;
const NO_GAME =
  /\b(?:practice|training|meeting|party|dinner|lunch|banquet|photos?|pictures?|tryouts?|camp|clinic|fundraiser|car ?wash|volunteer)\b/i;
/** 'Camp Hill vs Hawks' is a game, 'Camp at Zilker Park' is not. */
const VERSUS = / (?:vs?\.?|versus) /i;
/** 'Hawks vs Rovers at Kapok Park': the place follows both sides. */
const PLACE = /^(.{1,150}? (?:vs?\.?|versus) .{1,100}?) (?:at|@) (.{2,150})$/i;
const MARKS = { cancelled: "Cancelled - ", postponed: "Postponed - ", forfeited: "Forfeit - " } as const;

/** Mark of our own calendars for a game without a time. */
const OWN_TBD = / \(time TBD\)$/;

/** Reads the teams from an event's title: 'Hawks vs Rovers', 'Hawks @ Rovers', 'Game vs. Rovers', '@ Rovers'. */
function gameCells({ summary, description, location }: ReadEvent, team: string): Cells {
  const whole = oneLine(summary).slice(0, 300).replace(OWN_TBD, "");
  const off = calledOff(whole);
  const mark = off ? MARKS[off.kind] : "";
  const title = off ? off.name : whole;
  if (NO_GAME.test(title) && !VERSUS.test(title)) return { "Event Type": title };
  const label = LABEL.exec(title)?.[0] ?? "";
  const placed = PLACE.exec(title.slice(label.length));
  const plain = placed?.[1] ?? title.slice(label.length);
  const where = placed?.[2] && !location ? { Location: placed[2] } : {};
  const against = readOpponent(plain);
  if (against.homeAway) return { Team: team, Opponent: mark + plain, ...where };
  const sides = readTitle(plain);
  if (sides) return { "Home Team": mark + sides.home, "Away Team": sides.away, ...where };
  const own = TEAM_GAME.exec(title)?.[1];
  if (own || GAME_ONLY.test(title) || label) {
    const described = describedCells(description, own ?? team);
    if (described) return markedCells(described, mark);
    return { Team: own ?? team, "Event Type": "Game", ...(mark ? { Opponent: mark } : {}) };
  }
  return { "Event Type": title };
}

const markedCells = (cells: Cells, mark: string): Cells =>
  cells.Opponent
    ? { ...cells, Opponent: mark + cells.Opponent }
    : { ...cells, "Home Team": mark + (cells["Home Team"] ?? "") };

/** Lines of a description in which the sides are looked for. */
const LINES = 6;

/**
 * Reads the teams from an event's description: 'Hawks at Northside SC (Cup game 1)', 'Opponent: Rovers', 'vs. Rovers'.
 */
function describedCells(description: string, team: string): Cells | null {
  for (const line of description.split("\n", LINES).map(oneLine)) {
    const plain = line.slice(0, 200).replace(/ ?\([^()]{1,80}\)$/, "");
    const named = /^(?:opponent|opposing team): ?(.{1,120})$/i.exec(plain)?.[1];
    if (named) return { Team: team, Opponent: named };
    if (readOpponent(plain).homeAway && VERSUS.test(` ${plain}`)) return { Team: team, Opponent: plain };
    const sides = readTitle(plain);
    // 'Arrive at 9:30 AM' names no team.
    const isTeams = (name: string) => team !== "" && normalName(name).includes(normalName(team));
    if (sides && (isTeams(sides.home) || isTeams(sides.away)))
      return { "Home Team": readName(sides.home).name, "Away Team": readName(sides.away).name };
  }
  return null;
}

/** Returns 'Hawks' of 'Hawks Schedule'. */
const teamOfCalendar = (name: string) =>
  oneLine(name)
    .slice(0, 200)
    .replace(/\b(?:team )?(?:schedule|calendar|games|events)\b/gi, "")
    .replace(/^[\s|:\u2013-]+|(?<![\s|:\u2013-])[\s|:\u2013-]+$/g, "");

/** Returns the program that wrote a calendar, as people call it. For display only. */
export function calendarSource({ program }: Calendar): string {
  const known = ["TeamSnap", "SportsEngine", "Google", "Outlook", "GotSport", "PlayMetrics", "Goodside"];
  const found = known.find((name) => program.toLowerCase().includes(name.toLowerCase()));
  return found ? `${found} calendar` : "calendar file";
}
