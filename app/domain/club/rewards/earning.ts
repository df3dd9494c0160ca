import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { PERFECT_SCORE } from "#app/domain/values/average.ts";
import { addDays } from "#app/domain/values/days.ts";
import type { RewardRule } from "./rewards.ts";

/** Least share of the games played that must be rated: unrated games earn nothing (product/rewards.md#rewards). */
export const COVERAGE = 0.6;
/** A program without an end looks back this far. */
export const LONGEST_DAYS = 366;
/** Days after its last day for which a program is settled; later corrections are made by hand. */
export const CLOSED_AFTER_DAYS = 180;
/** Tells whether a program ended so long ago that nothing can be earned. @param today YYYY-MM-DD */
export const isClosed = (endsOn: string, today: string): boolean =>
  addDays(endsOn, CLOSED_AFTER_DAYS) < today;
/** First games that an improvement compares with as many latest ones, which must be others. */
export const COMPARED_GAMES = 2;
/** Least rated games after it for 'Most improved after a 0'. */
export const GAMES_AFTER_ZERO = 3;
/** Number of a team's first rewards of a kind that are awarded automatically. */
export const AWARDED_BY_THEMSELVES = 2;

/** A game of a team that counts. */
export interface EarningGame {
  gameId: string;
  /** YYYY-MM-DD on the club's calendar. */
  date: string;
  score: Score | null;
  /** True if its result, or its only rating, is sealed for everybody but administrators. */
  sealed: boolean;
}

/** A reward of a team that stays: a game earlier than it, or the game itself, earns nothing again. */
export interface KeptReward {
  gameId: string | null;
  gameDate: string;
}

/** A game at which a team has earned a reward. */
export interface Earning {
  gameId: string;
  date: string;
  /** The points that were compared. */
  score: number;
}

interface TeamPast {
  /** Counting games in the program's days, oldest first. */
  games: readonly EarningGame[];
  /** YYYY-MM-DD of the talks about the team's incidents that were held. */
  talks: readonly string[];
  kept: readonly KeptReward[];
  /** True if the program's season is over and every result in it is open. */
  over: boolean;
}

/**
 * Returns the games before a team's first sealed one: those behind it wait too, because what they earn could tell of it
 * (product/ratings.md#blind).
 */
export function openGames<Game extends Pick<EarningGame, "sealed">>(games: readonly Game[]): readonly Game[] {
  const sealed = games.findIndex((game) => game.sealed);
  return sealed === -1 ? games : games.slice(0, sealed);
}

/**
 * Returns the games at which a team has earned a reward, besides those that are kept (product/rewards.md#rewards). Each
 * game is in at most one of a reward's stretches: after an earned one they begin anew. Improvements, milestones and a
 * season's end are earned once.
 */
export function earningsOf(rule: RewardRule, past: TeamPast): Earning[] {
  const games = openGames(past.games);
  switch (rule.type) {
    case "perfect_game":
      return walk(games, past, perfectGame(rule));
    case "streak":
      return walk(games, past, streak(rule, rule.countsAfter === "talk" ? past.talks : []));
    case "improvement":
      return once(past, walk(games, past, improvement(rule)));
    case "milestone":
      return once(past, walk(games, past, milestone(rule)));
    case "season_end":
      return past.over && rule.countsAfter !== "zero" ? once(past, lastOf(games, rule)) : [];
    case "custom":
      return [];
  }
}

/** Returns the rise of a team after its first 0, for the most improved team's reward; null where it has none. */
export function riseAfterZero(past: TeamPast): (Earning & { rise: number }) | null {
  const games = openGames(past.games);
  const rated = games.filter(isRated);
  const zero = rated.findIndex(({ score }) => score === 0);
  const last = rated.at(-1);
  if (!past.over || past.kept.length > 0 || zero === -1 || !last || !isCovered(games)) return null;
  const after = rated.slice(zero + 1);
  if (after.length < GAMES_AFTER_ZERO) return null;
  const score = meanOf(after);
  const rise = score - meanOf(rated.slice(0, zero + 1));
  return rise > 0 ? { gameId: last.gameId, date: last.date, score, rise } : null;
}

export type Rated = EarningGame & { score: Score };
export const isRated = (game: EarningGame): game is Rated => game.score !== null;

/** Tells whether enough of the games are rated. */
export const isCovered = (games: readonly EarningGame[]): boolean =>
  games.length > 0 && games.filter(isRated).length / games.length >= COVERAGE;

/** Takes a team's rated games in order; returns what was compared where the latest one earns the reward. */
interface Rule {
  rated(game: Rated): number | null;
  /** Begins anew after an earned reward, or one kept from before. */
  earned(): void;
}

