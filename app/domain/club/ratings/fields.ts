import type { Field } from "#app/forms/fields.ts";

/** Why an administrator corrects a rating. */
export const correctionFields = {
  correctionReason: { label: "Reason for this correction", max: 500 },
} as const satisfies Record<string, Field>;
