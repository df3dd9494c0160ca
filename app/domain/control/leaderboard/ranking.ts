import { count, pluralize } from "#app/domain/values/pluralize.ts";

/**
 * The rule of rank (product/leaderboards.md#ranking): by the average drawn towards the platform's mean, so that few
 * games never beat many; then by perfect games, games played and name.
 */

/** Games at the platform's mean that are added to a team's own (product/leaderboards.md#ranking). */
export const DRAWN_GAMES = 3;
/** Rated games that a team needs to be ranked (product/leaderboards.md#ranking). */
export const LEAST_RATED_GAMES = 3;
/** Percentage of its completed games that must be rated (product/leaderboards.md#ranking). */
export const LEAST_RATED_PERCENT = 60;
/** Rows on a page of a board. */
export const BOARD_PAGE_ROWS = 50;

/** Stats that decide whether a team is ranked, and its average. */
export interface RankStats {
  totalScore: number;
  ratedGames: number;
  completedGames: number;
}

export interface RankedTeam extends RankStats {
  perfectGames: number;
  teamName: string;
  teamId: string;
}

/** Returns the average that a team is ranked by, in points; `mean` is the platform's average over all rated games. */
export function adjustedAverage(team: Pick<RankStats, "totalScore" | "ratedGames">, mean: number): number {
  return (team.totalScore + DRAWN_GAMES * mean) / (team.ratedGames + DRAWN_GAMES);
}

export function isRanked(team: RankStats): boolean {
  return missingGames(team) === 0 && ratedEnough(team);
}

/**
 * Returns why a team is not ranked yet: '1 more rated game needed', '4 of 9 completed games rated; 60% needed'. Empty
 * for a ranked team.
 */
export function whatIsMissing(team: RankStats): string[] {
  const words: string[] = [];
  const missing = missingGames(team);
  if (missing > 0) words.push(`${pluralize(missing, "more rated game")} needed`);
  if (!ratedEnough(team)) {
    const completed = pluralize(team.completedGames, "completed game");
    words.push(`${count(team.ratedGames)} of ${completed} rated; ${LEAST_RATED_PERCENT}% needed`);
  }
  return words;
}

/** Sorts the better of two ranked teams first; 0 only for the same team. */
export function compareRank(a: RankedTeam, b: RankedTeam, mean: number): number {
  return (
    adjustedAverage(b, mean) - adjustedAverage(a, mean) ||
    b.perfectGames - a.perfectGames ||
    b.ratedGames - a.ratedGames ||
    compareText(a.teamName, b.teamName) ||
    compareText(a.teamId, b.teamId)
  );
}

const missingGames = (team: RankStats) => Math.max(0, LEAST_RATED_GAMES - team.ratedGames);

const ratedEnough = (team: RankStats) => team.ratedGames * 100 >= LEAST_RATED_PERCENT * team.completedGames;

/** Compares code points, as SQLite's order of UTF-8 bytes does; `<` compares UTF-16 units and puts emoji too early. */
function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const difference = inCodePointOrder(a.charCodeAt(at)) - inCodePointOrder(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Moves surrogates, the halves of characters beyond U+FFFF, behind all other units. */
function inCodePointOrder(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
