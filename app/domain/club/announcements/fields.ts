import type { Field } from "#app/forms/fields.ts";

/** Fields of an announcement (product/notifications.md#announcements). */
export const announcementFields = {
  subject: { label: "Subject", max: 120, required: "Enter a subject" },
  body: { label: "Text", max: 5_000, required: "Write what you want to tell" },
} as const satisfies Record<string, Field>;
