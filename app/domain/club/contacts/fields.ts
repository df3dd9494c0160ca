import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import type { Field } from "#app/forms/fields.ts";

/** A parent's name and address, as the club corrects them. */
export const parentFields = {
  name: { label: "Parent's name", max: 120 },
  email: { label: "Email", max: EMAIL_MAX, required: "Enter the parent's email address" },
} as const satisfies Record<string, Field>;

/** A child of a parent on the list. */
export const childFields = {
  child: { label: "Child's name or initials", max: 80, required: "Missing child name" },
} as const satisfies Record<string, Field>;

/** A parent whom the club adds by hand, with a child. */
export const newContactFields = {
  ...childFields,
  name: { ...parentFields.name, required: "Missing parent name" },
  email: { ...parentFields.email, required: "Missing parent email" },
} as const satisfies Record<string, Field>;
