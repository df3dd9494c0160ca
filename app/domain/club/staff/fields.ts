import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import type { Field } from "#app/forms/fields.ts";

/** Fields of an invitation: the invited person's address and name. */
export const invitationFields = {
  name: { label: "Name", max: 80, required: "Enter a name" },
  email: { label: "Email", max: EMAIL_MAX, required: "Enter the email address to invite" },
} as const satisfies Record<string, Field>;

/** The manager who follows a team's present one. */
export const successionFields = {
  name: { label: "New Manager's Name", max: 80, required: "Enter the new manager's name" },
  email: { ...invitationFields.email, label: "New Manager's Email" },
} as const satisfies Record<string, Field>;
