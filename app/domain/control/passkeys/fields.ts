import type { Field } from "#app/forms/fields.ts";

export const passkeyFields = {
  name: { label: "Name of this device", max: 60, required: "Enter a name for this device" },
} as const satisfies Record<string, Field>;
