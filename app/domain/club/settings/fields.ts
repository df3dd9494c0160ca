import type { Hex } from "#app/domain/values/club-colors.ts";
import { clubFields } from "#app/domain/values/club-fields.ts";
import { timeZoneName } from "#app/domain/values/time-zones.ts";
import type { Field } from "#app/forms/fields.ts";
import { agreementDaysLabel } from "./labels.ts";
import type { AgreementPreferences, ClubProfile, GamePreferences } from "./profile.ts";

/** The fields of the Club Profile. */
export const profileFields = {
  ...clubFields,
  address: { label: "Address", max: 120 },
  zipCode: { label: "ZIP Code", max: 10 },
  website: { label: "Website", max: 200 },
  description: { label: "Description", max: 2000 },
} as const satisfies Record<keyof ClubProfile, Field>;

/** The field of the club's color. */
export const colorFields = {
  color: { label: "Color", read: (color: Hex | null) => color ?? "Goodside's green" },
} as const satisfies Record<string, Field>;

/** The fields of Time Zone & Leaderboard. */
export const gamePreferenceFields = {
  timezone: { label: "Time Zone", required: "Choose a time zone", read: timeZoneName },
  onLeaderboard: { label: "Our teams take part in the leaderboard" },
} as const satisfies Record<keyof GamePreferences, Field>;

/** The fields of Agreements. */
export const agreementPreferenceFields = {
  agreementDays: { label: "Days until an agreement expires", max: 4, required: agreementDaysLabel },
  agreementText: { label: "Your own paragraph in the agreement, in English", max: 2000 },
  agreementTextEs: { label: "Your own paragraph in Spanish", max: 2000 },
  agreementReminders: { label: "Remind parents who have not signed" },
} as const satisfies Record<keyof AgreementPreferences, Field>;
