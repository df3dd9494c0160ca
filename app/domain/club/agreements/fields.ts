import type { Field } from "#app/forms/fields.ts";

/** Most characters of a name that a parent writes. */
export const NAME_MOST = 120;
/** Most characters of a list of players. */
export const PLAYERS_MOST = 400;
/** Most characters of why a parent does not sign, or withdraws. */
export const REASON_MOST = 500;

/** A signature on paper, which the club records. */
export const paperFields = {
  name: { label: "Name on the paper", max: NAME_MOST, required: "Enter the name on the paper" },
  players: { label: "Players on the paper", max: PLAYERS_MOST, required: "Enter the players on the paper" },
  signedOn: { label: "Date on the paper", required: "Enter the date on the paper" },
  language: { label: "Language of the paper", required: "Choose the language of the paper" },
} as const satisfies Record<string, Field>;
