import { z } from "zod";
import { emailAddress, oneOf } from "#app/forms/fields.server.ts";

/** The form that invites a manager or a coach (product.md#invitations). */
export const invitationSchema = z.object({
  email: emailAddress("Enter the email address to invite"),
  role: oneOf(["manager", "coach"], "Choose manager or coach"),
  coachRole: oneOf(["head", "assistant"], "Choose head or assistant coach").default("head"),
});

/** The form that corrects the address of an invitation; `issue` is the sending that it was opened for. */
export const correctionSchema = z.object({
  email: emailAddress("Enter the email address to invite"),
  issue: z.coerce.number().int().min(1).max(1_000_000),
});
