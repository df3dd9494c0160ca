import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { formatAverage, PERFECT_SCORE } from "#app/domain/values/average.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";

/** Rated games in each average of a season's line, and the fewest for it (product/teams.md#team-page). */
export const ROLLING_GAMES = 5;
/** Most games in the answer above the chart, and in the period before that it compares with. */
const ANSWER_GAMES = 10;
/** Student's t for an interval of 80% around the mean of five. */
const T_OF_FIVE = 1.533;

/** The mean of a game and the four rated before it, with the interval in which chance alone could move it. */
export interface RollingMean {
  mean: number;
  low: number;
  high: number;
}

/** Returns the rolling mean at each game; null for the first four. @param scores oldest first */
export function rollingMeans(scores: readonly Score[]): (RollingMean | null)[] {
  return scores.map((_, index) => {
    if (index + 1 < ROLLING_GAMES) return null;
    const last = scores.slice(index + 1 - ROLLING_GAMES, index + 1);
    const mean = last.reduce<number>((total, score) => total + score, 0) / ROLLING_GAMES;
    const squares = last.reduce<number>((total, score) => total + (score - mean) ** 2, 0);
    const reach = (T_OF_FIVE * Math.sqrt(squares / (ROLLING_GAMES - 1))) / Math.sqrt(ROLLING_GAMES);
    return { mean, low: Math.max(0, mean - reach), high: Math.min(PERFECT_SCORE, mean + reach) };
  });
}

/**
 * Sums up the season in a sentence: 'Perfect in 7 of the last 10 games, 2 more than before'; '3 games: too few to say'
 * below five. `before` counts the same number of games before those; there is no comparison below ten.
 * @param scores of rated games, oldest first
 */
export function seasonAnswer(scores: readonly Score[]): string {
  const rated = scores.length;
  if (rated === 0) return "No game is rated yet";
  if (rated < ROLLING_GAMES) return `${pluralize(rated, "game")}: too few to say`;
  const perfect = (of: readonly Score[]) => of.filter((score) => score === PERFECT_SCORE).length;
  if (rated < 2 * ROLLING_GAMES) return `Perfect in ${perfect(scores)} of ${rated} games`;
  const games = Math.min(ANSWER_GAMES, Math.floor(rated / 2));
  const latest = perfect(scores.slice(-games));
  const more = latest - perfect(scores.slice(-2 * games, -games));
  const than = more === 0 ? "as many as" : more > 0 ? `${more} more than` : `${-more} fewer than`;
  return `Perfect in ${latest} of the last ${games} games, ${than} before`;
}

/** Returns the rolling mean in figures; '–' where there is none. */
export const formatRolling = (rolling: RollingMean | null): string =>
  rolling === null ? "–" : formatAverage(rolling.mean);
