import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import type { Field } from "#app/forms/fields.ts";
import { messageStates } from "./labels.ts";

/** A message to us. */
export const contactFields = {
  name: { label: "Name", max: 120, required: "Enter your name" },
  email: { label: "Email", max: EMAIL_MAX, required: "Enter an email address" },
  category: { label: "Category", required: "Choose a category" },
  subject: { label: "Subject", max: 150, required: "Enter a subject" },
  message: { label: "Message", max: 5_000, required: "Enter your message" },
} as const satisfies Record<string, Field>;

export const messageFields = {
  state: {
    label: "State",
    required: "Choose a state",
    read: (state: keyof typeof messageStates) => messageStates[state],
  },
  note: { label: "Note", max: 2000 },
} as const satisfies Record<string, Field>;
