import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import type { Field } from "#app/forms/fields.ts";

/** The address that an invitation goes to, and the name of who is invited. */
export const invitationFields = {
  name: { label: "Name", max: 80, required: "Enter a name" },
  email: { label: "Email", max: EMAIL_MAX, required: "Enter the email address to invite" },
} as const satisfies Record<string, Field>;

/** The manager who follows a team's present one. */
export const successionFields = {
  name: { label: "New Manager's Name", max: 80, required: "Enter the new manager's name" },
  email: { ...invitationFields.email, label: "New Manager's Email" },
} as const satisfies Record<string, Field>;
