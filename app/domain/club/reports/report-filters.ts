import { addDays, isDay } from "#app/domain/values/days.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";

/** The tabs of the reports (product.md#reports). */
export const reportTabs = ["overview", "teams", "trends", "analytics"] as const;
export type ReportTab = (typeof reportTabs)[number];

export const reportRanges = ["season", "month", "quarter", "year", "own"] as const;
export type ReportRange = (typeof reportRanges)[number];

/** Reports of one kind of rows: shown in the place of the tabs, and what a download holds. */
export const reportTypes = ["behavior", "trends", "summary", "incidents"] as const;
export type ReportType = (typeof reportTypes)[number];

/** Days of the ranges that end today. */
const RANGE_DAYS = { month: 30, quarter: 91, year: 365 } as const;

/** Which games a report is about: days on the club's calendar, both ends included. */
export interface ReportFilters {
  tab: ReportTab;
  /** A team's id, or '' for all that the reader may see. */
  team: string;
  range: ReportRange;
  /** YYYY-MM-DD */
  from: string;
  /** YYYY-MM-DD */
  to: string;
  /** '' for the tab's figures. */
  type: ReportType | "";
  /** The chosen season's id, or '' for the running one; only for the range 'season'. */
  season: string;
  /** What the range 'season' is called. */
  seasonName: string;
}

/** A season of the club, as far as reports need it. */
export interface ReportSeason {
  id: string;
  name: string;
  /** YYYY-MM-DD */
  from: string;
  to: string;
  /** The teams that it has; null for all. */
  teamIds: readonly string[] | null;
  plannedGames: number | null;
}

/**
 * Reads the filters from an address's query; what is not understood falls back to the running season and adds a notice.
 * @param today YYYY-MM-DD on the club's calendar
 * @param own the club's seasons, and the one that is shown first
 */
export function readReportFilters(
  query: URLSearchParams,
  today: string,
  own: { seasons: readonly ReportSeason[]; current: ReportSeason | undefined } = {
    seasons: [],
    current: undefined,
  },
): { filters: ReportFilters; notices: string[] } {
  const notices: string[] = [];
  const known = <Value extends string>(name: string, values: readonly Value[], fallback: Value): Value => {
    const given = query.get(name) ?? "";
    const found = values.find((value) => value === given);
    if (given !== "" && !found) notices.push(`Unknown ${name}: showing the usual one.`);
    return found ?? fallback;
  };
  const range = known("range", reportRanges, "season");
  const days = range === "own" ? ownDays(query, notices) : null;
  const asked = query.get("season") ?? "";
  const chosen = own.seasons.find(({ id }) => id === asked);
  if (asked !== "" && !chosen) notices.push("Unknown season: showing the running one.");
  const half = seasonOf(today);
  const season = chosen ?? own.current ?? { ...half, name: `${half.name}, ${half.months}` };
  const filters: ReportFilters = {
    tab: known("tab", reportTabs, "overview"),
    team: (query.get("team") ?? "").slice(0, 60),
    range: range === "own" && !days ? "season" : range,
    season: chosen && range === "season" ? chosen.id : "",
    seasonName: season.name,
    ...(days ?? daysOf(range, today, season)),
    type: known<ReportType | "">("type", reportTypes, ""),
  };
  return { filters, notices };
}

function ownDays(query: URLSearchParams, notices: string[]): { from: string; to: string } | null {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  if (!isDay(from) || !isDay(to)) notices.push("Choose a first and a last day: showing the running season.");
  else if (from > to) notices.push("The first day is after the last day: showing the running season.");
  else return { from, to };
  return null;
}

function daysOf(
  range: ReportRange,
  today: string,
  { from, to }: { from: string; to: string },
): { from: string; to: string } {
  if (range === "own" || range === "season") return { from, to };
  return { from: addDays(today, 1 - RANGE_DAYS[range]), to: today };
}

/** The filters as an address or a form holds them; what is as usual is left out. */
export function reportFields({
  tab,
  team,
  range,
  season,
  from,
  to,
  type,
}: ReportFilters): [name: string, value: string][] {
  const fields: [string, string][] = [
    ["tab", tab === "overview" || type !== "" ? "" : tab],
    ["team", team],
    ["range", range === "season" ? "" : range],
    ["season", range === "season" ? season : ""],
    ["from", range === "own" ? from : ""],
    ["to", range === "own" ? to : ""],
    ["type", type],
  ];
  return fields.filter(([, value]) => value !== "");
}

/** The address of a report with some filters changed. */
export function reportAddress(
  filters: ReportFilters,
  change: Partial<ReportFilters> = {},
  path: "/reports" | "/reports/games" | "/reports/export.csv" = "/reports",
  more: Record<string, string> = {},
): string {
  const ofTab = path === "/reports" ? {} : { tab: "overview" as const };
  const ofType = path === "/reports/games" ? { type: "" as const } : {};
  const fields = reportFields({ ...filters, ...change, ...ofTab, ...ofType });
  const text = new URLSearchParams([...fields, ...Object.entries(more)]).toString();
  return text ? `${path}?${text}` : path;
}

/** Which games of a report a figure is about. */
export const gameKinds = ["played", "rated", "unrated", "sealed", "20", "10", "0"] as const;
export type GameKind = (typeof gameKinds)[number];
