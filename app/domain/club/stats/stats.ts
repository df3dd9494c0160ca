import { addDays, addMonths } from "#app/domain/values/days.ts";
import { count } from "#app/domain/values/pluralize.ts";

/** Games of a team's sideline strip, the latest (product/leaderboards.md#sideline-strip). */
export const STRIP_GAMES = 8;
/** Latest rated games that a trend compares with as many before them (product/reports.md#stats). */
export const TREND_GAMES = 3;
/** Least difference of their averages, in points (product/reports.md#stats). */
export const TREND_STEP = 2;

export type Trend = "up" | "down" | "stable";

/**
 * A team's stats over the games that count: kicked off or set completed, not cancelled (`gameCounts`).
 * Scores are points of 0, 10 or 20 per game; only final scores that the reader may see enter
 * (product/reports.md#stats).
 */
export interface TeamStats {
  teamId: string;
  /** The team score: the sum of its final scores. */
  totalScore: number;
  /** Games with a final score that is open. */
  ratedGames: number;
  /**
   * Games with a final score that is sealed for the reader (product/ratings.md#blind): in no other number but the next.
   */
  sealedGames: number;
  /** Games that count, rated or not. */
  completedGames: number;
  perfectGames: number;
  minorGames: number;
  majorGames: number;
  /** Points a rated game, not rounded; null where no game is rated. */
  average: number | null;
  /** The latest games that count, oldest first: p perfect, m minor, x major, s sealed, - not rated. */
  strip: string;
  /** YYYY-MM-DD on the club's calendar, of the latest game that counts. */
  lastGameDate: string | null;
  trend: Trend;
  /** Marks of the games of the requested months, each followed by 1 in the running month and 0 in the one before. */
  months?: string;
  /** The first game to come of a team that has not played yet, on the club's calendar. */
  firstGame: { date: string; time: string | null } | null;
}

/** First days of the running month and the one before on the club's calendar, YYYY-MM-DD. */
export interface Months {
  now: string;
  before: string;
  /** A day earlier: no game of `before` starts before it anywhere. */
  from: string;
}

/** The games of a month that count. */
export interface MonthStats {
  played: number;
  /** Games with a final score, open or sealed. */
  rated: number;
  /** Games with a final score that the reader may see, and those of them that are perfect. */
  open: number;
  perfect: number;
}

export interface ClubStats {
  teams: number;
  /** Games with a final score, open or sealed. */
  gamesRated: number;
  /** Games of these that are sealed for the reader (product/ratings.md#blind). */
  gamesSealed: number;
  gamesCompleted: number;
  perfectGames: number;
  /** The sum of its teams' scores. */
  clubScore: number;
  /** Points a rated game; null where no game is rated. */
  average: number | null;
}

/**
 * Returns up when the latest three rated games beat the three before them by more than 2 points on average, down when
 * they fall behind by more than 2, otherwise stable; also stable while fewer than six games are rated
 * (product/reports.md#stats).
 * @param scores final scores, oldest first
 */
export function trendOf(scores: readonly number[]): Trend {
  if (scores.length < 2 * TREND_GAMES) return "stable";
  const latest = sum(scores.slice(-TREND_GAMES));
  const before = sum(scores.slice(-2 * TREND_GAMES, -TREND_GAMES));
  const step = TREND_STEP * TREND_GAMES;
  if (latest - before > step) return "up";
  return before - latest > step ? "down" : "stable";
}

/** Returns points a rated game, not rounded; null where nothing is rated. */
export function averageOf(totalScore: number, ratedGames: number): number | null {
  return ratedGames === 0 ? null : totalScore / ratedGames;
}

/** Adds up the stats of a club's teams. */
export function clubStats(teams: Iterable<TeamStats>): ClubStats {
  const all = [...teams];
  const total = (name: "ratedGames" | "sealedGames" | "completedGames" | "perfectGames" | "totalScore") =>
    sum(all.map((team) => team[name]));
  const open = total("ratedGames");
  const gamesSealed = total("sealedGames");
  const clubScore = total("totalScore");
  return {
    teams: all.length,
    gamesRated: open + gamesSealed,
    gamesSealed,
    gamesCompleted: total("completedGames"),
    perfectGames: total("perfectGames"),
    clubScore,
    average: averageOf(clubScore, open),
  };
}

/** Returns the running month and the one before of a date on the club's calendar. */
export function monthsAt(date: string): Months {
  const before = addMonths(date.slice(0, 7), -1);
  return { now: `${date.slice(0, 7)}-01`, before: `${before}-01`, from: addDays(`${before}-01`, -1) };
}

/** Adds up the months of a club's teams. */
export function monthsOf(teams: Iterable<TeamStats>): { now: MonthStats; before: MonthStats } {
  const months = { now: emptyMonth(), before: emptyMonth() };
  for (const { months: marks = "" } of teams) {
    for (let index = 0; index < marks.length; index += 2) {
      const mark = marks[index] ?? "";
      const month = marks[index + 1] === "1" ? months.now : months.before;
      month.played += 1;
      if (mark !== "-") month.rated += 1;
      if (mark !== "-" && mark !== "s") month.open += 1;
      if (mark === "p") month.perfect += 1;
    }
  }
  return months;
}

const emptyMonth = (): MonthStats => ({ played: 0, rated: 0, open: 0, perfect: 0 });

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns '12 of 13 rated', open or sealed, to show beside an average; '' where nothing was played. */
export function ratedLabel(
  stats: Pick<TeamStats, "ratedGames" | "sealedGames" | "completedGames"> | undefined,
): string {
  if (!stats || stats.completedGames === 0) return "";
  return `${count(stats.ratedGames + stats.sealedGames)} of ${count(stats.completedGames)} rated`;
}

/** Returns ', 1 of them sealed' after a number of rated games; '' where none is (product/ratings.md#blind). */
export function sealedPart(sealed: number): string {
  return sealed === 0 ? "" : `, ${count(sealed)} of them sealed`;
}
