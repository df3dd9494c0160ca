/** Groups of tags in reports (product/ratings.md#tags). */
export const tagGroups = ["supportive", "distracting", "hostile"] as const;
export type TagGroup = (typeof tagGroups)[number];

/** Tags of a rating (product/ratings.md#tags). Names are stored, labels are shown. */
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

/** Tags of the form's field 'happened'; a 10 or a 0 needs at least one. */
export const incidentTags = tags.filter(({ group }) => group !== "supportive");
/** Tags of the form's field 'supportive'. */
export const supportiveTags = tags.filter(({ group }) => group === "supportive");

const known = new Map(tags.map((tag) => [tag.name as string, tag]));

/** Returns the labels of stored tag names, in the list's order; names of tags that no longer exist are left out. */
export function tagLabels(names: readonly string[]): string[] {
  return tags.filter(({ name }) => names.includes(name)).map(({ label }) => label);
}

/** Returns the group of a tag, or undefined for an unknown tag. */
export const groupOf = (name: string): TagGroup | undefined => known.get(name)?.group;
