import { z } from "zod";
import {
  emailAddress,
  line,
  oneOf,
  optionalLine,
  optionalParagraph,
  theirAddress,
} from "#app/forms/fields.server.ts";
import { invitationFields, successionFields } from "./fields.ts";
import { invitedRoles, MOST_INVITED } from "./invitation-list.ts";

/** The form that invites a manager or a coach (product/teams.md#invitations). */
export const invitationSchema = z.object({
  name: optionalLine(invitationFields.name),
  email: theirAddress(emailAddress(invitationFields.email.required)),
  role: oneOf(["manager", "coach"], "Choose manager or coach"),
  coachRole: oneOf(["head", "assistant"], "Choose head or assistant coach").default("head"),
});

/** The form that corrects the address of an invitation; `issue` is the sending that it was opened for. */
export const correctionSchema = z.object({
  email: theirAddress(emailAddress(invitationFields.email.required)),
  issue: z.coerce.number().int().min(1).max(1_000_000),
});

/** The form that invites the manager who follows a team's present one (product/teams.md#change-of-manager). */
export const successionSchema = z.object({
  name: line(successionFields.name),
  email: theirAddress(emailAddress(successionFields.email.required)),
  until: oneOf(["joined", "now"], "Choose until when the present manager stays"),
});

/** The button that makes a coach head or assistant. */
export const coachRoleSchema = z.object({
  coachRole: oneOf(["head", "assistant"], "Choose head or assistant coach"),
});

/**
 * 'Invite User' of 'Users & Roles': also asks for the team, but not of an administrator
 * (product/teams.md#users-and-roles).
 */
export const inviteUserSchema = z
  .object({
    name: line(invitationFields.name),
    email: theirAddress(emailAddress(invitationFields.email.required)),
    role: oneOf(["manager", "coach", "administrator"], "Choose a role"),
    coachRole: oneOf(["head", "assistant"], "Choose head or assistant coach").default("head"),
    team: z.string().max(80).default(""),
  })
  .refine((form) => form.role === "administrator" || form.team !== "", {
    path: ["team"],
    error: "Choose a team",
    when: ({ value }) => typeof (value as Record<string, unknown>).role === "string",
  });

const rows = Array.from({ length: MOST_INVITED }, (_, number) => number);
const cell = (max: number) => z.string().trim().max(max, `Use at most ${max} characters`).default("");
const numbered = (field: string, of: ReturnType<typeof cell>) =>
  Object.fromEntries(rows.map((number) => [`${field}-${number}`, of]));

/**
 * A pasted list, and what was made of it: numbered fields, a line of each person
 * (product/teams.md#inviting-several-people).
 */
export const inviteListSchema = z.object({
  intent: z.enum(["read", "edit", "send"]).catch("read"),
  list: optionalParagraph(20_000),
  role: z.enum(invitedRoles).catch("head"),
  team: optionalLine(80),
  ...numbered("name", cell(invitationFields.name.max)),
  ...numbered("email", theirAddress(cell(invitationFields.email.max))),
  ...numbered("role", cell(20)),
  ...numbered("team", cell(80)),
});

/** Sends an administrator's invitation again, to the same or a corrected address. */
export const adminResendSchema = z.object({
  email: theirAddress(emailAddress(invitationFields.email.required)),
});
