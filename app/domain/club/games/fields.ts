import { formatClock, formatDate } from "#app/domain/values/times.ts";
import type { Field } from "#app/forms/fields.ts";
import { type EditedFields, LOCATION_MAX, NOTES_MAX, OPPONENT_MAX } from "./game-changes.ts";
import { noTimeLabel, statusName } from "./labels.ts";

/** The fields of a game's forms. */
export const gameFields = {
  opponent: { label: "Opponent", max: OPPONENT_MAX, required: "Enter the opponent" },
  date: {
    label: "Date",
    required: "Enter the date of the game",
    read: (date: string) => formatDate(date, ""),
  },
  time: {
    label: "Time",
    required: noTimeLabel,
    read: (time: string | null) => (time === null ? "To be decided (TBD)" : formatClock(time)),
  },
  home_away: {
    label: "Home or away",
    required: "Choose home or away",
    read: (side: EditedFields["home_away"]) => (side === "home" ? "Home" : "Away"),
  },
  location: { label: "Location", max: LOCATION_MAX },
  notes: { label: "Notes", max: NOTES_MAX },
  status: {
    label: "Status",
    required: "Choose a status",
    read: (status: EditedFields["status"]) => statusName[status],
  },
} as const satisfies Record<keyof EditedFields, Field>;

/** Fields for all games of a rained-out day. */
export const dayFields = {
  reason: { label: "Reason", max: 120, required: "Say why, such as 'Rained out'" },
} as const satisfies Record<string, Field>;

/** Fields for a game that is taken out of the stats. */
export const takeOutFields = {
  why: { label: "Why?", required: "Choose why it should not count" },
  note: { label: "Note", max: 200 },
} as const satisfies Record<string, Field>;
