import { DAY_MS } from "#app/runtime/durations.ts";
import { FIRST_YEAR, LAST_YEAR } from "./days.ts";

/**
 * Reads dates and times as people and spreadsheets write them. Pure, and linear in the length of the text
 * (product/security.md#security).
 */

const LONGEST = 60;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** Spreadsheets count days from here. */
const SPREADSHEET_DAY_ZERO = Date.UTC(1899, 11, 30);

/** A date as YYYY-MM-DD, with the time of day that follows it, if any. */
export interface ReadDate {
  date: string;
  time?: string;
  /** Zone after the time, in lower case: 'ct'. */
  zone?: string;
}

/** Date notation of a file (product/imports.md#schedule-import). */
export interface DateStyle {
  /** 31/12/2026 instead of 12/31/2026. */
  dayFirst?: boolean;
  /** YYYY-MM-DD: a date without a year is in the year that brings it closest to this day. */
  near?: string;
}

/**
 * Reads a date as people and spreadsheets write it: 2026-09-05, 9/5/2026, 9/5/26, 2026/09/05, 'Sep 5, 2026',
 * 'Sat, 5 September 2026', 5-Sep-26, a spreadsheet's day number, each with or without a time after it; with
 * `near` also 'Sat 11/7' and 'Nov 7' (product/imports.md#schedule-import).
 * @returns null if it is not a date, or a day that does not exist (2/30)
 */
export function readDate(text: string, style: DateStyle = {}): ReadDate | null {
  const plain = text.trim().slice(0, LONGEST + 1);
  if (plain.length > LONGEST) return null;
  let weekday: string | undefined;
  const bare = plain.replace(/^[a-z]{3,9}\.?,? (?=[a-z\d])/i, (word) => {
    if (!isWeekday(word)) return word;
    weekday = word.slice(0, 3).toLowerCase();
    return "";
  });
  return (
    isoLike(bare) ??
    slashed(bare, style.dayFirst) ??
    worded(bare) ??
    dayNumber(bare) ??
    (style.near ? withoutYear(bare, weekday, style.near, style.dayFirst) : null)
  );
}

/** Date notation found in a file. `unsure`: each date could be read both ways, and they differ. */
export interface FileDates {
  dayFirst: boolean;
  unsure: boolean;
  near: string;
}

/**
 * Finds the date notation of one file: day first if some date can only be read so and none only the other way
 * (product/imports.md#schedule-import).
 * @param today YYYY-MM-DD: what dates without a year are close to, if no date of the file has one.
 */
export function datesOf(cells: readonly string[], today: string): FileDates {
  let [monthFirst, dayFirst, differs] = [false, false, false];
  for (const cell of cells) {
    const found = /^[^\d]{0,12}(\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(cell);
    if (!found) continue;
    const [first, second] = [Number(found[1]), Number(found[2])];
    if (first > 12 && second <= 12) dayFirst = true;
    if (second > 12 && first <= 12) monthFirst = true;
    if (first !== second) differs = true;
  }
  const style = { dayFirst: dayFirst && !monthFirst };
  const whole = cells.find((cell) => cell !== "" && readDate(cell, style) !== null);
  return {
    ...style,
    unsure: differs && !dayFirst && !monthFirst,
    near: (whole && readDate(whole, style)?.date) ?? today,
  };
}

function isoLike(text: string): ReadDate | null {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[T ](.{1,40})$)/.exec(text);
  return found ? withTime(calendarDate(found[1], found[2], found[3]), found[4]) : null;
}

function slashed(text: string, dayFirst = false): ReadDate | null {
  const found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:$|,? (.{1,40})$)/.exec(text);
  if (!found) return null;
  const [, first, second, year, time] = found;
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return withTime(calendarDate(fullYear(year), month, day), time);
}

/** Returns '11/7' and 'Nov 7': of three years the closest to `near` in which the day has that name. */
function withoutYear(
  text: string,
  weekday: string | undefined,
  near: string,
  dayFirst = false,
): ReadDate | null {
  const numbers = /^(\d{1,2})\/(\d{1,2})(?:$|,? (.{1,40})$)/.exec(text);
  const words = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:$|,? (.{1,40})$)/i.exec(text);
  const [, first, second, time] = numbers ?? words ?? [];
  if (!first || !second) return null;
  const [month, day] = words ? [monthNumber(first), second] : dayFirst ? [second, first] : [first, second];
  const year = Number(near.slice(0, 4));
  const dates = [year - 1, year, year + 1]
    .flatMap((each) => calendarDate(String(each), month, day) ?? [])
    .filter((date) => !weekday || WEEKDAYS[new Date(date).getUTCDay()] === weekday);
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(near));
  const [closest] = dates.sort((a, b) => distance(a) - distance(b));
  return closest ? withTime(closest, time) : null;
}

function worded(text: string): ReadDate | null {
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:$|,? (.{1,40})$)/i.exec(text);
  if (monthFirst) {
    const [, month, day, year, time] = monthFirst;
    return withTime(calendarDate(year, monthNumber(month), day), time);
  }
  const dayFirst = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})(?:$|,? (.{1,40})$)/i.exec(text);
  if (!dayFirst) return null;
  const [, day, month, year, time] = dayFirst;
  return withTime(calendarDate(fullYear(year), monthNumber(month), day), time);
}

