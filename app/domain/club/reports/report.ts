import { averageOf, TREND_GAMES, type Trend, trendOf } from "#app/domain/club/stats/stats.ts";
import { compareNames } from "#app/domain/values/names.ts";
import type { TagGroup } from "#app/domain/values/rating-tags.ts";

// The formulas of product/reports.md#reports. Scores are points of 0, 10 or 20; only open final scores enter.

/** Least games for a share, a rate or an insight. */
export const FEW_GAMES = 5;
/** An average of this or more is good, from the other on a warning, below it bad. */
const GOOD_AVERAGE = 18;
export const WARNING_AVERAGE = 15;
const GOOD_MONTH = 17;
/** A team with more perfect games than this is marked. */
export const MANY_PERFECT = 5;
/** Least clubs with rated games for a region's own benchmark. */
export const REGION_CLUBS = 5;
export const REFERENCE = { average: 15.2, perfectShare: 0.45, satisfaction: 78 } as const;
/** Least rated games for a heat map of the hours of a week. */
export const MAP_GAMES = 50;
/** Most months in a chart, the latest. */
export const CHART_MONTHS = 24;
/** Most months in the overview, the latest. */
export const OVERVIEW_MONTHS = 4;

/** Totals of some games. */
export interface Tally {
  /** Games that count, rated or not. */
  played: number;
  /** Games with an open final score: the only ones in `points`, `perfect`, `minor` and `major`. */
  rated: number;
  /** Games with a final score that is sealed for the reader (product/ratings.md#blind): in `played` and here only. */
  sealed: number;
  points: number;
  perfect: number;
  minor: number;
  major: number;
  /** Rated games in which something of each group of tags was noted (product/ratings.md#tags). */
  supportive: number;
  distracting: number;
  hostile: number;
}

/** The games of one team in one month. */
export interface TeamMonth extends Tally {
  teamId: string;
  /** YYYY-MM */
  month: string;
  /** YYYY-MM-DD, of the latest game that counts. */
  lastGame: string;
}

/** The rated games of the 30 days up to a report's end, and of the 30 before them. */
export interface Halves {
  recent: { rated: number; points: number };
  before: { rated: number; points: number };
}

/** The rated games of an hour of a weekday. */
export interface HourTally extends Pick<Tally, "rated" | "perfect" | TagGroup> {
  /** 0 for Sunday. */
  weekday: number;
  /** 0 to 23, on the club's clock. */
  hour: number;
}

export const NOTHING: Tally = {
  ...{ played: 0, rated: 0, sealed: 0, points: 0, perfect: 0, minor: 0, major: 0 },
  ...{ supportive: 0, distracting: 0, hostile: 0 },
};

export function addUp(tallies: Iterable<Tally>): Tally {
  const sum = { ...NOTHING };
  for (const tally of tallies)
    for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += tally[name];
  return sum;
}

/** Returns the points a rated game; null where none is rated. */
export const average = ({ points, rated }: Pick<Tally, "points" | "rated">) => averageOf(points, rated);

export interface TeamReport extends Tally {
  teamId: string;
  name: string;
  archived: boolean;
  average: number | null;
  lastGame: string | null;
  trend: Trend;
}

/**
 * Returns a row for each team, those that need attention first: the lowest average first, teams without one last.
 * @param latest each team's latest open final scores in the report's time, oldest first, at most six
 */
