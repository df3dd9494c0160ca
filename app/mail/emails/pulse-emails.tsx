import { pulseScores } from "#app/domain/club/pulse/pulse.ts";
import { agreementCatalogue, agreementLanguages } from "#app/domain/values/agreement-text/catalogue.ts";
import { type PulseLanguage, pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { type EmailClub, EmailLink, EmailScale, Paragraph } from "../frame/email.tsx";
import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import { appUrl, lakesideWithAddress } from "./sample-values.ts";

interface PulseProps {
  club: EmailClub;
  language: PulseLanguage;
  /** Empty where the club knows the address only. */
  parentName: string;
  /** The parent's own page. */
  link: string;
  /** Last day for answers, as the language writes it. */
  until: string;
}

type Kind = "request" | "reminder";

function wordsOf(language: PulseLanguage, kind: Kind): EmailWords {
  const { mail, question } = pulseCatalogue(language);
  const { greeting, greetingNoName, scale, why, button, privacy } = mail;
  const { lead, ...words } = mail[kind];
  return {
    ...words,
    body: ["[greeting]", lead, question, "[scale]", "[button]", privacy, "[otherLanguages]"],
    button,
    why,
    phrases: { greeting, greetingNoName, scale },
  };
}

const wordsInEveryLanguage = (kind: Kind) =>
  Object.fromEntries(agreementLanguages.map((language) => [language, wordsOf(language, kind)])) as Record<
    PulseLanguage,
    EmailWords
  >;

const frame = {
  variant: ({ language }: PulseProps) => language,
  club: ({ club }: PulseProps) => club,
  frameWords: ({ language }: PulseProps) => {
    const { htmlLang, mail } = agreementCatalogue(language);
    return {
      htmlLang,
      stop: pulseCatalogue(language).mail.stop,
      noButton: mail.noButton,
      tagline: mail.tagline,
    };
  },
  variables: ({ club, until }: PulseProps) => ({ club: club.name, date: until }),
  link: ({ link }: PulseProps) => link,
  blocks: {
    greeting: (
      { parentName }: PulseProps,
      { say }: { say: (phrase: string, values?: { name: string }) => string },
    ) => <Paragraph>{parentName ? say("greeting", { name: parentName }) : say("greetingNoName")}</Paragraph>,
    /**
     * Links of the numbers; each opens the page with its number chosen, so a scanner that opens them all answers
     * nothing.
     */
    scale: (
      { language, link }: PulseProps,
      { say }: { say: (phrase: string, values?: { score: number; label: string }) => string },
    ) => (
      <EmailScale
        steps={pulseScores.toReversed().map((score) => ({
          score,
          label: say("scale", { score, label: pulseCatalogue(language).scores[score] }),
          href: `${link}?lang=${language}&score=${score}`,
        }))}
      />
    ),
    /** The same page in each other language, which names itself. */
    otherLanguages: ({ language, link }: PulseProps) =>
      agreementLanguages
        .filter((other) => other !== language)
        .map((other) => (
          <EmailLink key={other} href={`${link}?lang=${other}`} lang={other}>
            {agreementCatalogue(other).switchTo}
          </EmailLink>
        )),
  },
};

const sample: PulseProps = {
  club: lakesideWithAddress,
  language: "en",
  parentName: "Pat Parent",
  link: `${appUrl}/parent/pulse/pls_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  until: "December 22, 2026",
};
const inSpanish = { language: "es", until: "22 de diciembre de 2026" } as const;
const moreSamples = [{ parentName: "" }, inSpanish, { ...inSpanish, parentName: "" }];

/** Asks a parent one question (product/reports.md#pulse). */
export const pulseRequestEmail = defineEmail<PulseProps, PulseLanguage>({
  purpose: { label: "One question", sent: "when a club asks parents one question", to: "parents" },
  ...frame,
  words: wordsInEveryLanguage("request"),
  sample,
  moreSamples,
});

/** Reminds a parent who has not answered, once. */
export const pulseReminderEmail = defineEmail<PulseProps, PulseLanguage>({
  purpose: { label: "One question, again", sent: "once, to parents who have not answered", to: "parents" },
  ...frame,
  words: wordsInEveryLanguage("reminder"),
  sample,
  moreSamples,
});
