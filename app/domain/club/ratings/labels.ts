import type { RatingPolicy } from "#app/db/club/schema.ts";
import type { GamePhase } from "#app/domain/club/games/game-rules.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";
import type { TypedField } from "#app/forms/lost-form.ts";
import type { FieldLabels } from "#app/forms/stale-form.ts";
import { correctionFields } from "./fields.ts";
import { CORRECTION_HOURS, type RateProblem } from "./rating-permission.ts";
import type { RatingPlace } from "./rating-problems.ts";
import type { RateResult } from "./ratings.server.ts";
import { type Agreement, type Score, type Side, scores } from "./ratings.ts";
import { MEAN_FOR_MINOR, MEAN_FOR_PERFECT } from "./reconcile.ts";
import { BLIND_HOURS } from "./seal.ts";

export const scoreLabels: Record<Score, { name: string; description: string }> = {
  20: { name: "Perfect Behavior", description: "No incidents, positive atmosphere" },
  10: { name: "Minor Issues", description: "Some bad behavior during the game" },
  0: { name: "Major Incident", description: "A parent received a red or yellow card" },
};

export const sideName: Record<Side, string> = { coach: "Coach", manager: "Team Manager" };

export const agreementLabels: Record<Agreement, string> = {
  pending: "Pending",
  agreed: "Agreed",
  averaged: "Averaged",
  "coach-override": "Coach decided",
};

/** Returns the button that opens the rating of a game that the viewer has not rated. */
export function rateLabel(phase: GamePhase): string {
  return phase === "in-progress" ? "Rate During Game" : "Submit Rating";
}

/** Marks a rating whose rater could see the other side's. */
export const SAW_OTHER_LABEL = "After seeing the other rating";

/** Label before kick-off, instead of the button. */
export const UPCOMING_LABEL = "Upcoming Game";

/** Returns why a rater may not rate a game. `by` is the author of the existing rating. */
export function rateProblemLabel(problem: RateProblem, by: string): string {
  const admin = "A club administrator can correct it, with a reason.";
  switch (problem) {
    case "upcoming":
      return "This game has not started yet. You can rate it from kick-off on.";
    case "cancelled":
      return "This game was cancelled, so there is nothing to rate.";
    case "head-coach-rated":
      return `${by}, the head coach, has rated this game. A head coach's rating stands; an assistant's cannot replace it.`;
    case "rated-by-other":
      return `${by} has already given this rating. ${by} can correct it for ${CORRECTION_HOURS} hours. Later, a club administrator can.`;
    case "correction-over":
      return `The ${CORRECTION_HOURS} hours in which you could correct your rating are over. ${admin}`;
    case "corrected-by-admin":
      return `${by}, a club administrator, has corrected this rating. Only an administrator can change it now.`;
  }
}

/** Returns why a rating was refused when it was sent. */
export function rateRefusalLabel(
  refusal: Exclude<Extract<RateResult, { ok: false }>, { problem: "not-found" | "stale" }>,
): string {
  switch (refusal.problem) {
    case "no-rating":
      return "There is no rating to correct yet";
    case "too-often":
      return "This rating has just been changed several times. Wait a minute, then submit again: what you chose is still here.";
    case "sent-before":
      return `This form was already sent as ${refusal.score} ${scoreLabels[refusal.score].name}, and that rating is stored. Submit again to change it to what you see now.`;
    default:
      return rateProblemLabel(refusal.problem, refusal.by);
  }
}

/** Names of the reason in the rating forms: at the field it is optional, and called less. */
export const reasonName: Record<RatingPlace, string> = { page: "Reason", mobile: "Notes" };

/** Returns the labels of the rating forms' fields. */
export const ratingFieldLabels = (
  place: RatingPlace,
): FieldLabels<{ score: Score; tags: readonly string[]; reason: string }> => ({
  score: { label: "Rating", read: (score) => `${score} ${scoreLabels[score].name}` },
  tags: {
    label: "What happened, what went well",
    read: (tags) => tagLabels(tags).join(", ") || "(nothing ticked)",
  },
  reason: { label: reasonName[place] },
});

