import { z } from "zod";
import { timeZoneIds } from "#app/domain/values/time-zones.ts";
import { formVersion, oneOf, optionalParagraph, tick } from "#app/forms/fields.server.ts";
import { agreementDaysLabel } from "./labels.ts";
import { MOST_AGREEMENT_DAYS, MOST_AGREEMENT_TEXT } from "./preferences.ts";

/** The form of the club's time zone, its part in the leaderboard, and its agreements (product.md#settings). */
export const preferencesSchema = z.object({
  timezone: oneOf(timeZoneIds, "Choose a time zone"),
  onLeaderboard: tick(),
  agreementDays: z
    .string({ error: agreementDaysLabel })
    .trim()
    .regex(/^\d{1,4}$/, agreementDaysLabel)
    .transform(Number)
    .refine((days) => days >= 1 && days <= MOST_AGREEMENT_DAYS, agreementDaysLabel),
  agreementText: optionalParagraph(MOST_AGREEMENT_TEXT),
  agreementReminders: tick(),
  version: formVersion(),
});
