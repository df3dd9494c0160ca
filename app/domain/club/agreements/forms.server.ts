import { z } from "zod";
import {
  type AgreementCatalogue,
  type AgreementLanguage,
  agreementCatalogue,
  agreementLanguages,
  fillIn,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { isDay } from "#app/domain/values/days.ts";
import { emailAddress, formVersion, line, mustTick, oneOf, tick } from "#app/forms/fields.server.ts";
import { NAME_MOST, PLAYERS_MOST, paperFields, REASON_MOST } from "./fields.ts";

/** Control characters and line separators. */
const NOT_ONE_LINE = /\p{Cc}|\u2028|\u2029/u;
/** Traces of copying that mean nothing in a name: soft hyphens, spaces without width, byte order marks. */
const NO_WIDTH = /[\u00AD\u200B\u2060\uFEFF]/g;
/**
 * Characters that are invisible or that turn the text around them: format characters (except the joiners, which Persian
 * and Hindi names need), Hangul fillers, halves of a character, private and unassigned ones, and piles of combining
 * marks.
 */
const UNREADABLE = /(?![\u200C\u200D])\p{Cf}|[\u115F\u1160\u3164\uFFA0]|\p{Cs}|\p{Co}|\p{Cn}|\p{M}{5}/u;
const CONTROL_BUT_LINES = /(?![\n\r\t])\p{Cc}/u;

type Problems = AgreementCatalogue["problems"];

/** Returns a schema with its messages in the reader's language, made once for each. */
function inLanguage<Schema>(make: (problems: Problems) => Schema): (language: AgreementLanguage) => Schema {
  const made = new Map(
    agreementLanguages.map((language) => [language, make(agreementCatalogue(language).problems)]),
  );
  return (language) => made.get(language) as Schema;
}

/** Returns one line that a person can read and a printer print, with a letter in it. */
export const readableLine = (problems: Problems, required: string, most: number) =>
  z
    .string({ error: required })
    .overwrite((text) => text.replace(NO_WIDTH, ""))
    .trim()
    .min(1, required)
    .max(most, fillIn(problems.tooLong, { max: most }))
    .refine((text) => !NOT_ONE_LINE.test(text), problems.plainText)
    .refine((text) => !UNREADABLE.test(text), problems.unreadable)
    .refine((text) => /\p{L}/u.test(text), required)
    .transform((text) => text.normalize("NFC"));

/** The form that signs an agreement of a club without teams. */
const teamlessSchema = inLanguage((problems) => {
  const agreed = mustTick(problems.affirmation);
  return z.object({
    parentName: readableLine(problems, problems.parentName, NAME_MOST),
    /** Checked by a signer who is not the parent to whom the link was sent. */
    notMe: tick(),
    parentEmail: emailAddress(problems.parentEmail, problems.emailFormat),
    childName: readableLine(problems, problems.childName, PLAYERS_MOST),
    teams: z.array(z.string()).default([]),
    positiveSupport: agreed,
    respectReferees: agreed,
    followClubCode: agreed,
    reportIncidents: agreed,
    modelBehavior: agreed,
    consent: mustTick(problems.consent),
    digitalSignature: readableLine(problems, problems.signature, NAME_MOST),
    signatureDate: z.string({ error: problems.signatureDate }).trim().refine(isDay, problems.signatureDate),
    /** Hash of the text that the page showed. */
    textHash: z.string().max(64).default(""),
  });
});

const optionalReadableLine = (problems: Problems, most: number) =>
  z.union([z.literal(""), readableLine(problems, problems.childName, most)]).default("");

export const playerField = (childId: string) => `player-${childId}`;

/** Returns the form with which a parent corrects what is kept of them; it has a field for each child. */
export function ownDataFormSchema(language: AgreementLanguage, childIds: readonly string[]) {
  const { problems } = agreementCatalogue(language);
  const player = optionalReadableLine(problems, NAME_MOST);
  return z.object({
    parentName: readableLine(problems, problems.parentName, NAME_MOST),
    parentEmail: emailAddress(problems.parentEmail, problems.emailFormat),
    newPlayer: player,
    version: formVersion(),
    ...Object.fromEntries(childIds.map((id) => [playerField(id), player])),
  });
}

const schemaWithTeams = inLanguage((problems) => {
  const teams = z.array(z.string()).default([]);
  return { teams: teams.refine((ids) => ids.length > 0, problems.teams) };
});

/**
 * Returns the form that signs an agreement (product/agreements.md#public-agreement). Whether the teams are the club's,
 * and the date is today's, the route checks.
 * @param hasTeams whether the club has teams to choose
 */
export const signFormSchema = (language: AgreementLanguage, hasTeams: boolean) =>
  hasTeams ? teamlessSchema(language).extend(schemaWithTeams(language)) : teamlessSchema(language);

/** The form with which a parent is erased. */
export const eraseFormSchema = inLanguage((problems) => z.object({ erase: mustTick(problems.erase) }));

/** The reason for not signing, or for withdrawing. */
export const reasonFormSchema = inLanguage((problems) =>
  z.object({
    reason: z
      .string({ error: problems.reason })
      .trim()
      .min(1, problems.reason)
      .max(REASON_MOST, fillIn(problems.tooLong, { max: REASON_MOST }))
      .refine((text) => !CONTROL_BUT_LINES.test(text), problems.plainText)
      .refine((text) => !UNREADABLE.test(text), problems.unreadable)
      .transform((text) => text.replaceAll("\r\n", "\n").normalize("NFC")),
  }),
);

/** Form that settles whether the parent signed, with the name and address that the club keeps, or another person. */
export const matchSchema = z.object({
  keep: oneOf(["list", "signed", "else"], "Choose which name and address to keep"),
  onList: tick(),
});

/** A signature on paper. */
export const paperSchema = z.object({
  name: line(paperFields.name),
  players: line(paperFields.players),
  signedOn: z
    .string({ error: paperFields.signedOn.required })
    .trim()
    .refine(isDay, "Enter the date on the paper, like 2026-11-21"),
  language: z.enum(agreementLanguages as ["en", "es"], { error: paperFields.language.required }),
});
