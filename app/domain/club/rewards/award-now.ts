import { formatAverage, PERFECT_SCORE } from "#app/domain/values/average.ts";
import { type EarningGame, isOfMostImproved, isRated, meanOf, type Rated, riseAfterZero } from "./earning.ts";
import type { RewardRule } from "./rewards.ts";

/** A game as an award is compared with it: `finalizedAt` is the moment of its final score. */
export interface AwardGame extends EarningGame {
  finalizedAt: string | null;
}

/** Present result of the games that earned a reward. */
export interface ResultNow {
  /** True if they still meet the rule. */
  holds: boolean;
  /** Null where nothing is left to compare. */
  score: number | null;
  /** Time of the latest of their final scores. */
  since: string | null;
}

/** An award, with the rule that earned it. */
interface Award {
  rule: RewardRule;
  gameId: string;
}

/**
 * Compares the games that earned a reward with its rule again, as they are now (product/rewards.md#rewards). How many
 * of the team's games are rated is left out: it says nothing of a result.
 * @param games the team's that count in the program's days, oldest first
 * @param rival the largest rise of another team after its first 0
 * @returns null where a sealed result hides it, or where no rule says it
 */
export function resultNow({ rule, gameId }: Award, games: readonly AwardGame[], rival = 0): ResultNow | null {
  if (rule.type === "custom") return null;
  const ofSeason = rule.type === "season_end";
  const index = games.findIndex((game) => game.gameId === gameId);
  if (index === -1 && !ofSeason) return { holds: false, score: null, since: null };
  const until = ofSeason ? games : games.slice(0, index + 1);
  if (until.some(({ sealed }) => sealed)) return null;
  const rated = until.filter(isRated) as (Rated & AwardGame)[];
  if (!ofSeason && rated.at(-1)?.gameId !== gameId) return { holds: false, score: null, since: null };
  const compared = comparedGames(rule, rated);
  const since = compared.reduce<string | null>(
    (latest, { finalizedAt }) =>
      finalizedAt !== null && finalizedAt > (latest ?? "") ? finalizedAt : latest,
    null,
  );
  return { ...judged(rule, rated, rival), since };
}

function comparedGames<Game>({ type, gameCount, consecutiveGames }: RewardRule, rated: readonly Game[]) {
  if (type === "perfect_game") return rated.slice(-gameCount);
  return type === "streak" ? rated.slice(-consecutiveGames) : rated;
}

function judged(rule: RewardRule, rated: readonly Rated[], rival: number): Omit<ResultNow, "since"> {
  const { scoreThreshold, gameCount, improvementPercent, consecutiveGames } = rule;
  const none = { holds: false, score: null };
  if (isOfMostImproved(rule)) {
    const rise = riseAfterZero({ games: rated, talks: [], kept: [], over: true });
    return rise ? { holds: rise.rise >= rival, score: rise.score } : none;
  }
  switch (rule.type) {
    case "perfect_game": {
      const score = meanOf(rated.slice(-gameCount));
      return { holds: rated.length >= gameCount && score >= scoreThreshold, score };
    }
    case "streak": {
      const run = rated.slice(-consecutiveGames);
      const holds = run.length === consecutiveGames && run.every(({ score }) => score === PERFECT_SCORE);
      return { holds, score: run.length === 0 ? null : meanOf(run) };
    }
    case "improvement": {
      if (rated.length < 4) return none;
      const [before, score] = [meanOf(rated.slice(0, 2)), meanOf(rated.slice(-2))];
      const enough = before === 0 ? score > 0 : (score - before) * 100 >= improvementPercent * before;
      return { holds: enough && score > before, score };
    }
    case "season_end":
    case "milestone": {
      if (rated.length === 0) return none;
      const score = meanOf(rated);
      return { holds: rated.length >= gameCount && score >= scoreThreshold, score };
    }
    case "custom":
      return none;
  }
}

/** Returns '20', '17.5'. */
export const points = (score: number): string =>
  Number.isInteger(score) ? String(score) : formatAverage(score);

/** Reason why a game that earned a reward no longer counts. */
export type GameGone = "deleted" | "cancelled" | "taken-out" | "moved";

/** Present result of an award beside the one it was earned with. */
export interface AwardNow extends ResultNow {
  was: number | null;
  /** Reason why its game no longer counts; null if it counts, or if the result of a season does not depend on it. */
  gone: GameGone | null;
}

const goneText: Record<GameGone, string> = {
  deleted: "Its game is not on the schedule any more",
  cancelled: "Its game was cancelled",
  "taken-out": "Its game was taken out of the figures",
  moved: "Its game was moved and is still to come",
};

/** Returns 'Was 20 when awarded; corrected to 10 on Sep 3'; '' where nothing changed. @param dayOf a moment as a day */
export function awardNowLabel(now: AwardNow | null, dayOf: (moment: string) => string): string {
  if (!now) return "";
  const { holds, score, since, was, gone } = now;
  const on = since ? ` on ${dayOf(since)}` : "";
  if (!holds && gone) return goneText[gone];
  if (was !== null && score !== null && Math.abs(was - score) > 0.001)
    return `Was ${points(was)} when awarded; corrected to ${points(score)}${on}`;
  if (holds) return "";
  if (score === null)
    return `${was === null ? "" : `Was ${points(was)} when awarded; `}it has no final score now`;
  return `Results were corrected${on}, and it would not be earned today`;
}
