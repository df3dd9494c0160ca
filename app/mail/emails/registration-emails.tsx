import {
  type AgreementLanguage,
  agreementCatalogue,
  fillIn,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { registrationCatalogue } from "#app/domain/values/registration-text/catalogue.ts";
import { type Email, EmailButton, type EmailClub, EmailLayout, Paragraph, renderEmail } from "../email.tsx";

interface RegistrationProps {
  club: EmailClub;
  language: AgreementLanguage;
}

/** Asks whoever registered to confirm the address (product.md#registration). No name that was typed is repeated. */
export function registrationEmail(props: RegistrationProps & { link: string }): Email {
  const { confirm } = registrationCatalogue(props.language).mail;
  return email(props, confirm, { href: props.link, label: confirm.button });
}

/** Tells a contact that the address is on the list already, with the link that adds another child. */
export function registrationKnownEmail(props: RegistrationProps & { link: string }): Email {
  const { known } = registrationCatalogue(props.language).mail;
  return email(props, known, { href: props.link, label: known.button });
}

function email(
  { club, language }: RegistrationProps,
  words: { subject: string; preheader: string; heading: string; body: readonly string[] },
  button: { href: string; label: string },
): Email {
  const { htmlLang, mail } = agreementCatalogue(language);
  const values = { club: club.name };
  return renderEmail(
    fillIn(words.subject, values),
    <EmailLayout
      club={club}
      heading={fillIn(words.heading, values)}
      preheader={fillIn(words.preheader, values)}
      why={fillIn(registrationCatalogue(language).mail.why, values)}
      words={{ htmlLang, stop: mail.stop, copyAddress: mail.copyAddress, tagline: mail.tagline }}
    >
      <Paragraph>{mail.greetingNoName}</Paragraph>
      {words.body.map((paragraph) => (
        <Paragraph key={paragraph}>{fillIn(paragraph, values)}</Paragraph>
      ))}
      <EmailButton href={button.href}>{button.label}</EmailButton>
    </EmailLayout>,
  );
}
