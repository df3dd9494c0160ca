import type { GamePhase } from "./game-rules.ts";
import { phaseName } from "./labels.ts";

/** The schedule's filters and page, from its address. */
export interface ScheduleFilters {
  team: string;
  phase: GamePhase | "";
  /** YYYY-MM, or '' for all months. */
  month: string;
  page: number;
}

/** Games on a page of the schedule. */
export const GAMES_A_PAGE = 25;
const LAST_PAGE = 10_000;

/** Reads the filters from an address's query, and ignores invalid ones. */
export function scheduleFilters(query: URLSearchParams): ScheduleFilters {
  const phase = query.get("phase") ?? "";
  const month = query.get("month") ?? "";
  const page = Number(query.get("page"));
  return {
    team: (query.get("team") ?? "").slice(0, 60),
    phase: Object.hasOwn(phaseName, phase) ? (phase as GamePhase) : "",
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : "",
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** Builds the schedule's address for these filters. */
export function scheduleAddress(filters: Partial<ScheduleFilters>): string {
  const query = new URLSearchParams();
  if (filters.team) query.set("team", filters.team);
  if (filters.phase) query.set("phase", filters.phase);
  if (filters.month) query.set("month", filters.month);
  if (filters.page && filters.page > 1) query.set("page", String(filters.page));
  const text = query.toString();
  return text ? `/schedule?${text}` : "/schedule";
}

const LONGEST_LIST = 36;

/** Lists the months from one date to another (YYYY-MM-DD), newest first, at most three years of them. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  let [year, month] = to.split("-").map(Number) as [number, number];
  const first = from.slice(0, 7);
  for (;;) {
    const text = `${year}-${String(month).padStart(2, "0")}`;
    if (text < first || months.length === LONGEST_LIST) return months;
    months.push(text);
    month -= 1;
    if (month === 0) [year, month] = [year - 1, 12];
  }
}

/** 'November 2026' from '2026-11'. */
export function formatMonth(month: string): string {
  const [year = "", number = ""] = month.split("-");
  const name = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(
    new Date(`${month}-15T12:00:00Z`),
  );
  return number ? `${name} ${year}` : month;
}