/** Says who is notified of a Major Incident that was just saved. `alerts`: the team sends incident alerts. */
export const incidentNotice = (alerts: boolean): string =>
  alerts
    ? "Your club's administrators are told by email. A private case was opened for this game, which only they can read."
    : "A private case was opened for this game, which only your club's administrators can read. Incident alerts are off for this team, so please tell them yourself.";

/** Returns the typed values of a rating's or a correction's form, as its user reads them. */
export function typedRating(values: Record<string, string | string[]>): TypedField[] {
  const score = scores.find((each) => String(each) === values.score);
  const tags = tagLabels([values.happened ?? [], values.supportive ?? []].flat());
  return [
    { label: "Rating", value: score === undefined ? "" : `${score} ${scoreLabels[score].name}` },
    { label: "What happened, what went well", value: tags.join(", ") },
    { label: "Reason", value: String(values.reason ?? "") },
    { label: correctionFields.correctionReason.label, value: String(values.correctionReason ?? "") },
  ];
}

/** Explains a club's rating policy on /teams, /rating and /mobile-rating. */
export interface PolicyLabels {
  title: string;
  /** The policy in one sentence. */
  summary: string;
  /** Explanation, a sentence each: what holds under every policy, then how a result is made. */
  rules: string[];
  /** The sentences on how a result is made. */
  results: string[];
}

const BLIND = `The coach and the team manager each rate the sideline without seeing the other's rating. A result stays sealed for everybody but club administrators until both have rated, or until ${BLIND_HOURS} hours after the game.`;
const EQUAL = "When both give the same score, it is the final score.";
const MEAN = `When the scores differ, they are averaged: ${MEAN_FOR_PERFECT} or more counts as 20, ${MEAN_FOR_MINOR} or more as 10, less as 0.`;
const MANAGER_WAITS = "A manager rating stays pending until the coach has rated.";

/** Such a game is in no list of open work: it is rated. */
const HEAD_COACH =
  "An assistant coach's rating counts like a head coach's until the head coach replaces it, which is possible at any time.";

const policies: Record<RatingPolicy, Pick<PolicyLabels, "summary" | "results">> = {
  "coach-final": {
    summary: "The coach's rating is final and takes precedence.",
    results: ["A coach rating alone is final.", MANAGER_WAITS, "When the scores differ, the coach's counts."],
  },
  average: {
    summary: "The coach's and the team manager's ratings count equally.",
    results: ["A game stays pending until both have rated.", EQUAL, MEAN],
  },
  "coach-first": {
    summary: "The coach's rating counts at once, and is averaged with the team manager's.",
    results: ["A coach rating alone is final.", MANAGER_WAITS, EQUAL, MEAN],
  },
};

/** Explains the policy in force (product/ratings.md#reconciling). */
export function policyLabels(policy: RatingPolicy): PolicyLabels {
  const { summary, results } = policies[policy];
  return { title: "Fair Dual Scoring System", summary, rules: [BLIND, ...results, HEAD_COACH], results };
}

/** While the other side has not rated; `whoDecidesThen` once it has. */
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

const whoDecidesThen: Record<RatingPolicy, Record<Side, string>> = {
  "coach-final": {
    coach: "Your coach rating is final and takes precedence over the manager's.",
    manager: "The coach has rated this game, and the coach's score counts. Yours stands beside it.",
  },
  average: {
    coach: "The manager has rated this game. Yours counts as much and makes the result final.",
    manager: "The coach has rated this game. Yours counts as much and makes the result final.",
  },
  "coach-first": {
    coach: "The manager has rated this game. If your rating differs, the two are averaged.",
    manager: "The coach has rated this game. If your rating differs, the two are averaged.",
  },
};

/** Tells a rater in one sentence whose rating counts, and what is still awaited. */
export function decidesLabel(policy: RatingPolicy, side: Side, otherHasRated: boolean): string {
  return (otherHasRated ? whoDecidesThen : whoDecides)[policy][side];
}
