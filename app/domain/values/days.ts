import { DAY_MS } from "#app/runtime/durations.ts";

/** Arithmetic of dates without a time: a day is YYYY-MM-DD, in whatever zone the caller means. */

/** Returns the day `days` after a day; before it, if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the Sunday that a day's week begins with, as calendars in the US have it (product/games.md#schedule-views).
 */
export const sundayOf = (day: string): string => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());

/** Returns the earliest of some days. */
export const earliestDay = (...days: [string, ...string[]]): string => days.sort()[0] as string;

export const latestDay = (...days: [string, ...string[]]): string => days.sort().at(-1) as string;

/** Returns the days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the month (YYYY-MM) that is `months` after a month; before it, if negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + (number - 1) + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** Returns the first and the last day of a month (YYYY-MM). */
export function daysOfMonth(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
}

/** The years of every field, filter and address (product/security.md#security): the days around them exist, too. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2199;

/** Tells whether a text is an existing day of those years. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(text)) return false;
  const year = Number(text.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Tells whether a text is a month (YYYY-MM) of those years. */
export const isMonth = (text: string): boolean => isDay(`${text}-01`);