/** Returns 46270 or 46270.75: days since the spreadsheets' day zero; for the years 2009 to 2064 only. */
function dayNumber(text: string): ReadDate | null {
  if (!/^[45]\d{4}(\.\d{1,10})?$/.test(text)) return null;
  const [days = "", fraction] = text.split(".");
  const date = new Date(SPREADSHEET_DAY_ZERO + Number(days) * DAY_MS).toISOString().slice(0, 10);
  return fraction ? { date, time: clockOfFraction(Number(`0.${fraction}`)) } : { date };
}

function withTime(date: string | null, rest: string | undefined): ReadDate | null {
  if (!date) return null;
  if (!rest) return { date };
  const time = readFileTime(rest);
  if (!time || time === "TBD") return null;
  return time.zone ? { date, time: time.time, zone: time.zone } : { date, time: time.time };
}

function calendarDate(year?: string, month?: string, day?: string): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (!(y >= FIRST_YEAR && y <= LAST_YEAR)) return null;
  const date = new Date(Date.UTC(y, m - 1, d));
  const exists = date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return exists ? date.toISOString().slice(0, 10) : null;
}

const fullYear = (year = "") => (year.length === 2 ? `20${year}` : year);

function monthNumber(word = ""): string {
  return String(MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1);
}

const isWeekday = (word: string) => /^(mon|tue|wed|thu|fri|sat|sun)/i.test(word);

/** A time of day as HH:MM. `guessed`: '6:00' without AM or PM was read as the morning. */
export interface ReadTime {
  time: string;
  guessed: boolean;
}

/** Reads '6:00 PM', '6 pm', '6p', '6:00 p.m.', '18:00', '18:00:00', noon, a spreadsheet's 0.75, 'TBD'. */
export function readTime(text: string): ReadTime | "TBD" | null {
  const plain = text.trim().toLowerCase().slice(0, 20);
  if (/^t\.?b\.?[dac]\.?$|^to be (decided|determined|announced|confirmed)$/.test(plain)) return "TBD";
  if (plain === "noon") return { time: "12:00", guessed: false };
  const fraction = /^0?(\.\d{1,12})$/.exec(plain);
  if (fraction) return { time: clockOfFraction(Number(`0${fraction[1]}`)), guessed: false };
  const found = /^(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d{1,6})?)?)? ?(?:(a|p)\.?(?:m\.?)?)?$/.exec(plain);
  if (!found) return null;
  const [, hour = "", minute, half] = found;
  if (!half && minute === undefined) return null;
  const hours = Number(hour);
  if (Number(minute ?? 0) > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) return null;
  const wholeDay = half ? (hours % 12) + (half === "p" ? 12 : 0) : hours;
  const guessed = !half && hour.length === 1 && hours >= 1 && hours <= 7;
  return { time: `${String(wholeDay).padStart(2, "0")}:${minute ?? "00"}`, guessed };
}

/** A time of a file, with the zone after it, in lower case: 'ct'. */
export interface FileTime extends ReadTime {
  zone?: string;
}

const RANGE = / ?(?:-|\u2013|\u2014|to|until) ?(?=\d)/i;
const ZONE =
  /^(.{1,45}?[\dm.]) ?\(?((?:a|c|e|m|p|ak|h)[sd]?t|hst|utc|gmt|(?:atlantic|eastern|central|mountain|pacific|alaska|hawaii)(?: (?:standard |daylight )?time)?|local(?: time)?)\)?$/i;

/**
 * Reads a time as files have it: as `readTime` does, also with its end or a zone behind it ('10:00 AM - 11:30 AM',
 * '10-11:30am', '10:00 AM CT').
 */
export function readFileTime(text: string): FileTime | "TBD" | null {
  const plain = text.trim().slice(0, LONGEST);
  const whole = readTime(plain);
  if (whole) return whole;
  const [, timed = plain, zone] = ZONE.exec(plain) ?? [];
  const named = zone && !/^local/i.test(zone) ? { zone: zone.toLowerCase() } : {};
  const [from = "", to] = timed.split(RANGE, 2);
  if (to === undefined) {
    const time = zone ? readTime(timed) : null;
    return time && time !== "TBD" ? { ...time, ...named } : null;
  }
  // A zone may follow both: '10:00 AM CT - 11:30 AM CT'.
  const first = (ZONE.exec(from)?.[1] ?? from).trim();
  const end = readTime(to);
  if (!end || end === "TBD") return null;
  const half = /([ap])\.?(?:m\.?)?$/i.exec(to.trim())?.[1];
  const own = /[ap]\.?(?:m\.?)?$/i.test(first);
  // '10-11:30am' is in one half of the day, '11-12:30pm' is not.
  const shared = half && !own ? readTime(`${first} ${half}m`) : readTime(first);
  if (!shared || shared === "TBD") return null;
  if (!half || own || shared.time <= end.time) return { ...shared, ...named };
  const other = readTime(`${first} ${half.toLowerCase() === "p" ? "am" : "pm"}`);
  return other && other !== "TBD" ? { ...other, ...named } : null;
}

function clockOfFraction(fraction: number): string {
  const minutes = Math.min(Math.round(fraction * 1440), 1439);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
