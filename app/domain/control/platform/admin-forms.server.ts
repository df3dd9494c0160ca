import { z } from "zod";
import { helpReasons } from "#app/domain/values/audit/help-reasons.ts";
import {
  emailAddress,
  formVersion,
  line,
  mustTick,
  oneOf,
  optionalLine,
  passwordText,
  theirAddress,
  tick,
} from "#app/forms/fields.server.ts";
import { platformRoles } from "#app/permissions/platform-roles.ts";
import { adminPersonFields, codeFields, colleagueFields, ownAdminFields } from "./fields.ts";

const draftText = () =>
  z
    .string()
    .default("")
    .transform((text) => text.slice(0, 254));

export const adminSignInSchema = z.object({
  email: z
    .string({ error: "Enter your email" })
    .trim()
    .toLowerCase()
    .min(1, "Enter your email")
    .max(254, "Use at most 254 characters"),
  password: passwordText("Enter your password").max(1_000, "Use at most 1,000 characters"),
  remember: tick(),
});

export const adminCodeSchema = z.object({ code: line(codeFields.code) });

export const setupKeySchema = z.object({ setupKey: z.string().trim().default("") });

/** The second step of registering; company is optional. */
export const adminPersonSchema = z.object({
  firstName: line(adminPersonFields.firstName),
  lastName: line(adminPersonFields.lastName),
  email: emailAddress(adminPersonFields.email.required, "Please enter a valid email address"),
  company: optionalLine(adminPersonFields.company),
});

/** Draft of a step that is left by Back, valid or not. */
export const adminDraftSchema = z.object({
  firstName: draftText(),
  lastName: draftText(),
  email: draftText(),
  company: draftText(),
  role: draftText(),
  terms: tick(),
});

/** The third step; `newAdminProblem` applies the documented order of its rules. */
export const adminSecuritySchema = z.object({
  password: z.string().trim().max(128, "Use at most 128 characters").default(""),
  confirmPassword: z.string().trim().max(128, "Use at most 128 characters").default(""),
  role: z.string().max(20).default(""),
  terms: tick(),
});

export const ownAdminSchema = z.object({
  intent: z.literal("save"),
  firstName: line(ownAdminFields.firstName),
  lastName: line(ownAdminFields.lastName),
  company: optionalLine(ownAdminFields.company),
  version: formVersion(),
});

export const inviteAdminSchema = z.object({
  email: theirAddress(emailAddress(colleagueFields.email.required)),
  role: z.enum(platformRoles, { error: "Please select a role" }),
});

export const joinAdminSchema = z.object({
  firstName: line(ownAdminFields.firstName),
  lastName: line(ownAdminFields.lastName),
  password: passwordText("Enter a password").max(128, "Use at most 128 characters"),
  confirmPassword: passwordText("Enter the password again").max(128, "Use at most 128 characters"),
  terms: mustTick("Please accept the terms and conditions"),
});

/** A change of the second factor: the password, and a code. */
export const proofSchema = z.object({
  password: passwordText("Enter your password").max(1_000, "Use at most 1,000 characters"),
  code: line(codeFields.code),
});

/** A new authenticator: the sealed key that was shown, the password, and the first code. */
export const setUpFactorSchema = proofSchema.extend({ token: z.string().max(400).default("") });

/** Form with the staff's reason for viewing a club's people. */
export const openClubSchema = z.object({ reason: oneOf(helpReasons, "Choose a reason") });

/** The same, on the way to one of them. */
export const openPeopleSchema = openClubSchema.extend({ person: z.string().max(64).default("") });

/** A support tool's form: why, and the version of what was shown before. */
export const supportSchema = openClubSchema.extend({ version: formVersion() });

/** Help for a club's member; a button of a session sends its id alone. */
export const helpMemberSchema = z.object({
  reason: oneOf(helpReasons, "Choose a reason"),
  intent: z.enum(["reset", "unlock", "end"]).default("end"),
  session: z.string().max(64).default(""),
});

/** A command of the console; the club's code where it is about one. */
export const commandSchema = z.object({
  club: z.string().trim().toLowerCase().max(80, "Use at most 80 characters").default(""),
});

/** Help for a colleague, or by a club's administrator. */
export const helpSignInSchema = z.object({
  intent: z.enum(["unlock", "end"]).default("end"),
  session: z.string().max(64).default(""),
});

/** The same of a colleague, and their role; `was` is the one that the form showed. */
export const helpColleagueSchema = helpSignInSchema.extend({
  intent: z.enum(["unlock", "end", "role"]).default("end"),
  role: z.enum(platformRoles, { error: "Please select a role" }).default("moderator"),
  was: z.enum(platformRoles).default("moderator"),
});

/** Help for a colleague who has lost the phone: the helper's own password, and a code where they have an authenticator. */
export const lostPhoneSchema = proofSchema.extend({ code: optionalLine(codeFields.code) });

/** A job that is tried again. */
export const retryJobSchema = z.object({ job: z.string().max(64).default("") });

/** Failed emails that are sent again: those that were shown. */
export const resendSchema = z.object({ version: formVersion() });

/** An email that is tried again. */
export const retryMailSchema = z.object({ mail: z.string().max(64).default("") });
