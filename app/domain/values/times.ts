import { Temporal } from "temporal-polyfill";
import { DAY_MS, MINUTE_MS } from "#app/runtime/durations.ts";

/**
 * Converts a club's local time to UTC. A time skipped in spring moves an hour ahead; a time repeated in autumn is the
 * first one.
 * @param date YYYY-MM-DD
 * @param time HH:MM (24 h), or null for the start of the day
 * @param timezone an IANA zone
 */
export function momentOf(date: string, time: string | null, timezone: string): string {
  const local = Temporal.PlainDateTime.from(`${date}T${time ?? "00:00"}`);
  return new Date(
    local.toZonedDateTime(timezone, { disambiguation: "compatible" }).epochMilliseconds,
  ).toISOString();
}

/** Returns `momentOf` for many dates and times of one zone, which it looks up once a day unless the clock changes. */
export function momentsIn(timezone: string): (date: string, time: string | null) => string {
  const days = new Map<string, { midnight: number; even: boolean; moments: Map<string | null, string> }>();
  const midnightOf = (date: string) => Date.parse(momentOf(date, null, timezone));
  const dayOf = (date: string) => {
    const midnight = midnightOf(date);
    const next = midnightOf(new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10));
    return { midnight, even: next - midnight === DAY_MS, moments: new Map<string | null, string>() };
  };
  return (date, time) => {
    let day = days.get(date);
    if (!day) {
      day = dayOf(date);
      days.set(date, day);
    }
    let moment = day.moments.get(time);
    if (moment === undefined) {
      moment = day.even ? onEvenDay(day.midnight, time) : momentOf(date, time, timezone);
      day.moments.set(time, moment);
    }
    return moment;
  };
}

function onEvenDay(midnight: number, time: string | null): string {
  const [hours = 0, minutes = 0] = (time ?? "00:00").split(":").map(Number);
  return new Date(midnight + (hours * 60 + minutes) * MINUTE_MS).toISOString();
}

/** Latest day by zone: one page asks for today many times. */
const latestDays = new Map<string, { date: string; start: number; end: number }>();

/** Returns the date (YYYY-MM-DD) at a moment in a zone. */
export function dateAt(moment: Date | string, timezone: string): string {
  const at = typeof moment === "string" ? Date.parse(moment) : moment.getTime();
  const latest = latestDays.get(timezone);
  if (latest && at >= latest.start && at < latest.end) return latest.date;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
  const start = local.startOfDay();
  const date = local.toPlainDate();
  const end = date.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
  latestDays.set(timezone, { date: date.toString(), start: start.epochMilliseconds, end });
  return date.toString();
}

/** Returns the date (YYYY-MM-DD) and time (HH:MM) of a moment on a zone's clock. */
export function localAt(moment: string, timezone: string): { date: string; time: string } {
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(timezone);
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString().slice(0, 5) };
}

/** Tells whether a text names a zone: 'America/Chicago', 'UTC'. */
export function isZone(name: string): boolean {
  try {
    return formatter(name, dayStyle).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns 'Sat, Nov 21, 6:00 PM CT' from a moment in UTC, with the year unless it is the current one. */
export function formatShortMoment(moment: string, timezone: string, today: Date): string {
  return formatGameTime({ ...localAt(moment, timezone), starts_at: moment }, timezone, today);
}

/**
 * Formats 'Sat, Nov 21, 6:00 PM CT', or 'Sat, Nov 21, time TBD' without a time; with the year unless it is this one.
 */
export function formatGameTime(
  game: { date: string; time: string | null; starts_at: string },
  timezone: string,
  today: Date,
) {
  const day = formatDate(game.date, dateAt(today, timezone));
  if (!game.time) return `${day}, time TBD`;
  return `${day}, ${formatClock(game.time)} ${zoneName(game.starts_at, timezone)}`;
}

/**
 * Returns 'Sat, Nov 21', with the year unless it is the current one.
 * @param date YYYY-MM-DD
 * @param today YYYY-MM-DD, the date in the same zone
 */
export function formatDate(date: string, today: string): string {
  const style = date.slice(0, 4) === today.slice(0, 4) ? dayStyle : dayOfYearStyle;
  return formatter("UTC", style).format(new Date(`${date}T12:00:00Z`));
}

/** Returns 'Nov 21', with the year unless it is the current one: where no day of the week helps. */
export function formatMonthDay(date: string, today: string): string {
  const style = date.slice(0, 4) === today.slice(0, 4) ? shortMonthDayStyle : shortMonthDayOfYearStyle;
  return formatter("UTC", style).format(new Date(`${date}T12:00:00Z`));
}

/**
 * Returns 'Saturday, November 21', the heading of a day in a list; with the year unless it is the current one, and
 * marked as today, tomorrow or yesterday.
 * @param date YYYY-MM-DD
 * @param today YYYY-MM-DD, the date in the same zone
 */
export function formatDay(date: string, today: string): string {
  const style = date.slice(0, 4) === today.slice(0, 4) ? longDayStyle : longDayOfYearStyle;
  const day = formatter("UTC", style).format(new Date(`${date}T12:00:00Z`));
  const near = nearDays.get((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);
  return near ? `${near}, ${day}` : day;
}

/**
 * Returns 'November 16 to 22', 'November 30 to December 6': days from one to another; with the year unless it is the
 * current one.
 * @param from YYYY-MM-DD
 * @param to YYYY-MM-DD
 * @param today YYYY-MM-DD, the date in the same zone
 * @param month 'short' for 'Nov 16 to 22'
 */
export function formatDaySpan(
  from: string,
  to: string,
  today: string,
  month: "long" | "short" = "long",
): string {
  const monthDayStyle = month === "long" ? longMonthDayStyle : shortMonthDayStyle;
  const day = (date: string, style: Style) => formatter("UTC", style).format(new Date(`${date}T12:00:00Z`));
  const year = (date: string) => (date.slice(0, 4) === today.slice(0, 4) ? "" : `, ${date.slice(0, 4)}`);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  const end = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8))) : day(to, monthDayStyle);
  return `${day(from, monthDayStyle)}${sameYear ? "" : year(from)} to ${end}${year(to)}`;
}

