import { formatDateInFull } from "#app/domain/values/times.ts";
import type { Field } from "#app/forms/fields.ts";
import type { SeasonFields } from "./seasons.ts";

const readDay = (day: string) => formatDateInFull(new Date(`${day}T12:00:00Z`), "UTC");

/** The fields of a season's forms. */
export const seasonFields = {
  name: { label: "Season Name", max: 40, required: "Enter a name, for example Fall 2026" },
  startsOn: { label: "First Day", required: "Choose the first day", read: readDay },
  endsOn: { label: "Last Day", required: "Choose the last day", read: readDay },
  description: { label: "Description", max: 500 },
  plannedGames: { label: "Games Planned", max: 8 },
  allTeams: { label: "All teams" },
  teamIds: { label: "Teams", read: (ids: readonly string[]) => `${ids.length} chosen` },
} as const satisfies Record<keyof SeasonFields, Field>;

/** The fields of a club's own template. */
export const templateFields = {
  name: { label: "Template Name", max: 40, required: "Enter a name, for example Fall League" },
  description: { label: "Description", max: 500 },
  sport: { label: "Sport", max: 60 },
} as const satisfies Record<string, Field>;

/** The fields of 'Send to the Board'. */
export const seasonMailFields = {
  addresses: { label: "Email Addresses", max: 3_000, required: "Enter at least one email address" },
  words: { label: "Your Own Words", max: 1_000 },
  again: { label: "Send it again to those who got it before" },
} as const satisfies Record<string, Field>;
