import type { Field } from "#app/forms/fields.ts";

/** Most referees of a club in a season. */
export const REFEREES_MOST = 5_000;

/** The referees of a season (product/reports.md#referees). */
export const refereeFields = {
  season: { label: "Season", max: 60, required: "Enter the season, like Fall 2026" },
  firstDay: { label: "First day of the season", required: "Choose the first day of the season" },
  started: { label: "Referees at the start", max: 4, required: "Enter how many referees began the season" },
  stayed: { label: "Of these, still officiating at the end", max: 4 },
} as const satisfies Record<string, Field>;
