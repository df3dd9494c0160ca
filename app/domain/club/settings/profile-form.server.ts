import { z } from "zod";
import { stateCodes } from "#app/domain/values/states.ts";
import {
  emailAddress,
  formVersion,
  line,
  oneOf,
  optionalLine,
  optionalParagraph,
  phoneNumber,
} from "#app/forms/fields.server.ts";
import { websiteLabel, zipCodeLabel } from "./labels.ts";
import { readWebsite, ZIP_CODE } from "./profile.ts";

/** The form of the Club Profile (product.md#club-profile). Code, package and players are not among its fields. */
export const profileSchema = z.object({
  clubName: line("Enter the club's name", 80),
  contactName: line("Enter the name of the contact person", 80),
  email: emailAddress("Enter the club's email address"),
  phone: phoneNumber(),
  state: oneOf(stateCodes, "Choose the club's state"),
  city: line("Enter the club's city", 80),
  address: optionalLine(120),
  zipCode: optionalLine(10).refine((text) => text === "" || ZIP_CODE.test(text), zipCodeLabel),
  website: optionalLine(200).transform((text, ctx) => {
    const website = readWebsite(text);
    if (website !== null) return website;
    ctx.addIssue(websiteLabel);
    return z.NEVER;
  }),
  description: optionalParagraph(2000),
  version: formVersion(),
});
