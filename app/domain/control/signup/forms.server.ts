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
import { existingPlatformIds, MOST_PLAYERS, readPlayers } from "./signups.ts";

/** Step 1. */
export const packageSchema = z.object({ plan: oneOf(planIds, "Choose a package") });

/** The second step (product.md#sign-up). */
export const detailsSchema = z.object({
  plan: oneOf(planIds, "Choose a package"),
  clubName: line("Enter the club's name", 80),
  contactName: line("Enter the name of the contact person", 80),
  email: emailAddress("Enter the club's email address"),
  phone: phoneNumber(),
  state: oneOf(stateCodes, "Choose the club's state"),
  city: line("Enter the club's city", 80),
  estimatedPlayers: z
    .string({ error: "Enter the estimated number of players" })
    .trim()
    .min(1, "Enter the estimated number of players")
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
  description: optionalParagraph(2000),
  agreedToTerms: mustTick("Accept the Terms of Service and the Privacy Policy to continue"),
});

export type SignupDetails = z.output<typeof detailsSchema>;

/** Whether a club that signed up before is this one. */
export const sameClubSchema = z.object({ answer: oneOf(["same", "other"], "Choose one of the two") });
