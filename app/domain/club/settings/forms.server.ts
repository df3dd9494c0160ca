import { z } from "zod";
import { type Hex, isReadable } from "#app/domain/values/club-colors.ts";
import { stateCodes } from "#app/domain/values/states.ts";
import { timeZoneIds } from "#app/domain/values/time-zones.ts";
import {
  emailAddress,
  formVersion,
  line,
  oneOf,
  optionalLine,
  optionalParagraph,
  phoneNumber,
  tick,
} from "#app/forms/fields.server.ts";
import { agreementPreferenceFields, gamePreferenceFields, profileFields } from "./fields.ts";
import { agreementDaysLabel, unreadableColorLabel, websiteLabel, zipCodeLabel } from "./labels.ts";
import { MOST_AGREEMENT_DAYS, readWebsite, ZIP_CODE } from "./profile.ts";

/** The form of the Club Profile (product/clubs.md#club-profile). Code, package and players are not among its fields. */
export const profileSchema = z.object({
  clubName: line(profileFields.clubName),
  contactName: line(profileFields.contactName),
  email: emailAddress(profileFields.email.required),
  phone: phoneNumber(),
  state: oneOf(stateCodes, profileFields.state.required),
  city: line(profileFields.city),
  address: optionalLine(profileFields.address),
  zipCode: optionalLine(profileFields.zipCode).refine(
    (text) => text === "" || ZIP_CODE.test(text),
    zipCodeLabel,
  ),
  website: optionalLine(profileFields.website).transform((text, ctx) => {
    const website = readWebsite(text);
    if (website !== null) return website;
    ctx.addIssue(websiteLabel);
    return z.NEVER;
  }),
  description: optionalParagraph(profileFields.description),
  version: formVersion(),
});

const isHex = (text: string): text is Hex => /^#[0-9a-f]{6}$/.test(text);

/** The form of the club's color: '' goes back to Goodside's green (product/clubs.md#club-color). */
export const clubColorSchema = z.object({
  color: z
    .string()
    .trim()
    .max(20, "Choose a color")
    .toLowerCase()
    .default("")
    .transform((text, ctx): Hex | null => {
      if (text === "") return null;
      if (!isHex(text)) ctx.addIssue("Write the color as # and six digits or letters, for example #1f4e8c");
      else if (!isReadable(text)) ctx.addIssue(unreadableColorLabel(text));
      else return text;
      return z.NEVER;
    }),
  version: formVersion(),
});

/** The form of the club's time zone and its part in the leaderboard (product/clubs.md#settings). */
export const gamePreferencesSchema = z.object({
  timezone: oneOf(timeZoneIds, gamePreferenceFields.timezone.required),
  onLeaderboard: tick(),
  version: formVersion(),
});

/** The form of the club's agreements (product/clubs.md#settings). */
export const agreementPreferencesSchema = z.object({
  agreementDays: z
    .string({ error: agreementDaysLabel })
    .trim()
    .regex(/^\d{1,4}$/, agreementDaysLabel)
    .transform(Number)
    .refine((days) => days >= 1 && days <= MOST_AGREEMENT_DAYS, agreementDaysLabel),
  agreementText: optionalParagraph(agreementPreferenceFields.agreementText),
  agreementTextEs: optionalParagraph(agreementPreferenceFields.agreementTextEs),
  agreementReminders: tick(),
  version: formVersion(),
});
