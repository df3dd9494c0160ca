import type { IncidentsTable, IncidentTalksTable } from "#app/db/club/schema.ts";
import { formatDate } from "#app/domain/values/times.ts";
import type { Field } from "#app/forms/fields.ts";
import { levelLabel, minorLabels, talkStateLabels } from "./labels.ts";

/** Facts of an incident. */
export const factsFields = {
  what: { label: "What happened", max: 4000 },
  when: { label: "When in the game", max: 120 },
  minor: {
    label: "Was the official a minor?",
    read: (minor: IncidentsTable["official_was_minor"]) => minorLabels[minor],
  },
  level: { label: "U.S. Soccer level", read: levelLabel },
} as const satisfies Record<string, Field>;

/** A repair talk, and what came of it. */
export const talkFields = {
  who: { label: "Who talks", max: 120, required: "Write who talks" },
  withWhom: { label: "With whom", max: 120, required: "Write with whom: a role is enough" },
  by: { label: "By when", required: "Choose a date", read: (date: string) => formatDate(date, "") },
  state: {
    label: "Did the talk take place?",
    read: (state: IncidentTalksTable["state"]) => talkStateLabels[state],
  },
  heldOn: {
    label: "When did it take place?",
    required: "Choose the day on which it took place",
    read: (date: string) => (date ? formatDate(date, "") : ""),
  },
  outcome: { label: "What came of it", max: 2000 },
} as const satisfies Record<string, Field>;

/** Words about an incident that stay as they are written. */
export const caseFields = {
  text: { label: "Note", max: 4000, required: "Write the note" },
  agreed: { label: "What was agreed", max: 2000 },
  reason: { label: "Why it is opened again", max: 500, required: "Write why the case is opened again" },
} as const satisfies Record<string, Field>;
