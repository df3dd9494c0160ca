import type { Field } from "#app/forms/fields.ts";

export const mergeFields = {
  why: {
    label: "How you know that it is one person",
    max: 200,
    required: "Write how you know that it is one person",
  },
} as const satisfies Record<string, Field>;
