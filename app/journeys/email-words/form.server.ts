import { z } from "zod";
import {
  emailAddress,
  formVersion,
  optionalLine,
  optionalParagraph,
  theirAddress,
} from "#app/forms/fields.server.ts";
import { WORD_FIELDS } from "#app/mail/email-words.ts";

/** Checks shape and limits; `wordsProblems` knows the email and says what is missing or wrong. */
export const emailWordsSchema = z.object({
  subject: optionalLine(WORD_FIELDS.subject),
  preheader: optionalLine(WORD_FIELDS.preheader),
  heading: optionalLine(WORD_FIELDS.heading),
  body: optionalParagraph(WORD_FIELDS.body),
  facts: optionalParagraph(WORD_FIELDS.facts),
  button: optionalLine(WORD_FIELDS.button),
  phrases: optionalParagraph(WORD_FIELDS.phrases),
  why: optionalParagraph(WORD_FIELDS.why),
  days: optionalLine(WORD_FIELDS.days),
  state: z.enum(["draft", "active"], { error: "Choose whether it is used" }),
  version: formVersion(),
});

/** A version to use again, by its number; 'own' for the words in code. */
export const useAgainSchema = z.object({
  number: z.union([z.literal("own"), z.coerce.number().int().positive()]),
  version: formVersion(),
});

/** Words that a preview or a test uses. */
export const wordsShown = ["draft", "active", "own"] as const;
export type WordsShown = (typeof wordsShown)[number];

export const emailTestSchema = z.object({
  email: theirAddress(emailAddress("Enter the address that gets the test")),
  of: z.enum(wordsShown).default("own"),
  submission: z.string().min(1).max(64),
});
