import { z } from "zod";
import { incidentTags, supportiveTags, type TagName } from "#app/domain/values/rating-tags.ts";
import { formVersion, oneOf, optionalLine, optionalParagraph } from "#app/forms/fields.server.ts";
import { correctionFields } from "./fields.ts";
import { MAX_REASON } from "./rating-problems.ts";
import type { Score } from "./ratings.ts";

const SCORE_MESSAGE = "Please select a rating before submitting";
const STALE_MESSAGE = "This form is too old. Please open the game again";

/** Checkboxes for tags, by name. */
const ticked = (tags: readonly { name: TagName }[]) =>
  z.array(oneOf(tags.map(({ name }) => name) as [TagName], "Choose from the list")).default([]);

/** A rating as /rating, /mobile-rating and a correction post it. `ratingProblems` says which fields are required. */
export const ratingForm = z.object({
  score: oneOf(["20", "10", "0"], SCORE_MESSAGE)
    .transform((text) => Number(text) as Score)
    .optional(),
  happened: ticked(incidentTags),
  supportive: ticked(supportiveTags),
  reason: optionalParagraph(MAX_REASON),
  side: oneOf(["coach", "manager"], "Choose whether you rate as coach or as team manager").optional(),
  /** Random key from when the form was shown: the same form sent twice is one rating. */
  submission: z.string({ error: STALE_MESSAGE }).regex(/^[\w-]{22}$/, STALE_MESSAGE),
  /** The rater's current version of the rating that the form was filled from. */
  version: formVersion(),
});

/** An administrator's correction: a rating with the reason for correcting it. */
export const correctionForm = ratingForm
  .omit({ side: true })
  .extend({ correctionReason: optionalLine(correctionFields.correctionReason) });
