import type { Score } from "./ratings.ts";

/** How reports group what happened on a sideline (product.md#tags). */
export type TagGroup = "supportive" | "distracting" | "hostile";

/** What may happen on a sideline (product.md#tags). Names are stored, labels are shown. */
export const tags = [
  { name: "instructing", label: "Instructing from the sideline", group: "distracting" },
  { name: "dissent", label: "Dissent at the referee", group: "distracting" },
  { name: "remarks-spectators", label: "Remarks between spectators", group: "distracting" },
  { name: "remarks-players", label: "Remarks at players", group: "hostile" },
  { name: "entering-field", label: "Entering the field", group: "hostile" },
  { name: "profanity-threats", label: "Profanity or threats", group: "hostile" },
  { name: "applauded-opponents", label: "Applauded opponents", group: "supportive" },
  { name: "thanked-referee", label: "Thanked the referee", group: "supportive" },
  { name: "calmed-someone", label: "Calmed someone", group: "supportive" },
  { name: "quiet", label: "Quiet while playing", group: "supportive" },
] as const satisfies readonly { name: string; label: string; group: TagGroup }[];

export type TagName = (typeof tags)[number]["name"];
export const tagNames = tags.map(({ name }) => name) as [TagName, ...TagName[]];

/** What went wrong: a 10 or a 0 needs at least one of these. The form's field is 'happened'. */
export const incidentTags = tags.filter(({ group }) => group !== "supportive");
/** What went right. The form's field is 'supportive'. */
export const supportiveTags = tags.filter(({ group }) => group === "supportive");

const known = new Map(tags.map((tag) => [tag.name as string, tag]));

/** The labels of stored tag names, in the list's order; names of tags that no longer exist are left out. */
export function tagLabels(names: readonly string[]): string[] {
  return tags.filter(({ name }) => names.includes(name)).map(({ label }) => label);
}

/** The group of a tag, or undefined where there is no such tag. */
export const groupOf = (name: string): TagGroup | undefined => known.get(name)?.group;

/** Where a rating is given: on /rating, or on /mobile-rating at the field. */
export type RatingPlace = "dialog" | "field";

/** Longest reason, in characters. */
export const MAX_REASON = 1000;

/**
 * What is still wrong with a rating, as a message a form field; empty where it can be stored. A score is chosen; a
 * 10 or 0 names at least one thing that happened, a 20 none that went wrong; the dialog always asks for a reason,
 * the field only for a 0 (product.md#rating).
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
    problems.happened = "Tick at least one thing that happened";
  }
  if (score === 20 && wrong.length > 0) {
    problems.happened =
      "Perfect Behavior means that none of these happened. Untick them, or choose another rating";
  }
  if (rating.reason.trim() === "") {
    if (score === 0) problems.reason = "Write what happened: a Major Incident needs a note";
    else if (place === "dialog") problems.reason = "Enter a reason for your rating";
  }
  return problems;
}
