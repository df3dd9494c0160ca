import type { GamePhase } from "#app/domain/club/games/game-rules.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import { addDays, daysOfMonth, isDay, isMonth, sundayOf } from "#app/domain/values/days.ts";

/** Layouts of the schedule (product/games.md#schedule-views). */
export const scheduleViews = ["list", "week", "month"] as const;
export type ScheduleView = (typeof scheduleViews)[number];

/** The schedule's filters, view and page, from its address. */
export interface ScheduleFilters {
  view: ScheduleView;
  team: string;
  /** 'rescheduled' means every game that was moved, played or not. */
  phase: GamePhase | "";
  /** YYYY-MM, or '' for all months; the month view then shows the current one. */
  month: string;
  /** The Sunday (YYYY-MM-DD) of the week view's week, or '' for the current one. */
  week: string;
  page: number;
}

/** Games on a page of the schedule. */
export const GAMES_A_PAGE = 25;
const LAST_PAGE = 10_000;

/** Reads the filters from an address's query, and ignores invalid ones. */
export function scheduleFilters(query: URLSearchParams): ScheduleFilters {
  const phase = query.get("phase") ?? "";
  const month = query.get("month") ?? "";
  const week = query.get("week") ?? "";
  const page = Number(query.get("page"));
  return {
    view: scheduleViews.find((view) => view === query.get("view")) ?? "list",
    team: (query.get("team") ?? "").slice(0, 60),
    phase: Object.hasOwn(phaseName, phase) ? (phase as GamePhase) : "",
    month: isMonth(month) ? month : "",
    week: isDay(week) ? sundayOf(week) : "",
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** Builds the schedule's address for these filters: what the view has no use for is left out. */
export function scheduleAddress(filters: Partial<ScheduleFilters>): string {
  const { view = "list", team, phase, month, week, page } = filters;
  const query = new URLSearchParams();
  if (view !== "list") query.set("view", view);
  if (team) query.set("team", team);
  if (phase) query.set("phase", phase);
  if (month && view !== "week") query.set("month", month);
  if (week && view === "week") query.set("week", week);
  if (page && page > 1 && view === "list") query.set("page", String(page));
  const text = query.toString();
  return text ? `/schedule?${text}` : "/schedule";
}

/** Returns the days of the week or month view, both ends included; the current ones unless the address says others. */
export function shownDays(
  filters: Pick<ScheduleFilters, "month" | "week"> & { view: "week" | "month" },
  today: string,
): { from: string; to: string } {
  if (filters.view === "month") return daysOfMonth(filters.month || today.slice(0, 7));
  const sunday = filters.week || sundayOf(today);
  return { from: sunday, to: addDays(sunday, 6) };
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

/** Shared, because making one takes as long as a row of a list. */
const monthName = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** Returns 'November 2026' from '2026-11'. */
export function formatMonth(month: string): string {
  const [year = "", number = ""] = month.split("-");
  const name = monthName.format(new Date(`${month}-15T12:00:00Z`));
  return number ? `${name} ${year}` : month;
}
