import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import type { Trend } from "#app/domain/club/stats/stats.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { tags as allTags, type TagGroup } from "#app/domain/values/rating-tags.ts";
import { formatDate } from "#app/domain/values/times.ts";
import {
  type Comparison,
  type Estimate,
  estimatesOf,
  FEW_GAMES,
  type Halves,
  type HourTally,
  improvementOf,
  MAP_GAMES,
  type MonthReport,
  meanOf,
  type Share,
  shareOf,
  type Tally,
  type TeamComparison,
  TREND_SCORES,
  type Verdict,
  verdictOf,
} from "./report.ts";
import type {
  GameKind,
  GamePick,
  ReportFilters,
  ReportRange,
  ReportTab,
  ReportType,
} from "./report-filters.ts";

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

/** Names of a team's trend in reports. */
export const trendName = {
  up: "improving",
  down: "declining",
  stable: "stable",
} as const satisfies Record<Trend, string>;

/**
 * Returns 'improving', or why it is not known: fewer rated games than a trend compares (product/reports.md#reports).
 */
export const trendLabel = ({ rated, trend }: { rated: number; trend: Trend }): string =>
  rated < TREND_SCORES ? `Fewer than ${TREND_SCORES}` : trendName[trend];

/** Note beside a team's trend: six games never make a verdict. */
export const TREND_NOTE =
  "Last 3 games: against the 3 before, by more than 2 points on average; too few to say whether it is more than chance.";

export const gamesTitle: Record<GameKind, string> = {
  played: "Games played",
  rated: "Rated games",
  result: "Games with a final score",
  unrated: "Games without a final score",
  sealed: "Sealed games",
  20: "Perfect games",
  10: "Games with minor issues",
  0: "Games with a major incident",
  below: "Games that were not perfect",
  trend: "The games of a trend",
};

/** Returns 'Fall 2026', 'Sun, Sep 27 to Thu, Nov 26' @param today YYYY-MM-DD */
export function rangeLabel({ range, seasonName, from, to }: ReportFilters, today: string): string {
  return range === "season" ? seasonName : `${formatDate(from, today)} to ${formatDate(to, today)}`;
}

/** Teams that a report of some names; the others are counted. */
const TEAMS_NAMED = 6;

/** Returns 'All teams', 'Hawks', 'Hawks, Otters', '8 teams: Hawks, …': whose games a report is about. */
export function whoseLabel(
  team: string,
  scope: "all" | readonly string[],
  teams: readonly { id: string; name: string }[],
): string {
  const chosen = teams.find(({ id }) => id === team);
  if (chosen) return chosen.name;
  if (scope === "all") return "All teams";
  const names = teams.filter(({ id }) => scope.includes(id)).map(({ name }) => name);
  if (names.length === 0) return "No team";
  if (names.length <= TEAMS_NAMED) return names.join(", ");
  return `${names.length} teams: ${names.slice(0, TEAMS_NAMED).join(", ")} and ${names.length - TEAMS_NAMED} more`;
}

/** Returns '59%'. */
export const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Returns '20 of 34 games, 59% (likely 42% to 74%)'; '3 of 4 games: too few to say more'. */
export function shareLabel(share: Share | null, part: number, whole: number): string {
  const games = `${count(part)} of ${pluralize(whole, "rated game")}`;
  if (whole === 0) return "No rated games yet";
  if (!share) return `${games}: too few to say more`;
  return `${games}, ${percent(share.share)} (likely ${percent(share.low)} to ${percent(share.high)})`;
}

const verdictName: Record<Verdict, string> = {
  better: "Better",
  worse: "Worse",
  unclear: "No clear change",
};

/** Returns 'No clear change' @param verdict null: too few games */
export const verdictLabel = (verdict: Verdict | null) => (verdict ? verdictName[verdict] : "Too few games");

/**
 * Compares the latest 30 days with the 30 before: one verdict, by the intervals. The improvement rate comes after it,
 * named as what it is.
 */
export function improvementLabel(halves: Halves): string {
  const { recent, before } = halves;
  const improvement = improvementOf(halves);
  const [now, then] = [meanOf(recent), meanOf(before)];
  if (!now || !then)
    return `${pluralize(recent.rated, "rated game")} in the last 30 days, ${count(before.rated)} in the 30 before: too few to compare.`;
  const points = `${formatAverage(now.mean)} points a game in ${pluralize(recent.rated, "game")} of the last 30 days, ${formatAverage(then.mean)} in ${count(before.rated)} of the 30 before`;
  const verdict = verdictOf(now, then);
  const rate = improvement
    ? ` (improvement rate ${Math.round(improvement.rate)}%${improvement.fell ? ": it fell" : ""}${verdict === "unclear" ? "; chance alone may explain it" : ""})`
    : "";
  return `${verdictName[verdict]}: ${points}${rate}.`;
}

/** Returns '14.2 (likely 10.1 to 17.0)', '16.7 in 3 games: too few to say more'. */
export function meanLabel(tally: Tally): string {
  const mean = meanOf(tally);
  if (tally.rated === 0) return "No rated games";
  if (!mean)
    return `${formatAverage(tally.points / tally.rated)} in ${pluralize(tally.rated, "game")}: too few to say more`;
  return `${formatAverage(mean.mean)} (likely ${formatAverage(mean.low)} to ${formatAverage(mean.high)})`;
}

