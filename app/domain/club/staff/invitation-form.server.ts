import { z } from "zod";
import { emailAddress, oneOf } from "#app/forms/fields.server.ts";

/** The form that invites a manager or a coach (product.md#invitations). */
export const invitationSchema = z.object({
  email: emailAddress("Enter the email address to invite"),
  role: oneOf(["manager", "coach"], "Choose manager or coach"),
  coachRole: oneOf(["head", "assistant"], "Choose head or assistant coach").default("head"),
});
