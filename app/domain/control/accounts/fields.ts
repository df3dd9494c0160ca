import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { type Field, PHONE_MAX } from "#app/forms/fields.ts";

export const ownAccountFields = {
  name: { label: "Name", max: 80, required: "Enter your name" },
  phone: { label: "Phone", max: PHONE_MAX },
} as const satisfies Record<string, Field>;

/** The address that an account moves to. */
export const emailChangeFields = {
  email: { label: "New email", max: EMAIL_MAX, required: "Enter the new address" },
} as const satisfies Record<string, Field>;

/** The word that deletes an account. */
export const deleteAccountFields = {
  confirm: { label: "Type DELETE to confirm", max: 20, required: "Type DELETE" },
} as const satisfies Record<string, Field>;