function walk(games: readonly EarningGame[], { kept }: TeamPast, rule: Rule): Earning[] {
  const earnings: Earning[] = [];
  const keptGames = new Set(kept.map(({ gameId }) => gameId));
  const here = new Set(games.map(({ gameId }) => gameId));
  // The reward of a game that is gone keeps its day.
  const keptDays = kept
    .filter(({ gameId }) => gameId === null || !here.has(gameId))
    .map(({ gameDate }) => gameDate)
    .sort();
  let rated = 0;
  for (const [index, game] of games.entries()) {
    while (keptDays[0] !== undefined && keptDays[0] < game.date) {
      keptDays.shift();
      rule.earned();
    }
    if (!isRated(game)) {
      if (keptGames.has(game.gameId)) rule.earned();
      continue;
    }
    rated += 1;
    const compared = rule.rated(game);
    if (keptGames.has(game.gameId)) rule.earned();
    else if (compared !== null && rated / (index + 1) >= COVERAGE) {
      earnings.push({ gameId: game.gameId, date: game.date, score: compared });
      rule.earned();
    }
  }
  return earnings;
}

/** Keeps the first earning of a reward that is earned once; none if the team has it already. */
const once = ({ kept }: TeamPast, earnings: readonly Earning[]): Earning[] =>
  kept.length > 0 ? [] : earnings.slice(0, 1);

/** Earns when the mean of the latest games reaches the threshold. */
function perfectGame({ scoreThreshold, gameCount }: RewardRule): Rule {
  let scores: number[] = [];
  return {
    rated({ score }) {
      scores = [...scores, score].slice(-gameCount);
      const mean = meanOf(scores.map((points) => ({ score: points })));
      return scores.length === gameCount && mean >= scoreThreshold ? mean : null;
    },
    earned() {
      scores = [];
    },
  };
}

/** Earns for perfect games in a row; an unrated game neither adds to the run nor breaks it. */
function streak({ consecutiveGames, countsAfter }: RewardRule, talks: readonly string[]): Rule {
  let run = 0;
  let done = "";
  let latest = "";
  return {
    rated({ score, date }) {
      const talk =
        talks
          .filter((day) => day < date)
          .sort()
          .at(-1) ?? "";
      // Only games after the latest talk count, and each talk is answered once.
      if (talk !== latest) run = 0;
      latest = talk;
      run = score === PERFECT_SCORE ? run + 1 : 0;
      const waits = countsAfter === "talk" && (talk === "" || talk === done);
      return run >= consecutiveGames && !waits ? PERFECT_SCORE : null;
    },
    earned() {
      run = 0;
      done = latest;
    },
  };
}

/** Earns when the latest two games are that much better than the first two, and none is both. */
function improvement({ improvementPercent }: RewardRule): Rule {
  const rated: Rated[] = [];
  return {
    rated(game) {
      rated.push(game);
      if (rated.length < 2 * COMPARED_GAMES) return null;
      const before = meanOf(rated.slice(0, COMPARED_GAMES));
      const latest = meanOf(rated.slice(-COMPARED_GAMES));
      // Percent of nothing is nothing, but every point above it is a rise.
      const enough = before === 0 ? latest > 0 : (latest - before) * 100 >= improvementPercent * before;
      return enough && latest > before ? latest : null;
    },
    earned() {},
  };
}

/** Earns when the average of all games so far reaches the threshold. */
function milestone({ scoreThreshold, gameCount }: RewardRule): Rule {
  let points = 0;
  let games = 0;
  return {
    rated({ score }) {
      points += score;
      games += 1;
      return games >= gameCount && points / games >= scoreThreshold ? points / games : null;
    },
    earned() {},
  };
}

/** Earns for a season that is over, by the average of all its games; the last rated one stands for them. */
function lastOf(games: readonly EarningGame[], { scoreThreshold, gameCount }: RewardRule): Earning[] {
  const rated = games.filter(isRated);
  const last = rated.at(-1);
  if (!last || rated.length < gameCount || !isCovered(games)) return [];
  const score = meanOf(rated);
  return score >= scoreThreshold ? [{ gameId: last.gameId, date: last.date, score }] : [];
}

export const meanOf = (games: readonly { score: number }[]): number =>
  games.length === 0 ? 0 : games.reduce((sum, { score }) => sum + score, 0) / games.length;

/** Tells whether a reward goes to the one team that rose most after its first 0. */
export const isOfMostImproved = ({ type, countsAfter }: RewardRule): boolean =>
  type === "season_end" && countsAfter === "zero";
