import { groupOf, type TagName } from "#app/domain/values/rating-tags.ts";
import type { Score } from "./ratings.ts";

/** Page of a rating: under /rating, or on /mobile-rating at the field. */
export type RatingPlace = "page" | "mobile";

/** Longest reason, in characters. */
export const MAX_REASON = 1000;

/** Lists the problems of an administrator's correction: a rating that also says why it is corrected. */
export function correctionProblems(
  correction: Parameters<typeof ratingProblems>[0] & { correctionReason: string },
): ReturnType<typeof ratingProblems> & { correctionReason?: string } {
  const problems = ratingProblems(correction, "page");
  if (correction.correctionReason !== "") return problems;
  return { ...problems, correctionReason: "Enter the reason for this correction" };
}

/**
 * Lists a rating's problems, as one message per form field; empty if it can be stored. A score is chosen; a 10 or 0
 * names at least one thing that happened, a 20 none that went wrong; a 0 always needs a reason, a 20 or 10 only on the
 * page (product/ratings.md#rating).
 */
export function ratingProblems(
  rating: { score?: Score; tags: readonly TagName[]; reason: string },
  place: RatingPlace,
): { score?: string; happened?: string; reason?: string } {
  const { score } = rating;
  const problems: ReturnType<typeof ratingProblems> = {};
  if (score === undefined) problems.score = "Please select a rating before submitting";
  const wrong = rating.tags.filter((name) => groupOf(name) !== "supportive");
  if ((score === 10 || score === 0) && wrong.length === 0) {
    problems.happened = "Choose at least one thing that happened";
  }
  if (score === 20 && wrong.length > 0) {
    problems.happened =
      "Perfect Behavior means that none of these happened. Untick them, or choose another rating";
  }
  if (rating.reason.trim() === "") {
    if (score === 0) problems.reason = "Write what happened: a Major Incident needs a note";
    else if (place === "page") problems.reason = "Enter a reason for your rating";
  }
  return problems;
}
