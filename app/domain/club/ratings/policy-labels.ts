import type { RatingPolicy } from "#app/db/club/schema.ts";
import { MEAN_FOR_MINOR, MEAN_FOR_PERFECT, type Side } from "./ratings.ts";

/** What explains a club's rating policy on /teams, /rating and /mobile-rating. */
export interface PolicyLabels {
  title: string;
  /** The policy in one sentence. */
  summary: string;
  /** What it means, a sentence each. */
  rules: string[];
}

const BLIND =
  "The coach and the team manager each rate the sideline. Each sees the other's rating only after giving their own, or 48 hours after the game.";
const EQUAL = "When both give the same score, it is the final score.";
const MEAN = `When the scores differ, they are averaged: ${MEAN_FOR_PERFECT} or more counts as 20, ${MEAN_FOR_MINOR} or more as 10, less as 0.`;
const MANAGER_WAITS = "A manager rating stays pending until the coach has rated.";

const words: Record<RatingPolicy, Omit<PolicyLabels, "title">> = {
  "coach-final": {
    summary: "The coach's rating is final and takes precedence.",
    rules: [
      BLIND,
      "A coach rating counts at once.",
      MANAGER_WAITS,
      "When the scores differ, the coach's counts.",
    ],
  },
  average: {
    summary: "The coach's and the team manager's ratings count equally.",
    rules: [BLIND, "A game stays pending until both have rated.", EQUAL, MEAN],
  },
  "coach-first": {
    summary: "The coach's rating counts at once, and is averaged with the team manager's.",
    rules: [BLIND, "A coach rating alone is final.", MANAGER_WAITS, EQUAL, MEAN],
  },
};

/** The explanatory panel's text for the policy in force (product.md#reconciling). */
export function policyLabels(policy: RatingPolicy): PolicyLabels {
  return { title: "Fair Dual Scoring System", ...words[policy] };
}

const whoDecides: Record<RatingPolicy, Record<Side, string>> = {
  "coach-final": {
    coach: "Your coach rating is final and takes precedence over the manager's.",
    manager: "Your manager rating stays pending until the coach has rated; then the coach's score counts.",
  },
  average: {
    coach: "Your coach rating counts as much as the manager's; the game is final once both have rated.",
    manager: "Your manager rating counts as much as the coach's; the game is final once both have rated.",
  },
  "coach-first": {
    coach: "Your coach rating counts at once; if the manager's differs, the two are averaged.",
    manager:
      "Your manager rating stays pending until the coach has rated; if the two differ, they are averaged.",
  },
};

/** One sentence for a form: who decides, and what counts. */
export function decidesLabel(policy: RatingPolicy, side: Side): string {
  return whoDecides[policy][side];
}
