import { addDays } from "./days.ts";

/**
 * Returns the half-year that replaces seasons for a club without its own: spring from January to July, fall from August
 * to December (product/reports.md#reports). Names of teams and reports both use it.
 * @param day YYYY-MM-DD
 */
export function seasonOf(day: string): { name: string; from: string; to: string; months: string } {
  const year = day.slice(0, 4);
  return day.slice(5, 7) < "08"
    ? { name: `Spring ${year}`, from: `${year}-01-01`, to: `${year}-07-31`, months: "January to July" }
    : { name: `Fall ${year}`, from: `${year}-08-01`, to: `${year}-12-31`, months: "August to December" };
}

/** Returns the latest half that was over before a day. */
export const endedSeason = (day: string) => seasonOf(addDays(seasonOf(day).from, -1));
