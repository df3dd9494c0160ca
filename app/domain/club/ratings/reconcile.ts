import type { RatingPolicy } from "#app/db/club/schema.ts";
import type { Agreement, Score } from "./ratings.ts";

export type Outcome =
  | { finalScore: null; agreement: "pending" }
  | { finalScore: Score; agreement: Exclude<Agreement, "pending"> };

/** Least mean for a 20 (product/ratings.md#reconciling). */
export const MEAN_FOR_PERFECT = 15;
/** Least mean for a 10; anything less is a 0 (product/ratings.md#reconciling). */
export const MEAN_FOR_MINOR = 5;

/**
 * Turns a game's two ratings into its final score under a club's policy (product/ratings.md#reconciling).
 * @param manager the manager's current score, null while there is none
 * @param coach the coach's current score, null while there is none
 */
export function reconcile(policy: RatingPolicy, manager: Score | null, coach: Score | null): Outcome {
  if (manager !== null && coach !== null) {
    if (manager === coach) return { finalScore: coach, agreement: "agreed" };
    if (policy === "coach-final") return { finalScore: coach, agreement: "coach-override" };
    return { finalScore: scoreOfMean((manager + coach) / 2), agreement: "averaged" };
  }
  if (coach !== null && policy !== "average") return { finalScore: coach, agreement: "agreed" };
  return { finalScore: null, agreement: "pending" };
}

function scoreOfMean(mean: number): Score {
  if (mean >= MEAN_FOR_PERFECT) return 20;
  return mean >= MEAN_FOR_MINOR ? 10 : 0;
}
