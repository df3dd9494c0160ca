import { type AgreementCatalogue, en } from "./en.ts";
import { es } from "./es.ts";

export type { AgreementCatalogue } from "./en.ts";

/** A third language is a file like es.ts and its line here (product/agreements.md#agreement-text). */
const catalogues = { en, es } satisfies Record<string, AgreementCatalogue>;

export type AgreementLanguage = keyof typeof catalogues;
export const agreementLanguages = Object.keys(catalogues) as AgreementLanguage[];

/**
 * Changes with every change of the text's meaning. Agreements signed under an earlier version keep their stored text.
 */
export const AGREEMENT_VERSION = "2026-11";

/** Returns all words of a language. */
export const agreementCatalogue = (language: AgreementLanguage): AgreementCatalogue => catalogues[language];

/** The five sentences that are agreed to, in their order on the page. */
export const affirmationNames = [
  "positiveSupport",
  "respectReferees",
  "followClubCode",
  "reportIncidents",
  "modelBehavior",
] as const satisfies readonly (keyof AgreementCatalogue["text"]["affirmations"])[];

/** Fills placeholders such as `{club}`; a filled-in value is never filled again. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/**
 * Chooses the language of a parent's page (product/agreements.md#agreement-text): the link's, then the one the club has
 * on file unless it is English, then the browser's first that we have, then English.
 * @param asked the link's `?lang=`
 * @param accepted the browser's Accept-Language header
 * @param onFile the contact's language
 */
export function chooseLanguage(
  asked: string | null,
  accepted: string | null,
  onFile: AgreementLanguage = "en",
): AgreementLanguage {
  const link = known(asked ?? "");
  if (link) return link;
  if (onFile !== "en") return onFile;
  return preferred(accepted ?? "") ?? onFile;
}

/** Entries of an Accept-Language header that are looked at; browsers send fewer than ten. */
const MOST_ACCEPTED = 20;

function preferred(accepted: string): AgreementLanguage | undefined {
  return accepted
    .slice(0, 500)
    .split(",", MOST_ACCEPTED)
    .map((entry) => {
      const [tag = "", ...rest] = entry.trim().split(";");
      const weight = rest.map((part) => /^\s*q=([\d.]{1,5})\s*$/.exec(part)?.[1]).find(Boolean);
      return { language: known(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ language }) => language)?.language;
}

function known(tag: string): AgreementLanguage | undefined {
  const base = tag.trim().toLowerCase().split("-")[0] ?? "";
  return agreementLanguages.find((language) => language === base);
}

/** Part of the agreement's text. An affirmation and the consent are also the words beside their boxes. */
export interface TextBlock {
  kind: "title" | "heading" | "paragraph" | "item" | "step" | "affirmation" | "consent";
  text: string;
}

interface TextOf {
  clubName: string;
  /** The club's own words, paragraphs separated by empty lines; '' for none. */
  ownParagraph: string;
  version: string;
}

/** Returns the whole text in order: what the page shows, the PDF prints and the hash is made of. */
export function agreementBlocks(
  language: AgreementLanguage,
  { clubName, ownParagraph, version }: TextOf,
): TextBlock[] {
  const { text } = agreementCatalogue(language);
  const blocks = (kind: TextBlock["kind"], texts: readonly string[]): TextBlock[] =>
    texts.map((item) => ({ kind, text: fillIn(item, { club: clubName, version }) }));
  const own = ownParagraphs(ownParagraph).map((item) => ({ kind: "paragraph" as const, text: item }));
  return [
    ...blocks("title", [text.title]),
    ...blocks("paragraph", [text.lead]),
    ...text.sections.flatMap(({ heading, paragraphs, list, steps }) => [
      ...blocks("heading", [heading]),
      ...blocks("paragraph", paragraphs),
      ...blocks("item", list),
      ...blocks("step", steps),
    ]),
    ...(own.length > 0 ? [...blocks("heading", [text.ownHeading]), ...own] : []),
    ...blocks("heading", [text.keptHeading]),
    ...blocks("paragraph", text.kept),
    ...blocks("heading", [text.electronicHeading]),
    ...blocks("paragraph", text.electronic),
    ...blocks("heading", [text.agreeHeading]),
    ...blocks(
      "affirmation",
      affirmationNames.map((name) => text.affirmations[name]),
    ),
    ...blocks("consent", [text.consent]),
    ...blocks("paragraph", [text.version]),
  ];
}

/** Returns the club's own words as paragraphs, each on one line. */
const ownParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);

/**
 * Returns the canonical plain text of what is signed: a heading in a line of its own, an empty line between parts, LF
 * line ends, NFC. Its SHA-256 as UTF-8 is the text's hash (product/agreements.md#agreement-text).
 */
export function agreementText(language: AgreementLanguage, of: TextOf): string {
  let step = 0;
  const lines = agreementBlocks(language, of).map(({ kind, text }) => {
    if (kind === "item") return `- ${text}`;
    if (kind === "step") {
      step += 1;
      return `${step}. ${text}`;
    }
    return kind === "affirmation" || kind === "consent" ? `[x] ${text}` : text;
  });
  return `${lines.join("\n\n")}\n`.normalize("NFC");
}

/**
 * Formats a moment on the club's clock: 'November 21, 2026 at 6:05 PM CT', '21 de noviembre de 2026 a las 6:05 p.m.
 * CT'.
 */
export const formatAgreementMoment = (
  language: AgreementLanguage,
  moment: string,
  timezone: string,
): string => formatter(language, timezone, true).format(new Date(moment));

/** Returns 'November 21, 2026', '21 de noviembre de 2026': the day of a moment on the club's clock. */
export const formatAgreementDay = (language: AgreementLanguage, moment: string, timezone: string): string =>
  formatter(language, timezone, false).format(new Date(moment));

/** Returns the same of a date without a time. @param date YYYY-MM-DD */
export const formatAgreementDate = (language: AgreementLanguage, date: string): string =>
  formatAgreementDay(language, `${date}T12:00:00Z`, "UTC");

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a formatter, kept because making one takes longer than everything else in a page. */
function formatter(language: AgreementLanguage, timezone: string, clock: boolean): Intl.DateTimeFormat {
  const key = `${language} ${timezone} ${clock}`;
  const kept = formatters.get(key);
  if (kept) return kept;
  const day = { year: "numeric", month: "long", day: "numeric", timeZone: timezone } as const;
  const style = clock
    ? ({ ...day, hour: "numeric", minute: "2-digit", timeZoneName: "shortGeneric" } as const)
    : day;
  const made = new Intl.DateTimeFormat(catalogues[language].htmlLang, style);
  formatters.set(key, made);
  return made;
}
