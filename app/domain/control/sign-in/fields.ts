import type { Field } from "#app/forms/fields.ts";

/** The code that opens the private beta. */
export const betaFields = {
  code: { label: "Access code", max: 200, required: "Enter your access code" },
} as const satisfies Record<string, Field>;
