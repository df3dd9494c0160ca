import { brand } from "#app/config/brand.ts";
import type { Field } from "#app/forms/fields.ts";
import { blockName, type EmailKind, type EmailWords, PLACEHOLDER } from "./frame/email-kind.tsx";

/**
 * Words of emails as staff edit them: the texts of a form, and their limits (docs/decisions/020-words-of-emails.md,
 * product/emails.md#words-of-emails).
 */

/** Edited words that replace those in code. */
export interface WordsInUse {
  id: string;
  template: string;
  variant: string;
  words: EmailWords;
}

/** Edited words by template and variant. */
export type EditedWords = ReadonlyMap<string, WordsInUse>;

const keyOf = (template: string, variant: string) => `${template} ${variant}`;

export const editedWords = (all: readonly WordsInUse[]): EditedWords =>
  new Map(all.map((one) => [keyOf(one.template, one.variant), one]));

export const wordsToUse = (edited: EditedWords, template: string, variant: string): WordsInUse | undefined =>
  edited.get(keyOf(template, variant));

/** Returns the words that a test email carries. */
export const wordsOfTest = (template: string, { variant, words }: Pick<WordsInUse, "variant" | "words">) =>
  editedWords([{ id: "test", template, variant, words }]);

/** Text fields of the form; `wordsProblems` checks them. */
export const WORD_FIELDS = {
  subject: { label: "Subject", max: 200, required: "Enter a subject" },
  preheader: { label: "First line in the mailbox", max: 250, required: "Enter a first line" },
  heading: { label: "Heading", max: 200, required: "Enter a heading" },
  body: { label: "Text", max: 6_000, required: "Enter the text" },
  facts: { label: "Rows of [facts]", max: 1_000 },
  button: { label: "Button", max: 60, required: "Enter what the button says" },
  phrases: { label: "Sentences of the other parts", max: 2_000, required: "Enter the sentences" },
  why: { label: "Why the reader gets it", max: 500, required: "Enter why the reader gets this email" },
  days: { label: "Days before the deadline", max: 60, required: "Enter the days" },
} as const satisfies Record<string, Field>;
export type WordField = keyof typeof WORD_FIELDS;
export type TypedWords = Record<WordField, string>;

/** Formats words for the form's fields: an empty line between paragraphs, one row or sentence a line. */
export const typedWords = (words: EmailWords): TypedWords => ({
  subject: words.subject,
  preheader: words.preheader,
  heading: words.heading,
  body: words.body.join("\n\n"),
  facts: pairs(words.facts ?? []),
  button: words.button ?? "",
  phrases: pairs(Object.entries(words.phrases ?? {})),
  why: words.why,
  days: (words.days ?? []).join(", "),
});

const pairs = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([name, text]) => `${name}: ${text}`).join("\n");

/**
 * Parses a form's fields into words; drops parts that the kind's own words lack.
 * @param own the words in code
 */
export function wordsOfForm(typed: TypedWords, own: EmailWords): EmailWords {
  const { subject, preheader, heading, why, button } = typed;
  return {
    subject,
    preheader,
    heading,
    body: typed.body
      .split(/\n[ \t]*\n\s*/)
      .map((text) => text.trim())
      .filter(Boolean),
    ...(own.facts && { facts: rowsOf(typed.facts) }),
    ...(own.button !== undefined && { button }),
    why,
    ...(own.phrases && { phrases: Object.fromEntries(rowsOf(typed.phrases)) }),
    ...(own.days && { days: daysOf(typed.days) }),
  };
}

/** Parses '7, 3 and 1', highest first; text without a number becomes NaN. */
const daysOf = (text: string): number[] =>
  unique((text.match(/[^\s,;]+/g) ?? []).filter((word) => word !== "and"))
    .map(Number)
    .sort((one, other) => other - one);

/** Parses rows of 'name: text'; a line without a colon is a name without a text. */
const rowsOf = (text: string): [string, string][] =>
  text
    .split("\n")
    .filter((row) => row.trim() !== "")
    .map((row) => {
      const [, name = row, value = ""] = /^([^:]*):(.*)$/.exec(row) ?? [];
      return [name.trim(), value.trim()];
    });

/** Variables that a kind's words may use, and those that they must use. */
export interface WordsAllowed {
  /** Variables allowed everywhere but in the parts that mailboxes show. */
  variables: string[];
  /**
   * Variables allowed in the subject and the first line: mailboxes show those to anybody, so only the ones that the
   * words in code use there.
   */
  shown: string[];
  /** Blocks to place, each once, as a paragraph of its own. */
  blocks: string[];
  /** Variables of each phrase. */
  phrases: Record<string, string[]>;
}

const COMMON = ["brand", "supportEmail", "billingEmail", "supportPhone"];

