import type { AgreementNotice } from "#app/db/outbox.server.ts";
import {
  type AgreementLanguage,
  agreementCatalogue,
  agreementLanguages,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { registrationCatalogue } from "#app/domain/values/registration-text.ts";
import type { AgreementCopy } from "#app/print/print-task.ts";
import { type EmailClub, EmailLink, type FrameWords, Paragraph } from "../frame/email.tsx";
import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import { appUrl, lakeside, lakesideWithAddress } from "./sample-values.ts";

interface AgreementProps {
  club: EmailClub;
  language: AgreementLanguage;
  /** Name; empty if the club knows the address only. */
  parentName: string;
  /** The parent's own page. */
  link: string;
}

/** Words of a subject and body in the catalog, which holds every sentence of a language. */
type CatalogueWords = Pick<EmailWords, "subject" | "preheader" | "heading" | "body"> & {
  why?: string;
  button?: string;
};

const inEveryLanguage = (wordsIn: (language: AgreementLanguage) => EmailWords) =>
  Object.fromEntries(agreementLanguages.map((language) => [language, wordsIn(language)])) as Record<
    AgreementLanguage,
    EmailWords
  >;

/** Words that ask a parent to sign, until a day. */
function askingWords(language: AgreementLanguage, words: CatalogueWords): EmailWords {
  const { mail } = agreementCatalogue(language);
  const { greeting, greetingNoName } = mail;
  return {
    ...words,
    body: ["[greeting]", ...words.body, "[button]", mail.until, "[otherLanguages]"],
    button: mail.button,
    why: mail.why,
    phrases: { greeting, greetingNoName },
  };
}

/** Words about a signature, with a button where they have one. */
function tellingWords(language: AgreementLanguage, words: CatalogueWords & { why: string }): EmailWords {
  const { greeting, greetingNoName } = agreementCatalogue(language).mail;
  const body = ["[greeting]", ...words.body, ...(words.button ? ["[button]"] : [])];
  return { ...words, body, phrases: { greeting, greetingNoName } };
}

function frameWords({ language }: { language: AgreementLanguage }): FrameWords {
  const { htmlLang, mail } = agreementCatalogue(language);
  return { htmlLang, stop: mail.stop, noButton: mail.noButton, tagline: mail.tagline };
}

const frame = {
  club: ({ club }: { club: EmailClub }) => club,
  frameWords,
  blocks: {
    greeting: (
      { parentName }: { parentName: string },
      { say }: { say: (phrase: string, values?: { name: string }) => string },
    ) => <Paragraph>{parentName ? say("greeting", { name: parentName }) : say("greetingNoName")}</Paragraph>,
  },
};
const askingFrame = {
  ...frame,
  variables: ({ club, until }: { club: EmailClub; until: string }) => ({ club: club.name, date: until }),
  link: ({ link }: { link: string }) => link,
  blocks: {
    ...frame.blocks,
    /** The same page in each other language, which names itself. */
    otherLanguages: ({ language, link }: { language: AgreementLanguage; link: string }) =>
      agreementLanguages
        .filter((other) => other !== language)
        .map((other) => (
          <EmailLink key={other} href={`${link}?lang=${other}`} lang={other}>
            {agreementCatalogue(other).switchTo}
          </EmailLink>
        )),
  },
};
const tellingVariables = ({ club, at }: { club: EmailClub; at: string }) => ({ club: club.name, at });

const sampleParent: AgreementProps = {
  club: lakesideWithAddress,
  language: "en",
  parentName: "Pat Parent",
  link: `${appUrl}/parent/agreement/agr_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
};
const signed = { at: "November 22, 2026 at 6:05 PM CT" };
const unnamed = { parentName: "" };
const inSpanish = { language: "es" } as const;
/** With and without a name, in each language; the sample itself is in English, with one. */
const moreParents = [unnamed, inSpanish, { ...inSpanish, ...unnamed }];

/**
 * Asks a parent to read and sign (product/agreements.md#agreements). No child is named: mailboxes show subjects to
 * anybody.
 */
export const agreementRequestEmail = defineEmail<AgreementProps & { until: string }, AgreementLanguage>({
  purpose: { label: "Agreement request", sent: "when a club asks a parent to sign", to: "parents" },
  ...askingFrame,
  variant: ({ language }) => language,
  words: inEveryLanguage((language) => askingWords(language, agreementCatalogue(language).mail.request)),
  sample: { ...sampleParent, language: "es", until: "22 de diciembre de 2026" },
  moreSamples: [
    unnamed,
    ...[{}, unnamed].map((parent) => ({ ...parent, language: "en" as const, until: "December 22, 2026" })),
  ],
});

const reminderVariant = (language: AgreementLanguage, wording: number) =>
  `${language}-${Math.min(wording, agreementCatalogue(language).mail.reminders.length - 1)}`;

/**
 * Reminds a parent (product/agreements.md#agreement-reminders). `wording`: which of the catalogue's reminders, from 0.
 */
export const agreementReminderEmail = defineEmail<
  AgreementProps & { until: string; wording: number },
  string
>({
  purpose: {
    label: "Agreement reminder",
    sent: "while a parent has not signed, as the club has set it",
    to: "parents",
  },
  ...askingFrame,
  variant: ({ language, wording }) => reminderVariant(language, wording),
  words: Object.fromEntries(
    agreementLanguages.flatMap((language) =>
      agreementCatalogue(language).mail.reminders.map((words, wording) => [
        reminderVariant(language, wording),
        askingWords(language, words),
      ]),
    ),
  ),
  sample: { ...sampleParent, until: "December 22, 2026", wording: 0 },
  moreSamples: [
    ...moreParents,
    { wording: 1 },
    { wording: 7 },
    { ...inSpanish, wording: 1 },
    { ...inSpanish, wording: 2 },
  ],
});

/** Sends the signed copy, as a PDF, to the typed address. */
export const agreementCopyEmail = defineEmail<
  AgreementProps & { at: string /** null in a sample. */; copy: AgreementCopy | null },
  AgreementLanguage
>({
  purpose: { label: "Signed copy", sent: "to who has signed, with the PDF", to: "parents" },
  ...frame,
  variant: ({ language }) => language,
  words: inEveryLanguage((language) => tellingWords(language, agreementCatalogue(language).mail.copy)),
  variables: tellingVariables,
  link: ({ link }) => link,
  sample: { ...sampleParent, ...signed, copy: null },
  moreSamples: moreParents,
});

/** Tells the address on file that another address or name was typed. */
export const agreementChangedAddressEmail = defineEmail<AgreementProps & { at: string }, AgreementLanguage>({
  purpose: {
    label: "Signed with another address",
    sent: "to the address on file when another address or name was typed",
    to: "parents",
  },
  ...frame,
  variant: ({ language }) => language,
  words: inEveryLanguage((language) =>
    tellingWords(language, agreementCatalogue(language).mail.changedAddress),
  ),
  variables: tellingVariables,
  link: ({ link }) => link,
  sample: { ...sampleParent, ...signed },
  moreSamples: moreParents,
});

/**
 * Asks the signer to confirm children added later (product/agreements.md#added-after-a-signature). No child is named.
 */
export const agreementConfirmEmail = defineEmail<AgreementProps & { at: string }, AgreementLanguage>({
  purpose: {
    label: "Confirm what was added",
    sent: "when a club asks a parent who signed before a child or team was added",
    to: "parents",
  },
  ...frame,
  variant: ({ language }) => language,
  words: inEveryLanguage((language) => tellingWords(language, agreementCatalogue(language).mail.confirm)),
  variables: tellingVariables,
  link: ({ link }) => link,
  sample: { ...sampleParent, ...signed },
  moreSamples: moreParents,
});

/** Tells the signer that the signature is withdrawn. */
export const agreementWithdrawnEmail = defineEmail<
  Omit<AgreementProps, "link"> & { at: string },
  AgreementLanguage
>({
  purpose: {
    label: "Signature withdrawn",
    sent: "to who signed, when the signature is withdrawn",
    to: "parents",
  },
  ...frame,
  variant: ({ language }) => language,
  words: inEveryLanguage((language) => tellingWords(language, agreementCatalogue(language).mail.withdrawn)),
  variables: tellingVariables,
  sample: { ...sampleParent, ...signed },
  moreSamples: moreParents,
});

/**
 * Tells a parent's former address about its correction, with the link that takes it back (product/parents.md#contacts).
 */
export const agreementAddressLeftEmail = defineEmail<AgreementProps, AgreementLanguage>({
  purpose: {
    label: "Address corrected",
    sent: "to the address that the club corrected a parent away from",
    to: "parents",
  },
  ...frame,
  variant: ({ language }) => language,
  words: inEveryLanguage((language) => tellingWords(language, agreementCatalogue(language).mail.addressLeft)),
  variables: ({ club }) => ({ club: club.name }),
  link: ({ link }) => link,
  sample: { ...sampleParent, link: `${appUrl}/parent/address/2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD` },
  moreSamples: moreParents,
});

const noticeWords = {
  facts: [
    ["Parent", "{parent}"],
    ["Email", "{email}"],
    ["Reason", "{reason?}"],
  ],
  button: "Open the agreement",
  why: "You get this because this is the address of {club}.",
} as const;

/**
 * Mails a club what a parent did with an agreement's link (product/agreements.md#public-agreement). Its subject names
 * nobody.
 */
export const agreementNoticeEmail = defineEmail<
  {
    club: EmailClub;
    what: AgreementNotice;
    parent: string;
    email: string;
    /** The parent's own words; empty if none were asked for. */
    reason: string;
    link: string;
  },
  AgreementNotice
>({
  purpose: {
    label: "What a parent did",
    sent: "when a parent corrects, declines or signs otherwise",
    to: "administrators",
  },
  club: ({ club }) => club,
  variant: ({ what }) => what,
  words: {
    asked: {
      ...noticeWords,
      subject: "A parent asks for a new link to sign",
      heading: "A parent asks for a new link",
      preheader: "Send the agreement again to give them one.",
      body: [
        "This parent opened a link that can no longer be signed and would like a new one. Press Resend on the page of the agreement: the new link goes to the address that your club has.",
        "[facts]",
        "[button]",
      ],
    },
    declined: {
      ...noticeWords,
      subject: "A parent does not want to sign the agreement",
      heading: "A parent has not signed",
      preheader: "Their reason is in this email. They get no more reminders.",
      body: [
        "This parent said on the agreement's page that they do not want to sign. A talk often helps; the agreement can be sent again at any time.",
        "[facts]",
        "[button]",
      ],
    },
    withdrawn: {
      ...noticeWords,
      subject: "A parent withdrew their signature",
      heading: "A signature was withdrawn",
      preheader: "From now on it no longer counts.",
      body: [
        "This parent withdrew their signature under your agreement. That they had signed until now stays on record.",
        "[facts]",
        "[button]",
      ],
    },
    "address-back": {
      ...noticeWords,
      subject: "A parent took their email address back",
      heading: "An address was taken back",
      preheader: "The correction of the last days is undone.",
      body: [
        "The address of this parent was corrected lately. The address before was told and has taken it back: your list has it again, and links that went to the other one no longer work.",
        "If the correction was right, talk with the parent before you correct it again.",
        "[facts]",
        "[button]",
      ],
    },
  },
  variables: ({ club, parent, email, reason }) => ({ club: club.name, parent, email, reason }),
  link: ({ link }) => link,
  sample: {
    club: lakeside,
    what: "declined",
    parent: "Pat Parent",
    email: "pat@parents.example",
    reason: "I would like to talk about the part on pictures first.",
    link: `${appUrl}/agreements/a1`,
  },
  moreSamples: [
    { what: "asked", reason: "" },
    { what: "withdrawn", reason: "" },
    { what: "address-back", reason: "" },
  ],
});

interface RegistrationProps {
  club: EmailClub;
  language: AgreementLanguage;
  link: string;
}

function registrationWords(language: AgreementLanguage, kind: "confirm" | "known"): EmailWords {
  const { mail } = registrationCatalogue(language);
  const { greetingNoName } = agreementCatalogue(language).mail;
  return { ...mail[kind], body: [greetingNoName, ...mail[kind].body, "[button]"], why: mail.why };
}

const registrationFrame = {
  club: frame.club,
  frameWords,
  variant: ({ language }: RegistrationProps) => language,
  variables: ({ club }: RegistrationProps) => ({ club: club.name }),
  link: ({ link }: RegistrationProps) => link,
};

/** Asks a parent who registered to confirm the address (product/parents.md#registration). No typed name is repeated. */
export const registrationEmail = defineEmail<RegistrationProps, AgreementLanguage>({
  purpose: {
    label: "Confirm a registration",
    sent: "when a parent registers by the club’s link",
    to: "parents",
  },
  ...registrationFrame,
  words: inEveryLanguage((language) => registrationWords(language, "confirm")),
  sample: {
    club: lakeside,
    language: "es",
    link: `${appUrl}/register/confirm/2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  moreSamples: [{ language: "en" }],
});

/** Tells a contact that the address is on the list already, with the link that adds another child. */
export const registrationKnownEmail = defineEmail<RegistrationProps, AgreementLanguage>({
  purpose: {
    label: "Registered already",
    sent: "when a parent registers who is on the list already",
    to: "parents",
  },
  ...registrationFrame,
  words: inEveryLanguage((language) => registrationWords(language, "known")),
  sample: { club: lakeside, language: "en", link: `${appUrl}/register/confirm/sample` },
  moreSamples: [{ language: "es" }],
});
