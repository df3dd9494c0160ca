import { EMAIL_MAX } from "#app/forms/email-pattern.ts";

/** A parent's name and address, as the club corrects them. */
export const parentFields = {
  name: { label: "Parent's name", max: 120 },
  email: { label: "Email", max: EMAIL_MAX, required: "Enter the parent's email address" },
} as const;