export function wordsAllowed<Props>(kind: EmailKind<Props>, variant: string): WordsAllowed {
  const own = ownWords(kind, variant);
  const every = Object.values(kind.words);
  const shown = every.flatMap(({ subject, preheader, heading }) => namesIn(subject, preheader, heading));
  return {
    variables: unique(kind.samples.flatMap((sample) => Object.keys(kind.variables(sample)))),
    shown: unique([...shown, ...COMMON]),
    blocks: own.body.flatMap((text) => blockName(text) ?? []),
    phrases: Object.fromEntries(
      Object.entries(own.phrases ?? {}).map(([name, text]) => [name, unique([...namesIn(text), ...COMMON])]),
    ),
  };
}

/** Aliases of variables in typed words; each means the first of ours that the email has. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  clubName: ["club"],
  clubCode: ["code"],
  contactName: ["name"],
  packageType: ["plan", "tierName"],
  tierName: ["plan"],
  selectedTier: ["plan", "tierName"],
  tierPrice: ["price"],
  playerCount: ["players", "estimatedPlayers"],
  documentCount: ["documents"],
  verificationDeadline: ["due"],
  billingAdjustmentNote: ["billing"],
  loginUrl: ["signInLink"],
};

/** Lists the aliases of an email's variables, with ours. */
export function otherNames<Props>(kind: EmailKind<Props>, variant: string): [other: string, own: string][] {
  const { variables } = wordsAllowed(kind, variant);
  return Object.entries(OTHER_NAMES).flatMap(([other, candidates]): [string, string][] => {
    const own = candidates.find((name) => variables.includes(name));
    return own === undefined || variables.includes(other) ? [] : [[other, own]];
  });
}

/** Replaces aliases by our own names of variables: only these are stored and filled in. */
export function ownNames<Props>(kind: EmailKind<Props>, variant: string, words: EmailWords): EmailWords {
  const names = new Map(otherNames(kind, variant));
  const said = (text: string) =>
    text.replace(PLACEHOLDER, (whole, name: string, optional: string) => {
      const own = names.get(name);
      return own === undefined ? whole : `{${own}${optional}}`;
    });
  return {
    ...words,
    subject: said(words.subject),
    preheader: said(words.preheader),
    heading: said(words.heading),
    body: words.body.map(said),
    why: said(words.why),
    ...(words.button !== undefined && { button: said(words.button) }),
    ...(words.facts && { facts: words.facts.map(([label, value]) => [said(label), said(value)] as const) }),
    ...(words.phrases && {
      phrases: Object.fromEntries(Object.entries(words.phrases).map(([name, text]) => [name, said(text)])),
    }),
  };
}

/**
 * Returns the words in code.
 * @throws Error for a variant that the kind lacks
 */
export function ownWords(kind: Pick<EmailKind<never>, "words">, variant: string): EmailWords {
  const own = Object.hasOwn(kind.words, variant) ? kind.words[variant] : undefined;
  if (!own) throw new Error(`This email has no variant '${variant}'`);
  return own;
}

const namesIn = (...texts: string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name));
const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/**
 * Checks edited words by field; empty for usable words. Both saving and sending apply these rules, since a later
 * release may have dropped a variable.
 */
