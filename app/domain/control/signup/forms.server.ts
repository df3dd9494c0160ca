import { z } from "zod";
import { planIds } from "#app/domain/control/billing/plans.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { stateCodes } from "#app/domain/values/states.ts";
import {
  emailAddress,
  line,
  mustTick,
  oneOf,
  optionalParagraph,
  phoneNumber,
} from "#app/forms/fields.server.ts";
import { detailsFields } from "./fields.ts";
import { existingPlatformIds, MOST_PLAYERS, readPlayers } from "./signups.ts";

/** Step 1. */
export const packageSchema = z.object({ plan: oneOf(planIds, "Choose a package") });

/** The second step (product/accounts.md#sign-up). */
export const detailsSchema = z.object({
  plan: oneOf(planIds, "Choose a package"),
  clubName: line(detailsFields.clubName),
  contactName: line(detailsFields.contactName),
  email: emailAddress(detailsFields.email.required),
  phone: phoneNumber(),
  state: oneOf(stateCodes, detailsFields.state.required),
  city: line(detailsFields.city),
  estimatedPlayers: z
    .string({ error: detailsFields.estimatedPlayers.required })
    .trim()
    .min(1, detailsFields.estimatedPlayers.required)
    .transform((text, context) => {
      const players = readPlayers(text);
      if (players !== null) return players;
      context.addIssue({
        code: "custom",
        message: `Enter a whole number of players from 1 to ${count(MOST_PLAYERS)}`,
      });
      return z.NEVER;
    }),
  existingPlatform: oneOf(["", ...existingPlatformIds], "Choose one of the list").default(""),
  description: optionalParagraph(detailsFields.description),
  agreedToTerms: mustTick("Accept the Terms of Service and the Privacy Policy to continue"),
});

export type SignupDetails = z.output<typeof detailsSchema>;

/** Form that asks whether a club that signed up before is this one. */
export const sameClubSchema = z.object({ answer: oneOf(["same", "other"], "Choose one of the two") });
