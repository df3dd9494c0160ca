import { z } from "zod";
import { EMAIL, EMAIL_MAX } from "./email-pattern.ts";
import { type Field, PHONE_MAX } from "./fields.ts";

/** Control characters and line separators, refused in names, subjects and addresses (product/security.md#security). */
const CONTROL = /\p{Cc}|\u2028|\u2029/u;
const CONTROL_BUT_LINES = /(?![\n\r\t])\p{Cc}/u;

const PHONE = /^\+?[\d\s().-]{7,25}(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/iu;

/** A required field with its message. */
export type Needed = Field & { required: string };

/**
 * Accepts one line of text, trimmed, at least one character.
 * @param field a form's field, or the message if it is missing
 */
export const line = (field: Needed | string, most = 120) => {
  const { required, max = most } = typeof field === "string" ? { required: field } : field;
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `Use at most ${max} characters`)
    .refine((text) => !CONTROL.test(text), "Use one line of plain text");
};

/**
 * Accepts an optional line of text; defaults to ''.
 * @param most a form's field, or the most characters
 */
export const optionalLine = (most: Field | number = 120) => {
  const max = mostOf(most, 120);
  return z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .refine((text) => !CONTROL.test(text), "Use one line of plain text")
    .default("");
};

/**
 * Accepts optional lines of text; defaults to ''.
 * @param most a form's field, or the most characters
 */
export const optionalParagraph = (most: Field | number = 2000) => {
  const max = mostOf(most, 2000);
  return z
    .string()
    .trim()
    .max(max, `Use at most ${max.toLocaleString("en-US")} characters`)
    .refine((text) => !CONTROL_BUT_LINES.test(text), "Use plain text")
    .transform((text) => text.replaceAll("\r\n", "\n"))
    .default("");
};

/** Lines of text, at least one character. */
export const paragraph = (field: Needed) =>
  optionalParagraph(field).refine((text) => text !== "", field.required);

const mostOf = (most: Field | number, usual: number) =>
  typeof most === "number" ? most : (most.max ?? usual);

/** Accepts an email address and lowercases it. `wrong` is the message in another language for anything else. */
export const emailAddress = (required = "Enter an email address", wrong?: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(EMAIL_MAX, wrong ?? "Use at most 254 characters")
    .toLowerCase()
    .regex(EMAIL, wrong ?? "Enter an email address in the format name@example.com");

/**
 * Accepts another person's address, or several: a mistyped domain is asked about (product/pages.md#mistyped-addresses).
 */
export const theirAddress = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ asksAboutDomain: true });

/** Accepts an optional phone number as people write it; defaults to ''. */
export const phoneNumber = () =>
  optionalLine(PHONE_MAX).refine(
    (text) => text === "" || PHONE.test(text),
    "Enter a phone number like (555) 010-0142, or leave it empty",
  );

/**
 * Accepts a password that is checked or set: trims white space, changes nothing else (product/accounts.md#passwords).
 */
export const passwordText = (required: string) => z.string({ error: required }).trim().min(1, required);

/** Accepts one of a list; `message` for anything else. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z.enum(values, { error: message });

/** Reads a checkbox: true if checked. */
export const tick = () => z.preprocess((value) => value === "on" || value === "yes", z.boolean());

/** Requires a checked checkbox. */
export const mustTick = (message: string) =>
  z.preprocess((value) => value === "on" || value === "yes", z.literal(true, { error: message }));

/** Accepts the version of the stored values that a form was filled from; '' for none. */
export const formVersion = () => z.string().max(64).default("");

/** Schema of a form with one button and no fields. */
export const noFieldsSchema = z.object({});