export function wordsProblems<Props>(
  kind: EmailKind<Props>,
  variant: string,
  words: EmailWords,
): Partial<Record<WordField, string>> {
  const own = ownWords(kind, variant);
  const allowed = wordsAllowed(kind, variant);
  const facts = words.facts ?? [];
  const phrases = Object.entries(words.phrases ?? {});
  const first = (texts: readonly string[], names: readonly string[]) =>
    texts.flatMap((text) => textProblem(text, names) ?? [])[0];
  const found: Partial<Record<WordField, string | undefined>> = {
    subject: missing("subject", words.subject) ?? first([words.subject], allowed.shown),
    preheader: missing("preheader", words.preheader) ?? first([words.preheader], allowed.shown),
    heading: missing("heading", words.heading) ?? first([words.heading], allowed.variables),
    body:
      placesProblem(words.body, allowed.blocks) ??
      first(
        words.body.filter((text) => blockName(text) === undefined),
        allowed.variables,
      ),
    facts:
      own.facts && facts.some(([label, value]) => !label || !value)
        ? "Write each row as ‘Label: {variable}’"
        : first(facts.flat(), allowed.variables),
    button:
      own.button === undefined
        ? undefined
        : (missing("button", words.button ?? "") ?? first([words.button ?? ""], allowed.variables)),
    phrases:
      phrasesProblem(
        phrases.map(([name]) => name),
        Object.keys(own.phrases ?? {}),
      ) ??
      phrases.flatMap(
        ([name, text]) =>
          (text ? undefined : `Enter a text after ‘${name}:’`) ??
          first([text], allowed.phrases[name] ?? []) ??
          [],
      )[0],
    why: missing("why", words.why) ?? first([words.why], allowed.variables),
    days: own.days && words.days && daysProblem(words.days, own.days),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** A deadline is 30 days after its club's start. */
const MOST_DAYS_BEFORE = 29;
const MOST_REMINDERS = 8;

function daysProblem(days: readonly number[], promised: readonly number[]): string | undefined {
  if (days.some((day) => !Number.isInteger(day) || day < 1 || day > MOST_DAYS_BEFORE))
    return `Write whole days from 1 to ${MOST_DAYS_BEFORE}, with commas between`;
  if (promised.some((day) => !days.includes(day)))
    return `Leave ${new Intl.ListFormat("en-US").format(promised.map(String))}: every club was promised these`;
  return days.length > MOST_REMINDERS ? `At most ${MOST_REMINDERS} reminders` : undefined;
}

const missing = (field: Exclude<WordField, "facts" | "days">, text: string) =>
  text.trim() === "" ? WORD_FIELDS[field].required : undefined;

/** Value of each variable while a text is searched for addresses: `{club}.com` would be one. */
const FILLED_IN = "x";
/** Control and format characters, which are invisible, or turn the text around them. */
const UNREADABLE = /(?![\n\r\t])\p{Cc}|(?![\u200C\u200D])\p{Cf}/u;
const SIGNS_OF_AN_ADDRESS = [
  "://",
  "@",
  ":\\\\",
  /^\W*(?:www\.|mailto:|tel:|sms:)/i,
  /[\p{L}\p{N}]\.\p{L}{2}/u,
];

/** Full stops of other scripts, which browsers and mail programs read as one. */
const OTHER_DOTS = /[\u3002\uFF0E\uFF61\u2024]/g;
/** Brackets that hide a full stop from programs and not from people. */
const HIDDEN_DOT = /[[(]\.[\])]/g;

/** Finds the first word that people or mail programs take for an address. */
const addressIn = (text: string): string | undefined =>
  text
    .replaceAll(OTHER_DOTS, ".")
    .normalize("NFKC")
    .replaceAll(HIDDEN_DOT, ".")
    .split(/\s/)
    .find((word) =>
      SIGNS_OF_AN_ADDRESS.some((sign) => (typeof sign === "string" ? word.includes(sign) : sign.test(word))),
    );

function textProblem(text: string, names: readonly string[]): string | undefined {
  const unknown = [...text.matchAll(PLACEHOLDER)].find(([, name = ""]) => !names.includes(name));
  if (unknown) return `${unknown[0]} is not one of the variables that may stand here`;
  if (UNREADABLE.test(text)) return "Remove the invisible characters: type the words again";
  const plain = text.replace(PLACEHOLDER, FILLED_IN);
  if (/[{}]/.test(plain)) return "Braces stand only around the name of a variable, as in {brand}";
  if (/<[a-z!/]/i.test(text)) return "Use plain text: tags are not shown as they are meant";
  if (/^\[\w*\]?$|\[\w+\]/.test(plain)) return "A part in square brackets is a paragraph of its own";
  const address = addressIn(ownAddressesGone(plain));
  if (address)
    return `‘${address}’ reads like an address. Links come from the email’s own button; for email use {supportEmail}`;
  return undefined;
}

/** Removes the brand's own name, which may look like an address. */
const ownAddressesGone = (text: string) =>
  [brand.mail.support, brand.mail.billing, brand.name].reduce((rest, own) => rest.replaceAll(own, ""), text);

function placesProblem(body: readonly string[], blocks: readonly string[]): string | undefined {
  if (body.length === 0) return WORD_FIELDS.body.required;
  const placed = body.flatMap((text) => blockName(text) ?? []);
  const strange = placed.find((name) => !blocks.includes(name));
  if (strange) return `This email has no part [${strange}]`;
  const lost = blocks.find((name) => placed.filter((one) => one === name).length < timesIn(blocks, name));
  if (lost) return `Leave [${lost}] in the text: it stands for what the email is about`;
  const twice = placed.find((name) => timesIn(placed, name) > timesIn(blocks, name));
  return twice ? `[${twice}] can stand there only once` : undefined;
}

const timesIn = (names: readonly string[], name: string) => names.filter((one) => one === name).length;

function phrasesProblem(names: readonly string[], own: readonly string[]): string | undefined {
  const strange = names.find((name) => !own.includes(name));
  if (strange !== undefined) return `No sentence of this email is called ‘${strange}’`;
  const lost = own.find((name) => !names.includes(name));
  return lost ? `Leave the line that begins with ‘${lost}:’` : undefined;
}
