import type { GamesTable, RatingPolicy, RatingsTable } from "#app/db/club/schema.ts";

/** A sideline's score for a game: 20 perfect, 10 minor issues, 0 major incident (product.md#rating). */
export type Score = RatingsTable["score"];
/** Best first, as every form offers them. */
export const scores = [20, 10, 0] as const satisfies readonly Score[];

export const scoreLabels: Record<Score, { name: string; description: string }> = {
  20: { name: "Perfect Behavior", description: "No incidents, positive atmosphere" },
  10: { name: "Minor Issues", description: "Some bad behavior during the game" },
  0: { name: "Major Incident", description: "A parent received a red or yellow card" },
};

/** Whose view of a game a rating is. Each game has at most one current rating a side. */
export type Side = RatingsTable["side"];
export const sides = ["coach", "manager"] as const satisfies readonly Side[];
export const sideName: Record<Side, string> = { coach: "Coach", manager: "Team Manager" };

/** How a game's final score came about, pending while there is none. */
export type Agreement = GamesTable["agreement"];

/** The same in people's words, as a badge. */
export const agreementLabels: Record<Agreement, string> = {
  pending: "Pending",
  agreed: "Agreed",
  averaged: "Averaged",
  "coach-override": "Coach decided",
};

export type Outcome =
  | { finalScore: null; agreement: "pending" }
  | { finalScore: Score; agreement: Exclude<Agreement, "pending"> };

/** A mean of at least this many points counts as 20 (product.md#reconciling). */
export const MEAN_FOR_PERFECT = 15;
/** A mean of at least this many points counts as 10, anything less as 0 (product.md#reconciling). */
export const MEAN_FOR_MINOR = 5;

/**
 * What two ratings of a game come to under a club's policy (product.md#reconciling). Pure: every screen,
 * the ratings' journey and a recalculation ask it.
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