/**
 * Sums up a comparison: 'No clear change: 17.3 points a game (likely 15.1 to 18.6) in Fall 2026, 16.0 … in Spring
 * 2026.'
 */
export function comparisonLabel({ now, before, verdict }: Comparison, name: string, against: string): string {
  if (!verdict)
    return `Too few games to say: ${pluralize(now.rated, "rated game")} in ${name}, ${count(before.rated)} in ${against}.`;
  const end = verdict === "unclear" ? ": chance alone may explain the difference" : "";
  return `${verdictName[verdict]}: ${meanLabel(now).replace(" (", " points a game (")} in ${name}, ${meanLabel(before)} in ${against}${end}.`;
}

/** Says which team got worse, of teams with the clear falls first. @param against the other season's name */
export function worseLabel(teams: readonly TeamComparison[], against: string): string {
  const known = teams.filter(({ verdict }) => verdict !== null);
  const [first] = known;
  if (!first) return "Too few games in both to say which team got worse.";
  const worse = known.filter(({ verdict }) => verdict === "worse").map(({ name }) => name);
  if (worse.length > 0) return `Worse than in ${against}: ${worse.join(", ")}.`;
  const points = ({ now, before }: TeamComparison) =>
    [before, now].map(({ points, rated }) => formatAverage(points / rated)) as [string, string];
  const [then, now] = points(first);
  if (Number(now) < Number(then))
    return `No team clearly got worse than in ${against}. ${first.name} fell the most, from ${then} to ${now} points a game, which chance alone may explain.`;
  const lowest = known.reduce((low, team) => (Number(points(team)[1]) < Number(points(low)[1]) ? team : low));
  return `No team's average fell against ${against}. The lowest is that of ${lowest.name}: ${points(lowest)[1]} points a game, ${points(lowest)[0]} before.`;
}

/** Names which of a report's games are listed: ', dissent at the referee, home, 10 AM'; '' for all. */
export function pickLabel({ month, half, noted, place, opponent, weekday, hour, raters }: GamePick): string {
  const day = weekday === undefined ? "" : `${weekdayName(weekday)}s`;
  const time = hour === undefined ? "" : `${day ? "" : "games "}at ${hourName(hour)}`;
  const tag = allTags.find(({ name }) => name === noted)?.label ?? groupName[noted as TagGroup];
  return [
    month ? formatMonth(month) : "",
    half ? halfName[half] : "",
    noted ? `${tag} noted` : "",
    place ? (place === "home" ? "at home" : "away") : "",
    opponent ? `against ${opponent}` : "",
    `${day} ${time}`.trim(),
    raters ? raterGapName[raters] : "",
  ]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join("");
}

const halfName = { recent: "the last 30 days of the report", before: "the 30 days before" };
const raterGapName = {
  same: "coach and manager the same",
  "one-step": "coach and manager one step apart",
  "two-steps": "coach and manager two steps apart",
};

/** Returns '36 of 40 games rated (90%)'. */
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

/**
 * Says how the missing results could change the average: '37 of 49 games have a result. Whatever the others were, …'
 */
export function beliefLabel({ played, rated, points }: Tally): string {
  const missing = played - rated;
  if (missing === 0) return `Yes: ${pluralize(played, "game")} played, each with a result.`;
  const [least, most] = [points / played, (points + 20 * missing) / played];
  const share = rated / played;
  const verdict = share >= 0.9 ? "Yes" : share >= 0.6 ? "With care" : "Not yet";
  return `${verdict}: ${count(rated)} of ${pluralize(played, "game")} have a result that counts (${percent(share)}). Whatever the ${missing === 1 ? "other was" : `${count(missing)} others were`}, the average of all lies between ${formatAverage(least)} and ${formatAverage(most)}.`;
}

/** Names of the groups of tags, worst first. */
export const groupName: Record<TagGroup, string> = {
  hostile: "Hostile",
  distracting: "Distracting",
  supportive: "Supportive",
};