export function teamReports(
  teams: readonly { id: string; name: string; archived: boolean }[],
  months: readonly TeamMonth[],
  latest: ReadonlyMap<string, readonly number[]>,
): TeamReport[] {
  const byTeam = grouped(months, ({ teamId }) => teamId);
  return teams
    .map(({ id, name, archived }) => {
      const own = byTeam.get(id) ?? [];
      const tally = addUp(own);
      const lastGame = own.reduce<string | null>((last, month) => maxOf(last, month.lastGame), null);
      return {
        ...tally,
        ...{ teamId: id, name, archived, lastGame },
        average: average(tally),
        trend: trendOf(latest.get(id) ?? []),
      };
    })
    .filter(({ archived, played }) => !archived || played > 0)
    .sort(
      (a, b) =>
        (a.average ?? Number.POSITIVE_INFINITY) - (b.average ?? Number.POSITIVE_INFINITY) ||
        compareNames(a.name, b.name),
    );
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const maxOf = (one: string | null, other: string) => (one === null || other > one ? other : one);

/** Number of a team's latest scores that its trend needs. */
export const TREND_SCORES = 2 * TREND_GAMES;

export interface MonthReport extends Tally {
  /** YYYY-MM */
  month: string;
  average: number | null;
}

/** Returns the months with games, oldest first. */
export function monthReports(months: readonly TeamMonth[]): MonthReport[] {
  return [...grouped(months, ({ month }) => month)]
    .map(([month, parts]) => {
      const tally = addUp(parts);
      return { month, ...tally, average: average(tally) };
    })
    .sort((a, b) => (a.month < b.month ? -1 : 1));
}

/** Grades an average (product/reports.md#reports). */
export function gradeOf(average: number): "good" | "warning" | "bad" {
  if (average >= GOOD_AVERAGE) return "good";
  return average >= WARNING_AVERAGE ? "warning" : "bad";
}

/** Grades a month's average: its bounds differ from a team's. */
export function gradeOfMonth(average: number): "good" | "warning" | "bad" {
  if (average >= GOOD_MONTH) return "good";
  return average >= WARNING_AVERAGE ? "warning" : "bad";
}

/** Part of a whole, with the interval that holds the true share 19 times of 20 (Wilson's). */
export interface Share {
  part: number;
  whole: number;
  share: number;
  low: number;
  high: number;
}

/** Points of a perfect game. */
const PERFECT = 20;

const Z = 1.96;

/** Returns null below FEW_GAMES. */
export function shareOf(part: number, whole: number): Share | null {
  if (whole < FEW_GAMES) return null;
  const share = part / whole;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * whole)) / (1 + z2 / whole);
  const reach = (Z * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole * whole))) / (1 + z2 / whole);
  return { part, whole, share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

/** Points a game, with the interval that holds the true average 19 times of 20. */
export interface Mean {
  mean: number;
  low: number;
  high: number;
}

/**
 * Returns null below FEW_GAMES. The interval is that of a share of all points: no scores of 0 to 20 with this average
 * spread wider than zeros and twenties, so it is never too narrow.
 */
export function meanOf({ points, rated }: Pick<Tally, "points" | "rated">): Mean | null {
  const share = shareOf(points / PERFECT, rated);
  return share && { mean: points / rated, low: share.low * PERFECT, high: share.high * PERFECT };
}

/** Direction of a share against an earlier one, beyond what chance explains: their intervals do not overlap. */
export type Verdict = "better" | "worse" | "unclear";

export function verdictOf(now: Pick<Share, "low" | "high">, before: Pick<Share, "low" | "high">): Verdict {
  if (now.low > before.high) return "better";
  return now.high < before.low ? "worse" : "unclear";
}

/** Results of games in two periods; `verdict` is of their averages, null where either has too few games. */
export interface Comparison {
  now: Tally;
  before: Tally;
  verdict: Verdict | null;
}

export function compared(now: Tally, before: Tally): Comparison {
  const [one, other] = [meanOf(now), meanOf(before)];
  return { now, before, verdict: one && other ? verdictOf(one, other) : null };
}

export interface TeamComparison extends Comparison {
  teamId: string;
  name: string;
}

const verdictOrder = ["worse", "unclear", "better"];

/** Returns each team that played in both times: clear falls first, then by fall of the average; too few games last. */
export function comparedTeams(teams: readonly TeamReport[], against: readonly TeamMonth[]): TeamComparison[] {
  const before = grouped(against, ({ teamId }) => teamId);
  const place = ({ verdict }: Comparison) => (verdict ? verdictOrder.indexOf(verdict) : verdictOrder.length);
  const change = ({ now, before: then }: Comparison) => (average(now) ?? 0) - (average(then) ?? 0);
  return teams
    .filter(({ played, teamId }) => played > 0 && before.has(teamId))
    .map((team) => {
      const { teamId, name } = team;
      return { teamId, name, ...compared(addUp([team]), addUp(before.get(teamId) ?? [])) };
    })
    .sort((a, b) => place(a) - place(b) || change(a) - change(b) || compareNames(a.name, b.name));
}

/**
 * Returns the improvement of the average of the latest 30 days on that of the 30 before, in percent of the latter;
 * never below 0: `fell` marks a decline (product/reports.md#reports). null where either has too few games, or the
 * earlier is 0.
 */
export function improvementOf({ recent, before }: Halves): { rate: number; fell: boolean } | null {
  if (recent.rated < FEW_GAMES || before.rated < FEW_GAMES || before.points === 0) return null;
  const earlier = before.points / before.rated;
  const change = ((recent.points / recent.rated - earlier) / earlier) * 100;
  return { rate: Math.max(0, change), fell: change < 0 };
}

/** Result of a formula, limited to possible values. */
export interface Estimate {
  formula: number;
  /** The formula's, at most what the games left allow. */
  value: number;
}

/**
 * Returns the estimates by fixed formulas, which are named so where they are shown (product/reports.md#reports),
 * bounded by what is possible: 20 points and 100%, and in a season what is reached if every game that has no result yet
 * is perfect.
 * @param improvement in percent; 0 where it is not known
 * @param left games of a season that may still get a result; null where no season is reported
 */
export function estimatesOf(tally: Tally, improvement: number, left: number | null) {
  const mean = average(tally);
  const perfect = shareOf(tally.perfect, tally.rated);
  if (mean === null || !perfect) return null;
  const games = tally.rated + (left ?? 0);
  const bounded = (formula: number, most: number): Estimate => ({ formula, value: Math.min(formula, most) });
  return {
    finish: bounded(
      mean + improvement * 0.1,
      left === null ? PERFECT : (tally.points + PERFECT * left) / games,
    ),
    /** Percent. */
    perfect: bounded(perfect.share * 100 + 5, left === null ? 100 : ((tally.perfect + left) / games) * 100),
    /** Percent; an average of at most 20 bounds it. */
    returnOnInvestment: (mean / REFERENCE.average) * 200,
  };
}

/** Returns the insights about some games, if there are enough of them. */
export function insightsOf(tally: Tally): ("excellent-pattern" | "consistency")[] {
  const perfect = shareOf(tally.perfect, tally.rated)?.share ?? 0;
  // An average that needs attention is no excellent pattern, whatever its perfect games.
  const good = tally.points >= WARNING_AVERAGE * tally.rated;
  return [
    ...(good && perfect > 0.4 ? (["excellent-pattern"] as const) : []),
    ...(perfect > 0.5 ? (["consistency"] as const) : []),
  ];
}

/** Tells whether a team needs attention: enough games, and an average below 15. */
export const needsAttention = ({ rated, average }: Pick<TeamReport, "rated" | "average">) =>
  rated >= FEW_GAMES && average !== null && average < WARNING_AVERAGE;

/** Benchmark of a region's clubs: measured if enough of them have rated games, otherwise the fixed reference. */
export interface Benchmark {
  /** null: the reference. */
  clubs: number | null;
  average: number;
  perfectShare: number;
}

/** @param totals of the clubs of the club's state that take part in the leaderboard */
export function benchmarkOf(
  totals: { clubs: number; ratedGames: number; totalScore: number; perfectGames: number } | null,
): Benchmark {
  if (!totals || totals.clubs < REGION_CLUBS || totals.ratedGames === 0)
    return { clubs: null, average: REFERENCE.average, perfectShare: REFERENCE.perfectShare };
  return {
    clubs: totals.clubs,
    average: totals.totalScore / totals.ratedGames,
    perfectShare: totals.perfectGames / totals.ratedGames,
  };
}
