import type { Field } from "#app/forms/fields.ts";

/** Fields of an administrator's correction. */
export const correctionFields = {
  correctionReason: { label: "Reason for this correction", max: 500 },
} as const satisfies Record<string, Field>;
