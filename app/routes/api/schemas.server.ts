import { z } from "zod";
import { MAX_PASSWORD } from "#app/domain/control/passwords/password-rules.ts";
import { adminPersonSchema, setupKeySchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { signInSchema } from "#app/domain/control/sign-in/forms.server.ts";
import { detailsSchema } from "#app/domain/control/signup/forms.server.ts";
import { MOST_PLAYERS } from "#app/domain/control/signup/signups.ts";
import { emailAddress, line, optionalLine, passwordText } from "#app/forms/fields.server.ts";
import { teamEmails } from "#app/journeys/announcements/send-team-email.server.ts";
import { platformRoles } from "#app/permissions/platform-roles.ts";

/**
 * The bodies of the JSON calls. Fields are those of the forms; unknown ones are refused (product/api.md#json-calls).
 */
export const clubLogin = z.strictObject({
  clubCode: signInSchema.shape.identifier.describe("The club code, or the email of an account"),
  password: signInSchema.shape.password,
  club: line("Enter a club code", 40)
    .optional()
    .describe("For an email with several clubs: the code of the one that the token is for"),
});

export const adminLogin = z.strictObject({
  email: emailAddress("Enter your email"),
  password: passwordText("Enter your password").max(1_000, "Use at most 1,000 characters"),
  code: line("Enter the code", 40).optional().describe("The authenticator's six digits, where there is one"),
  recoveryCode: line("Enter the code", 40).optional().describe("Instead of `code`; each works once"),
});

export const adminRegister = z.strictObject({
  ...adminPersonSchema.shape,
  password: z.string({ error: "Password must be at least 8 characters long" }).trim().max(MAX_PASSWORD),
  role: z.enum(platformRoles, { error: "Please select a role" }),
  setupKey: setupKeySchema.shape.setupKey,
});

export const createSubscription = z.strictObject({
  priceId: line("Choose a package", 100).describe(
    "standard, large or enterprise, or that package's price id at Stripe",
  ),
  customerEmail: detailsSchema.shape.email.describe(
    "Becomes the club's address: its login code is mailed there",
  ),
  customerName: detailsSchema.shape.contactName,
  clubName: detailsSchema.shape.clubName,
  playerCount: z
    .int({ error: "Enter the estimated number of players" })
    .min(1, "Enter a whole number of players from 1 to 50,000")
    .max(MOST_PLAYERS, "Enter a whole number of players from 1 to 50,000"),
  state: detailsSchema.shape.state.describe("Two letters: it decides the club's leaderboard and time zone"),
  city: detailsSchema.shape.city,
  phone: detailsSchema.shape.phone,
  agreedToTerms: z
    .literal(true, { error: "Accept the Terms of Service and the Privacy Policy to continue" })
    .describe("Your page has to show both and ask"),
  otherClub: z
    .boolean()
    .default(false)
    .describe("true, if the answer was 409 same-club and it is another club"),
});

export const sendTeamEmail = z.strictObject({
  to: emailAddress().describe("Somebody of the token's club"),
  subject: optionalLine(500).describe(
    "Taken for compatibility and not used: the words of every mail are ours",
  ),
  html: z
    .string()
    .max(60_000, "Use at most 60,000 characters")
    .default("")
    .describe("Not used, like `subject`"),
  type: z.enum(["invitation", "notification"], { error: "Choose invitation or notification" }),
});

const token = {
  token: z
    .string()
    .regex(/^gs_[\w-]{43}$/)
    .describe("Shown once. Send it as Authorization: Bearer"),
  tokenType: z.literal("Bearer"),
  expiresAt: z.iso.datetime(),
};

export const clubLoginAnswer = z.strictObject({
  ...token,
  user: z.strictObject({
    name: z.string(),
    email: z.string().nullable().describe("null for a club's own account"),
    role: z
      .enum(["club_admin", "team_manager", "coach"])
      .describe("team_manager for whoever manages a team, whatever else they coach"),
    clubCode: z.string(),
    clubName: z.string(),
  }),
});

export const adminLoginAnswer = z.strictObject({
  ...token,
  user: z.strictObject({ name: z.string(), email: z.string(), role: z.enum(platformRoles) }),
});

export const adminRegisterAnswer = z.strictObject({
  user: z.strictObject({ name: z.string(), email: z.string(), role: z.enum(platformRoles) }),
});

export const createSubscriptionAnswer = z.strictObject({
  clientSecret: z.string().describe("For Stripe.js: stripe.initCheckoutElementsSdk({ clientSecret })"),
});

export const sendTeamEmailAnswer = z.strictObject({
  mail: z.enum(teamEmails).describe("Which of our mails is on its way"),
});

export const signOutAnswer = z.strictObject({ ended: z.literal(true) });

export const problemAnswer = z.looseObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  error: z.string().describe("The same as `detail`"),
  errors: z.record(z.string(), z.string()).optional().describe("A message per field, without what was sent"),
});
