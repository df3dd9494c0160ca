import type { CalendarStart, ReadEvent, ReadSeries } from "#app/calendar/read-calendar.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** First date of a calendar's series (product/imports.md#schedule-import). Pure. */

/** A start on the club's clock, as a text that sorts by time. */
type KeyOf = (start: CalendarStart) => string;

/** Event of a calendar on one date. */
export interface EventDate {
  event: ReadEvent;
  start: CalendarStart | null;
  id: string;
  deleted?: boolean;
  /** `unread`: its first date is deleted, and the others are not worked out. */
  repeats?: "yes" | "unread";
}

/**
 * Returns the dates of a calendar's events: of a series the first that takes place, and its own first date where that
 * is deleted. A series' first date has its id, another one that with the date.
 */
export function eventDates(events: readonly ReadEvent[], keyOf: KeyOf): EventDate[] {
  const series = new Map<string, ReadEvent>();
  const moved = new Map<string, CalendarStart[]>();
  for (const event of events)
    if (event.replaces) {
      const dates = moved.get(event.uid);
      if (dates) dates.push(event.replaces);
      else moved.set(event.uid, [event.replaces]);
    } else if (event.uid && !series.has(event.uid)) series.set(event.uid, event);
  return events.flatMap((event): EventDate[] => {
    const { uid, start, replaces } = event;
    if (replaces) {
      const first = series.get(uid)?.start;
      const isFirst = first && keyOf(first) === keyOf(replaces);
      return [{ event, start, id: isFirst ? uid : `${uid} ${dateText(replaces)}` }];
    }
    const own = series.get(uid) === event ? (moved.get(uid) ?? []) : [];
    return start && event.series
      ? seriesDates(event, { start, series: event.series, moved: own, keyOf })
      : [{ event, start, id: uid }];
  });
}

function seriesDates(
  event: ReadEvent,
  of: { start: CalendarStart; series: ReadSeries; moved: readonly CalendarStart[]; keyOf: KeyOf },
): EventDate[] {
  const { start, series, moved, keyOf } = of;
  const id = event.uid;
  const isGone = (dates: readonly CalendarStart[]) => {
    const keys = new Set(
      dates.map((date) => (start.time === null || date.time === null ? date.date : keyOf(date))),
    );
    return (date: CalendarStart) => keys.has(keyOf(date)) || keys.has(date.date);
  };
  const [isDeleted, isMoved] = [isGone(series.excluded), isGone(moved)];
  const next = firstDate(start, series, { takesPlace: (date) => !isDeleted(date) && !isMoved(date), keyOf });
  const repeats = series.rule || series.more.length > 0 ? ("yes" as const) : undefined;
  if (next === start) return [{ event, start, id, repeats }];
  const deleted = { event, start, id, deleted: true };
  if (next === "unread") return isMoved(start) ? [] : [{ ...deleted, repeats: "unread" }];
  return [
    ...(isMoved(start) ? [] : [deleted]),
    ...(next ? [{ event, start: next, id: `${id} ${dateText(next)}`, repeats }] : []),
  ];
}

/** Formats a date as RECURRENCE-ID has it. */
const dateText = ({ date, time, zone }: CalendarStart) =>
  time === null ? date : `${date}T${time}:00${zone === "UTC" ? "Z" : ""}`;

/**
 * Finds the first date of a series that takes place; null: none does. Only daily and weekly rules are worked out; other
 * series have their first date only.
 */
function firstDate(
  start: CalendarStart,
  { rule, more }: ReadSeries,
  { takesPlace, keyOf }: { takesPlace: (date: CalendarStart) => boolean; keyOf: KeyOf },
): CalendarStart | null | "unread" {
  if (takesPlace(start)) return start;
  const extra = more.filter(takesPlace).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))[0] ?? null;
  if (!rule) return extra;
  const dates = ruleDates(start.date, rule);
  if (!dates) return "unread";
  for (const date of dates) {
    const next = { ...start, date };
    if (rule.until && isAfter(next, rule.until, keyOf)) break;
    if (takesPlace(next)) return extra && keyOf(extra) < keyOf(next) ? extra : next;
  }
  return extra;
}

/** Tells whether a date is after an end; an end without a time includes its day. */
const isAfter = (date: CalendarStart, until: CalendarStart, keyOf: KeyOf) =>
  until.time === null || date.time === null ? date.date > until.date : keyOf(date) > keyOf(until);

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const WORKED_OUT = new Set(["freq", "interval", "count", "until", "byday", "wkst"]);
const LAST_DAY = Date.parse("9999-12-31T00:00:00Z");
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/**
 * Returns the dates (YYYY-MM-DD) of a rule from its first one on, as many as it counts; null for a rule that is not
 * worked out. Each step of it yields a date, so that asking for the next one always ends.
 */
function ruleDates(from: string, { parts }: NonNullable<ReadSeries["rule"]>): Generator<string> | null {
  const first = Date.parse(`${from}T00:00:00Z`);
  const days = [parts.byday ?? []].flat().map((day) => WEEKDAYS.indexOf(String(day)));
  const isKnown = Object.keys(parts).every((part) => WORKED_OUT.has(part)) && !days.includes(-1);
  const interval = Number(parts.interval ?? 1);
  const isDaily = parts.freq === "DAILY" && (days.length === 0 || interval === 1);
  if (Number.isNaN(first) || !isKnown || !(isDaily || parts.freq === "WEEKLY")) return null;
  const count = Number(parts.count ?? Number.POSITIVE_INFINITY);
  if (isDaily && days.length === 0) return upTo(count, stepsFrom(first, [0], interval));
  const own = new Date(first).getUTCDay();
  // Weeks begin on Monday, or on another day that the rule names, counted from Sunday as 1.
  const weekStart = Number(parts.wkst ?? 2) - 1;
  const inWeek = (day: number) => (day - weekStart + 7) % 7;
  const offsets = (days.length > 0 ? days : [own]).map(inWeek).sort((a, b) => a - b);
  return upTo(count, weeksFrom(first, inWeek(own), offsets, isDaily ? 1 : interval));
}

function* weeksFrom(first: number, own: number, offsets: readonly number[], interval: number) {
  // The first date counts, whatever the rule's days.
  yield first;
  for (const date of stepsFrom(first - own * DAY_MS, offsets, interval * 7)) if (date > first) yield date;
}

function* stepsFrom(first: number, offsets: readonly number[], days: number): Generator<number> {
  for (let week = first; week <= LAST_DAY; week += days * DAY_MS)
    for (const offset of offsets) yield week + offset * DAY_MS;
}

function* upTo(count: number, moments: Iterable<number>): Generator<string> {
  let given = 0;
  for (const moment of moments) {
    if (given === count || moment > LAST_DAY) return;
    given += 1;
    yield dayOf(moment);
  }
}