const nearDays = new Map([
  [-1, "Yesterday"],
  [0, "Today"],
  [1, "Tomorrow"],
]);

/** Returns 'Saturday, November 21': the day at a moment in a zone. */
export const formatLongDate = (moment: Date, timezone: string): string =>
  formatter(timezone, longDayStyle).format(moment);

/** Returns 'November 21, 2026': the day at a moment in a zone. */
export const formatDateInFull = (moment: Date, timezone: string): string =>
  formatter(timezone, dateInFullStyle).format(moment);

/** Returns '6:00 PM' from '18:00'. */
export function formatClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}

/** Returns 'Sat, Nov 21, 2026, 6:00 PM CT' from a moment in UTC. */
export function formatMoment(moment: string, timezone: string): string {
  const said = formatter(timezone, momentStyle).format(new Date(moment));
  return `${said.replace(/\s([AP]M)$/, " $1")} ${zoneName(moment, timezone)}`;
}

/** Returns 'Nov 21, 6:00 PM' from a moment in UTC, for the row of a list; of another year than now 'Nov 21, 2025'. */
export function formatRowMoment(moment: string, timezone: string, now: Date): string {
  const sameYear = dateAt(moment, timezone).slice(0, 4) === dateAt(now, timezone).slice(0, 4);
  const said = formatter(timezone, sameYear ? rowMomentStyle : shortMonthDayOfYearStyle).format(
    new Date(moment),
  );
  return said.replace(/\s([AP]M)$/, " $1");
}

/** Returns 'Central Time' of 'America/Chicago'. */
export function formatZone(timezone: string): string {
  const parts = formatter(timezone, longZoneStyle).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timezone;
}

const zoneNames = new Map<string, string>();

/** Returns 'CT': a zone's short name without daylight or standard, cached by zone and month. */
function zoneName(moment: string, timezone: string): string {
  if (timezone === "UTC") return "UTC";
  const key = `${moment.slice(0, 7)} ${timezone}`;
  let known = zoneNames.get(key);
  if (known === undefined) {
    const parts = formatter(timezone, zoneStyle).formatToParts(new Date(moment));
    known = parts.find(({ type }) => type === "timeZoneName")?.value ?? timezone;
    zoneNames.set(key, known);
  }
  return known;
}

type Style = Intl.DateTimeFormatOptions;
const dayStyle: Style = { weekday: "short", month: "short", day: "numeric" };
const dayOfYearStyle: Style = { ...dayStyle, year: "numeric" };
const longDayStyle: Style = { weekday: "long", month: "long", day: "numeric" };
const longDayOfYearStyle: Style = { ...longDayStyle, year: "numeric" };
const longMonthDayStyle: Style = { month: "long", day: "numeric" };
const shortMonthDayStyle: Style = { month: "short", day: "numeric" };
const shortMonthDayOfYearStyle: Style = { ...shortMonthDayStyle, year: "numeric" };
const dateInFullStyle: Style = { month: "long", day: "numeric", year: "numeric" };
const momentStyle: Style = { ...dayOfYearStyle, hour: "numeric", minute: "2-digit" };
const rowMomentStyle: Style = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
const zoneStyle: Style = { timeZoneName: "shortGeneric" };
const longZoneStyle: Style = { timeZoneName: "longGeneric" };

const formatters = new Map<Style, Map<string, Intl.DateTimeFormat>>();

/** Returns cached, because creating a formatter costs a hundred times as much as using one. */
function formatter(timeZone: string, style: Style): Intl.DateTimeFormat {
  const zones = formatters.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  formatters.set(style, zones);
  const known = zones.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...style });
  zones.set(timeZone, known);
  return known;
}
