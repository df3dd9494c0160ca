import {
  type AgreementLanguage,
  agreementCatalogue,
  agreementLanguages,
  fillIn,
} from "#app/domain/values/agreement-text/catalogue.ts";
import type { AgreementCopy } from "#app/print/agreement-copy.ts";
import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  type FrameWords,
  LinkedParagraph,
  Paragraph,
  renderEmail,
} from "../email.tsx";

interface AgreementProps {
  club: EmailClub;
  language: AgreementLanguage;
  /** Empty where the club knows the address only. */
  parentName: string;
  /** The parent's own page. */
  link: string;
}

/** The words of a mail's subject and body, in their language. */
interface MailWords {
  subject: string;
  preheader: string;
  heading: string;
  body: readonly string[];
}

/** Asks a parent to read and sign (product.md#agreements). No child is named: mailboxes show subjects to anybody. */
export function agreementRequestEmail(props: AgreementProps & { until: string }): Email {
  return askingEmail(props, agreementCatalogue(props.language).mail.request);
}

/** Reminds a parent (product.md#agreement-reminders). @param wording which of the catalogue's reminders, from 0 */
export function agreementReminderEmail(props: AgreementProps & { until: string; wording: number }): Email {
  const { reminders } = agreementCatalogue(props.language).mail;
  const words = reminders[Math.min(props.wording, reminders.length - 1)];
  if (!words) throw new Error(`There is no reminder in ${props.language}`);
  return askingEmail(props, words);
}

/** The signed copy, to the address that was typed; the PDF goes with it. */
export function agreementCopyEmail(
  props: AgreementProps & { at: string /** null in a sample. */; copy: AgreementCopy | null },
): Email {
  const { copy } = agreementCatalogue(props.language).mail;
  return tellingEmail(props, copy);
}

/** Tells the address on file that another address or name was typed. */
export function agreementChangedAddressEmail(props: AgreementProps & { at: string }): Email {
  const { changedAddress } = agreementCatalogue(props.language).mail;
  return tellingEmail(props, changedAddress);
}

/** Tells who signed that the signature is withdrawn. */
export function agreementWithdrawnEmail(props: Omit<AgreementProps, "link"> & { at: string }): Email {
  const { withdrawn } = agreementCatalogue(props.language).mail;
  return tellingEmail(props, withdrawn);
}

function askingEmail(props: AgreementProps & { until: string }, words: MailWords): Email {
  const { club, language, link, until } = props;
  const { mail } = agreementCatalogue(language);
  const values = { club: club.name };
  return renderEmail(
    fillIn(words.subject, values),
    <EmailLayout
      club={club}
      heading={fillIn(words.heading, values)}
      preheader={fillIn(words.preheader, values)}
      why={fillIn(mail.why, values)}
      words={frameWords(language)}
    >
      <Paragraph>{greeting(props)}</Paragraph>
      {words.body.map((paragraph) => (
        <Paragraph key={paragraph}>{fillIn(paragraph, values)}</Paragraph>
      ))}
      <EmailButton href={link}>{mail.button}</EmailButton>
      <Paragraph>{fillIn(mail.until, { date: until })}</Paragraph>
      {agreementLanguages
        .filter((other) => other !== language)
        .map((other) => (
          <LinkedParagraph key={other}>
            {`${agreementCatalogue(other).mail.otherLanguage} ${link}?lang=${other}`}
          </LinkedParagraph>
        ))}
    </EmailLayout>,
  );
}

function tellingEmail(
  props: Omit<AgreementProps, "link"> & { link?: string; at: string },
  words: MailWords & { why: string; button?: string },
): Email {
  const { club, language, link, at } = props;
  const values = { club: club.name, at };
  return renderEmail(
    fillIn(words.subject, values),
    <EmailLayout
      club={club}
      heading={fillIn(words.heading, values)}
      preheader={fillIn(words.preheader, values)}
      why={fillIn(words.why, values)}
      words={frameWords(language)}
    >
      <Paragraph>{greeting(props)}</Paragraph>
      {words.body.map((paragraph) => (
        <Paragraph key={paragraph}>{fillIn(paragraph, values)}</Paragraph>
      ))}
      {link && words.button ? <EmailButton href={link}>{words.button}</EmailButton> : null}
    </EmailLayout>,
  );
}

function greeting({ language, parentName }: Pick<AgreementProps, "language" | "parentName">): string {
  const { mail } = agreementCatalogue(language);
  return parentName ? fillIn(mail.greeting, { name: parentName }) : mail.greetingNoName;
}

function frameWords(language: AgreementLanguage): FrameWords {
  const { htmlLang, mail } = agreementCatalogue(language);
  return { htmlLang, stop: mail.stop, copyAddress: mail.copyAddress, tagline: mail.tagline };
}
