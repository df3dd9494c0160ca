import { addDays, isDay, isMonth } from "#app/domain/values/days.ts";
import { endedSeason, seasonOf } from "#app/domain/values/half-years.ts";
import { type TagGroup, type TagName, tagGroups, tagNames } from "#app/domain/values/rating-tags.ts";

/** The tabs of the reports (product/reports.md#reports). */
export const reportTabs = ["overview", "teams", "trends", "analytics"] as const;
export type ReportTab = (typeof reportTabs)[number];

export const reportRanges = ["season", "month", "quarter", "year", "own"] as const;
export type ReportRange = (typeof reportRanges)[number];

/** Reports of one kind of rows: shown in the place of the tabs, and what a download holds. */
export const reportTypes = ["behavior", "trends", "summary", "incidents"] as const;
export type ReportType = (typeof reportTypes)[number];

/** Days of the ranges that end today. */
const RANGE_DAYS = { month: 30, quarter: 91, year: 365 } as const;

/** Filters of a report's games: days on the club's calendar, both ends included. */
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
  /** Name of the range 'season'. */
  seasonName: string;
  /** The id of the season to compare with; '' for the one before. */
  compare?: string;
}

/** Season of the club with what reports need. */
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
  if (asked !== "" && !chosen)
    notices.push(`Unknown season: showing ${own.current?.name ?? "the running half-year"}.`);
  const half = seasonOf(today);
  const season = chosen ?? own.current ?? { ...half, name: `${half.name}, ${half.months}` };
  const compared = query.get("compare") ?? "";
  const comparable = own.seasons.some(({ id }) => id === compared && id !== chosen?.id);
  const filters: ReportFilters = {
    ...(comparable && range === "season" ? { compare: compared } : {}),
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

/**
 * Returns the season that a report of a season is compared with: the chosen one, otherwise the one before with the most
 * of the same teams, the latest of several; a club without seasons of its own has the half before. Null where there is
 * none.
 */
export function comparedSeason(
  { range, from, team, compare = "" }: ReportFilters,
  seasons: readonly ReportSeason[],
  teamIds: ReportSeason["teamIds"] = null,
): Compared | null {
  if (range !== "season") return null;
  const chosen = seasons.find(({ id }) => id === compare);
  return chosen ?? seasonBefore({ from, teamIds: team === "" ? teamIds : [team] }, seasons);
}

type Compared = Pick<ReportSeason, "id" | "name" | "from" | "to" | "teamIds">;

/** Returns the season before another one with the most of its teams, the latest of several; null where none has any. */
export function seasonBefore(
  { from, teamIds }: Pick<ReportSeason, "from" | "teamIds">,
  seasons: readonly ReportSeason[],
): Compared | null {
  if (seasons.length === 0) return { ...endedSeason(from), id: "", teamIds: null };
  const shared = (other: ReportSeason["teamIds"]) => {
    if (other === null) return teamIds?.length ?? Number.POSITIVE_INFINITY;
    return teamIds === null ? other.length : other.filter((id) => teamIds.includes(id)).length;
  };
  const [best] = seasons
    .filter((other) => other.to < from && shared(other.teamIds) > 0)
    .sort((a, b) => Math.sign(shared(b.teamIds) - shared(a.teamIds) || 0) || (a.to < b.to ? 1 : -1));
  return best ?? null;
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

/** Returns the filters as an address or a form holds them; what is as usual is left out. */
export function reportFields({
  tab,
  team,
  range,
  season,
  from,
  to,
  type,
  compare = "",
}: ReportFilters): [name: string, value: string][] {
  const fields: [string, string][] = [
    ["tab", tab === "overview" || type !== "" ? "" : tab],
    ["team", team],
    ["range", range === "season" ? "" : range],
    ["season", range === "season" ? season : ""],
    ["from", range === "own" ? from : ""],
    ["to", range === "own" ? to : ""],
    ["type", type],
    ["compare", range === "season" ? compare : ""],
  ];
  return fields.filter(([, value]) => value !== "");
}

/** Returns the address of a report with some filters changed. */
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

/**
 * Games of a report that a number counts: by their result, `result` with the sealed ones; `below`: 10 or 0, `trend`:
 * the latest that a trend is of.
 */
export const gameKinds = [
  "played",
  "rated",
  "result",
  "unrated",
  "sealed",
  "20",
  "10",
  "0",
  "below",
  "trend",
] as const;
export type GameKind = (typeof gameKinds)[number];

const halves = ["recent", "before"] as const;
const places = ["home", "away"] as const;
/** Gaps between the raters of a game; the index is the number of steps. */
export const raterGaps = ["same", "one-step", "two-steps"] as const;

/** Filters for the games of a report that a number counts; a missing one matches all. */
export interface GamePick {
  games?: GameKind;
  /** YYYY-MM */
  month?: string;
  /** The 30 days up to the report's end or the 30 before them, in the place of the report's days. */
  half?: (typeof halves)[number];
  /** A tag or a group of tags that was noted. */
  noted?: TagName | TagGroup;
  place?: (typeof places)[number];
  opponent?: string;
  /** 0 for Sunday. */
  weekday?: number;
  /** 0 to 23, on the club's clock. */
  hour?: number;
  /** For administrators alone. */
  raters?: (typeof raterGaps)[number];
}

/** Reads which games are asked for; what is not understood does not matter. */
export function readGamePick(query: URLSearchParams): GamePick {
  const known = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === query.get(name));
  const number = (name: string, most: number): number | undefined => {
    const text = query.get(name) ?? "";
    return /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
  };
  const month = query.get("month") ?? "";
  return {
    games: known("games", gameKinds),
    month: isMonth(month) ? month : undefined,
    half: known("half", halves),
    noted: known("noted", [...tagGroups, ...tagNames]),
    place: known("place", places),
    opponent: query.get("opponent")?.slice(0, 120) || undefined,
    weekday: number("weekday", 6),
    hour: number("hour", 23),
    raters: known("raters", raterGaps),
  };
}

/** Returns the address that lists the games behind a number. */
export const gamesAddress = (
  filters: ReportFilters,
  pick: GamePick & { page?: number } = {},
  change: Partial<ReportFilters> = {},
) =>
  reportAddress(
    filters,
    change,
    "/reports/games",
    Object.fromEntries(
      Object.entries(pick).flatMap(([name, value]) =>
        value === undefined || value === "played" ? [] : [[name, String(value)]],
      ),
    ),
  );
