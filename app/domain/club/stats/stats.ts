/** The sideline strip shows this many of a team's latest games (product.md#sideline-strip). */
export const STRIP_GAMES = 8;
/** A trend compares this many of the latest rated games with as many before them (product.md#stats). */
export const TREND_GAMES = 3;
/** Their averages must differ by more than this, in points (product.md#stats). */
export const TREND_STEP = 2;

export type Trend = "up" | "down" | "stable";

/**
 * A team's stats over the games that count: kicked off or set completed, not cancelled (`gameCounts`).
 * Scores are points of 0, 10 or 20 per game; only final scores enter (product.md#stats).
 */
export interface TeamStats {
  teamId: string;
  /** The team score: the sum of its final scores. */
  totalScore: number;
  /** Games with a final score: 'games played' on screens. */
  ratedGames: number;
  /** Games that count, rated or not. */
  completedGames: number;
  perfectGames: number;
  minorGames: number;
  majorGames: number;
  /** Points a rated game, not rounded; null where no game is rated. */
  average: number | null;
  /** The latest games that count, oldest first: p perfect, m minor, x major, - not rated. */
  strip: string;
  /** YYYY-MM-DD on the club's calendar, of the latest game that counts. */
  lastGameDate: string | null;
  trend: Trend;
}

export interface ClubStats {
  teams: number;
  gamesRated: number;
  gamesCompleted: number;
  perfectGames: number;
  /** The sum of its teams' scores. */
  clubScore: number;
  /** Points a rated game; null where no game is rated. */
  average: number | null;
}

/**
 * Up when the latest three rated games beat the three before them by more than 2 points on average, down when they
 * fall behind by more than 2, else stable; also stable while fewer than six games are rated (product.md#stats).
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

/** Points a rated game, not rounded; null where nothing is rated. */
export function averageOf(totalScore: number, ratedGames: number): number | null {
  return ratedGames === 0 ? null : totalScore / ratedGames;
}

/** Adds up the stats of a club's teams. */
export function clubStats(teams: Iterable<TeamStats>): ClubStats {
  const all = [...teams];
  const total = (name: "ratedGames" | "completedGames" | "perfectGames" | "totalScore") =>
    sum(all.map((team) => team[name]));
  const gamesRated = total("ratedGames");
  const clubScore = total("totalScore");
  return {
    teams: all.length,
    gamesRated,
    gamesCompleted: total("completedGames"),
    perfectGames: total("perfectGames"),
    clubScore,
    average: averageOf(clubScore, gamesRated),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
