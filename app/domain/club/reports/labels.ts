import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import type { Trend } from "#app/domain/club/stats/stats.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import type { TagGroup } from "#app/domain/values/rating-tags.ts";
import { formatDate } from "#app/domain/values/times.ts";
import {
  estimatesOf,
  FEW_GAMES,
  type Halves,
  type HourTally,
  improvementOf,
  MAP_GAMES,
  type MonthReport,
  type Share,
  shareOf,
  type Tally,
} from "./report.ts";
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

/** Of the groups of tags, what went wrong first. */
export const groupName: Record<TagGroup, string> = {
  hostile: "Hostile",
  distracting: "Distracting",
  supportive: "Supportive",
};

/** 'Aug', with its year in January and where asked: 'Jan ’26' */
export function shortMonth(month: string, withYear = month.endsWith("-01")): string {
  const [name = "", year = ""] = formatMonth(month).split(" ");
  return withYear ? `${name.slice(0, 3)} ’${year.slice(2)}` : name.slice(0, 3);
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const weekdayName = (weekday: number): string => weekdays[weekday] ?? "";

/** '12 AM', '5 PM' */
export const hourName = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;

/** What the results by month show: 'Perfect in 75% of the games of October 2026, 60% in September 2026' */
export function monthsAnswer(months: readonly MonthReport[]): string {
  const known = knownMonths(months);
  const [before, last] = [known.at(-2), known.at(-1)];
  if (!last) return "Too few rated games in any month to say";
  const now = `Perfect in ${percent(last.share)} of the games of ${last.name}`;
  return before ? `${now}, ${percent(before.share)} in ${before.name}` : now;
}

/** What the line through the months shows, where chance alone is not enough to explain it. */
export function trendAnswer(months: readonly MonthReport[]): string {
  const known = knownMonths(months);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return "Too few months with five rated games to show a line";
  const between = `from ${percent(first.share)} perfect games in ${first.name} to ${percent(last.share)} in ${last.name}`;
  if (last.low > first.high) return `Up ${between}: more than chance explains`;
  if (last.high < first.low) return `Down ${between}: more than chance explains`;
  return `No clear change ${between}: chance alone may explain it`;
}

const knownMonths = (months: readonly MonthReport[]) =>
  months.flatMap((month) => {
    const share = shareOf(month.perfect, month.rated);
    return share ? [{ name: formatMonth(month.month), ...share }] : [];
  });

/** 'Something hostile was noted in 6 of 40 rated games, something distracting in 14, something supportive in 20' */
export function groupsAnswer({ rated, hostile, distracting, supportive }: Tally): string {
  if (rated < FEW_GAMES) return `${pluralize(rated, "rated game")}: too few to say what happens`;
  return `Something hostile was noted in ${count(hostile)} of ${pluralize(rated, "rated game")}, something distracting in ${count(distracting)}, something supportive in ${count(supportive)}`;
}

/** Which hour of the week is the least often perfect, of those with enough games. */
export function hoursAnswer(hours: readonly HourTally[]): string {
  const rated = hours.reduce((sum, hour) => sum + hour.rated, 0);
  if (rated < MAP_GAMES)
    return `${pluralize(rated, "rated game")} with a time: the hours of a week are compared from ${MAP_GAMES} on`;
  const known = hours.filter((hour) => hour.rated >= FEW_GAMES);
  const worst = known.toSorted((a, b) => a.perfect / a.rated - b.perfect / b.rated)[0];
  if (!worst || known.length < 2) return "No two hours of the week have five rated games each";
  return `The least often perfect: ${weekdayName(worst.weekday)}s at ${hourName(worst.hour)}, ${count(worst.perfect)} of ${pluralize(worst.rated, "game")}`;
}

/** Fewer games in which something was noted say nothing of the hour. */
const FEW_NOTED = 3;

/** At which hour of the day something hostile is noted most often; '' where too little is known. */
export function hostileHourLabel(hours: readonly HourTally[]): string {
  const byHour = new Map<number, { rated: number; hostile: number }>();
  for (const { hour, rated, hostile } of hours) {
    const sum = byHour.get(hour) ?? { rated: 0, hostile: 0 };
    byHour.set(hour, { rated: sum.rated + rated, hostile: sum.hostile + hostile });
  }
  const [most] = [...byHour]
    .filter(([, { rated, hostile }]) => rated >= FEW_GAMES && hostile >= FEW_NOTED)
    .sort(([, a], [, b]) => b.hostile / b.rated - a.hostile / a.rated);
  if (!most || byHour.size < 2) return "";
  const [hour, { rated, hostile }] = most;
  return `Something hostile is noted most often in games at ${hourName(hour)}: ${count(hostile)} of ${count(rated)}.`;
}

/** The columns of the summary's download, as people read them. */
export const summaryName: Record<string, string> = {
  totalGames: "Games",
  totalTeams: "Teams",
  averageClubScore: "Average of 20",
  perfectGamePercentage: "Perfect games, %",
  improvementRate: "Improvement in 30 days, %",
  refereeRetentionRate: "Referees who stay",
  parentSatisfaction: "What parents say",
};

/** 'Estimated finish 16.2 points a game; …' @param improvement in percent; 0 where it is not known */
export function estimatesLabel(total: Tally, improvement: number): string {
  const estimates = estimatesOf(total, improvement);
  if (!estimates) return "Too few rated games for an estimate.";
  const { projectedFinish, projectedPerfect, returnOnInvestment } = estimates;
  return `Estimated finish ${formatAverage(projectedFinish)} points a game; estimated perfect games ${Math.round(projectedPerfect)}%; estimated return on investment ${count(Math.round(returnOnInvestment))}%.`;
}
