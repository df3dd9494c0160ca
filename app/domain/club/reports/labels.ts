import type { Trend } from "#app/domain/club/stats/stats.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { FEW_GAMES, type Halves, improvementOf, type Share } from "./report.ts";
import type { GameKind, ReportFilters, ReportRange, ReportTab, ReportType } from "./report-filters.ts";

export const tabName: Record<ReportTab, string> = {
  overview: "Overview",
  teams: "Team Reports",
  trends: "Trends",
  analytics: "Analytics",
};

export const rangeName: Record<ReportRange, string> = {
  season: "Season",
  month: "Last 30 days",
  quarter: "Last quarter",
  year: "Last year",
  own: "Own dates",
};

export const typeName: Record<ReportType, string> = {
  behavior: "Behavior by team",
  trends: "Trends by month",
  summary: "Club summary",
  incidents: "Incidents",
};

/** As the documents name a team's trend in reports. */
export const trendName = {
  up: "improving",
  down: "declining",
  stable: "stable",
} as const satisfies Record<Trend, string>;

export const gamesTitle: Record<GameKind, string> = {
  played: "Games played",
  rated: "Rated games",
  unrated: "Games without a final score",
  sealed: "Sealed games",
  20: "Perfect games",
  10: "Games with minor issues",
  0: "Games with a major incident",
};

/** 'Fall 2026', 'Sun, Sep 27 to Thu, Nov 26' @param today YYYY-MM-DD */
export function rangeLabel({ range, seasonName, from, to }: ReportFilters, today: string): string {
  return range === "season" ? seasonName : `${formatDate(from, today)} to ${formatDate(to, today)}`;
}

/** '59%' */
export const percent = (share: number) => `${Math.round(share * 100)}%`;

/** '20 of 34 games, 59% (likely 42% to 74%)'; '3 of 4 games: too few to say more' */
export function shareLabel(share: Share | null, part: number, whole: number): string {
  const games = `${count(part)} of ${pluralize(whole, "rated game")}`;
  if (whole === 0) return "No rated games yet";
  if (!share) return `${games}: too few to say more`;
  return `${games}, ${percent(share.share)} (likely ${percent(share.low)} to ${percent(share.high)})`;
}

/** What the latest 30 days say against the 30 before. */
export function improvementLabel(halves: Halves): string {
  const { recent, before } = halves;
  const improvement = improvementOf(halves);
  if (!improvement) {
    const few = Math.min(recent.rated, before.rated);
    return few < FEW_GAMES
      ? `${pluralize(recent.rated, "rated game")} in the last 30 days, ${count(before.rated)} in the 30 before: too few to compare.`
      : "The 30 days before the last 30 had no points, so there is nothing to compare with.";
  }
  const points = `${formatAverage(recent.points / recent.rated)} points a game in ${pluralize(recent.rated, "game")} of the last 30 days, ${formatAverage(before.points / before.rated)} in ${count(before.rated)} of the 30 before`;
  if (improvement.fell) return `It fell: ${points}.`;
  return improvement.rate < 0.5 ? `No change: ${points}.` : `Up ${Math.round(improvement.rate)}%: ${points}.`;
}

/** '36 of 40 games rated (90%)' */
export function coverageLabel({
  played,
  rated,
  sealed,
}: {
  played: number;
  rated: number;
  sealed: number;
}): string {
  if (played === 0) return "No games played yet";
  const part = `${count(rated + sealed)} of ${pluralize(played, "game")} rated (${percent((rated + sealed) / played)})`;
  return sealed === 0 ? part : `${part}, ${count(sealed)} of them sealed`;
}
