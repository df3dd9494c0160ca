import type { Field } from "#app/forms/fields.ts";

/** The club that asks for another link to set its password. */
export const setupLinkFields = {
  clubCode: { label: "Club Code", max: 80, required: "Enter your club code" },
} as const satisfies Record<string, Field>;
