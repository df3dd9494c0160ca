import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import type { Field } from "#app/forms/fields.ts";

export const ownAdminFields = {
  firstName: { label: "First Name", max: 80, required: "Enter your first name" },
  lastName: { label: "Last Name", max: 80, required: "Enter your last name" },
  company: { label: "Company", max: 120 },
} as const satisfies Record<string, Field>;

const REQUIRED = "Please fill in all required fields";

/** The same in the second step of registering, with one message for all of them. */
export const adminPersonFields = {
  firstName: { ...ownAdminFields.firstName, required: REQUIRED },
  lastName: { ...ownAdminFields.lastName, required: REQUIRED },
  email: { label: "Email", max: EMAIL_MAX, required: REQUIRED },
  company: ownAdminFields.company,
} as const satisfies Record<string, Field>;

/** A colleague who is invited. */
export const colleagueFields = {
  email: { label: "Email", max: EMAIL_MAX, required: "Enter an email address" },
} as const satisfies Record<string, Field>;

/** A code of an authenticator, or a recovery code. */
export const codeFields = {
  code: { label: "Code", max: 40, required: "Enter the code" },
} as const satisfies Record<string, Field>;
