import type { Field } from "#app/forms/fields.ts";

/** How an account's owner names a passkey. */
export const passkeyFields = {
  name: { label: "Name of this device", max: 60, required: "Enter a name for this device" },
} as const satisfies Record<string, Field>;