/** Returns 'Aug', with its year in January and where asked: 'Jan ’26'. */
export function shortMonth(month: string, withYear = month.endsWith("-01")): string {
  const [name = "", year = ""] = formatMonth(month).split(" ");
  return withYear ? `${name.slice(0, 3)} ’${year.slice(2)}` : name.slice(0, 3);
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const weekdayName = (weekday: number): string => weekdays[weekday] ?? "";

/** Returns '12 AM', '5 PM'. */
export const hourName = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;

/** Sums up the results by month: 'Perfect in 75% of the games of October 2026, 60% in September 2026' */
export function monthsAnswer(months: readonly MonthReport[]): string {
  const known = knownMonths(months);
  const [before, last] = [known.at(-2), known.at(-1)];
  if (!last) return "Too few rated games in any month to say";
  const now = `Perfect in ${percent(last.share)} of the games of ${last.name}`;
  if (!before) return now;
  const both = `${now}, ${percent(before.share)} in ${before.name}`;
  return verdictOf(last, before) === "unclear" ? `${both}: no clear change` : both;
}

/** Sums up the line through the months, where chance alone is not enough to explain it. */
export function trendAnswer(months: readonly MonthReport[]): string {
  const known = knownMonths(months);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return "Too few months with five rated games to show a line";
  const between = `from ${percent(first.share)} perfect games in ${first.name} to ${percent(last.share)} in ${last.name}`;
  const verdict = verdictOf(last, first);
  if (verdict === "better") return `Up ${between}: more than chance explains`;
  if (verdict === "worse") return `Down ${between}: more than chance explains`;
  return `No clear change ${between}: chance alone may explain it`;
}

const knownMonths = (months: readonly MonthReport[]) =>
  months.flatMap((month) => {
    const share = shareOf(month.perfect, month.rated);
    return share ? [{ name: formatMonth(month.month), ...share }] : [];
  });

/** Sums up the groups: 'Something hostile was noted in 6 of 40 rated games, something distracting in 14, …' */
export function groupsAnswer({ rated, hostile, distracting, supportive }: Tally): string {
  if (rated < FEW_GAMES) return `${pluralize(rated, "rated game")}: too few to say what happens`;
  return `Something hostile was noted in ${count(hostile)} of ${pluralize(rated, "rated game")}, something distracting in ${count(distracting)}, something supportive in ${count(supportive)}`;
}

/** Says which hour of the week is the least often perfect, of those with enough games. */
export function hoursAnswer(hours: readonly HourTally[]): string {
  const rated = hours.reduce((sum, hour) => sum + hour.rated, 0);
  if (rated < MAP_GAMES)
    return `${pluralize(rated, "rated game")} with a time: the hours of a week are compared from ${MAP_GAMES} on`;
  const known = hours.filter((hour) => hour.rated >= FEW_GAMES);
  const worst = known.toSorted((a, b) => a.perfect / a.rated - b.perfect / b.rated)[0];
  if (!worst || known.length < 2) return "No two hours of the week have five rated games each";
  return `The least often perfect: ${weekdayName(worst.weekday)}s at ${hourName(worst.hour)}, ${count(worst.perfect)} of ${pluralize(worst.rated, "game")}`;
}

/** Least games with a tag for a statement about the hour. */
const FEW_NOTED = 3;

/** Returns the rated games of each hour of the day, the earliest first. */
export function hoursOfDay(hours: readonly HourTally[]): Omit<HourTally, "weekday">[] {
  const byHour = new Map<number, Omit<HourTally, "weekday">>();
  for (const { weekday: _, ...tally } of hours) {
    const sum = byHour.get(tally.hour);
    if (!sum) byHour.set(tally.hour, { ...tally });
    else
      for (const name of ["rated", "perfect", "supportive", "distracting", "hostile"] as const)
        sum[name] += tally[name];
  }
  return [...byHour.values()].sort((a, b) => a.hour - b.hour);
}

/** Returns the hour of the day at which something hostile is noted most often; null where too little is known. */
export function hostileHour(hours: readonly HourTally[]): Omit<HourTally, "weekday"> | null {
  const days = hoursOfDay(hours);
  const [most] = days
    .filter(({ rated, hostile }) => rated >= FEW_GAMES && hostile >= FEW_NOTED)
    .sort((a, b) => b.hostile / b.rated - a.hostile / a.rated);
  return most && days.length > 1 ? most : null;
}

/** Returns 'Something hostile is noted most often in games at 5 PM: 3 of 17.'; '' where too little is known. */
export function hostileHourLabel(hours: readonly HourTally[]): string {
  const most = hostileHour(hours);
  if (!most) return "";
  return `Something hostile is noted most often in games at ${hourName(most.hour)}: ${count(most.hostile)} of ${count(most.rated)}.`;
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
  ratedGames: "Rated games",
};

/**
 * Returns 'Estimated finish 16.2 points a game; …', and where an estimate is bounded what its formula gives.
 * @param improvement in percent; 0 where it is not known
 * @param left games of a season that may still get a result; null where no season is reported
 */
export function estimatesLabel(
  total: Tally,
  improvement: number,
  left: number | null,
  isOver = false,
): string {
  const estimates = estimatesOf(total, improvement, left);
  if (!estimates) return "Too few rated games for an estimate.";
  const { finish, perfect, returnOnInvestment } = estimates;
  const returned = `Estimated return on investment: ${count(Math.round(returnOnInvestment))}%.`;
  if (isOver) return `The season is over: its finish is known, not estimated. ${returned}`;
  const most = left === null ? "the most there is" : "the most that the games left allow";
  const whole = (value: number) => `${Math.round(value)}%`;
  const bound = ({ formula, value }: Estimate, format: (value: number) => string) =>
    formula > value && format(formula) !== format(value)
      ? `${format(value)} (${most}; the formula gives ${format(formula)})`
      : format(value);
  return `Estimated finish, in points a game: ${bound(finish, formatAverage)}. Estimated perfect games: ${bound(perfect, whole)}. ${returned}`;
}
