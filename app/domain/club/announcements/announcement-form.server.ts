import { z } from "zod";
import { line, oneOf, optionalParagraph } from "#app/forms/fields.server.ts";
import { audiences, MAX_SUBJECT, MAX_TEXT } from "./announcements.ts";

/** Teams that one announcement can name. */
export const MAX_TEAMS = 500;

/** The form of 'Write an announcement' (product.md#announcements). */
export const announcementSchema = z.object({
  subject: line("Enter a subject", MAX_SUBJECT),
  body: optionalParagraph(MAX_TEXT).refine((text) => text !== "", "Write what you want to tell"),
  audience: oneOf(audiences, "Choose who gets it"),
  teamIds: z.array(z.string().max(64)).default([]),
});
