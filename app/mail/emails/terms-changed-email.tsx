import { brand } from "#app/config/brand.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { type Email, EmailButton, EmailLayout, Paragraph, renderEmail } from "../email.tsx";

/** New terms, for an administrator who accepted earlier ones (product.md#legal-texts). */
export function termsChangedEmail(props: {
  name: string;
  changes: readonly string[];
  /** YYYY-MM-DD. */
  holdsFrom: string;
  termsLink: string;
  acceptLink: string;
}): Email {
  const { name, changes, termsLink, acceptLink } = props;
  const day = formatDateInFull(new Date(`${props.holdsFrom}T12:00:00Z`), "UTC");
  return renderEmail(
    `Our terms change on ${day}`,
    <EmailLayout
      heading={`Our terms change on ${day}`}
      preheader="What changes, and what you can do."
      why={`You get this email once, because you administer a club at ${brand.name} and accepted earlier terms.`}
    >
      <Paragraph>{`Hello ${name},`}</Paragraph>
      <Paragraph>{`From ${day} on, a new version of our Terms of Service holds for your club:`}</Paragraph>
      {changes.map((change) => (
        <Paragraph key={change}>{`• ${change}`}</Paragraph>
      ))}
      <EmailButton href={acceptLink}>Read and Accept</EmailButton>
      <Paragraph>
        {`The whole text, with its earlier versions, is at ${termsLink}. If you do not agree, you may end the subscription: write to ${brand.mail.support}.`}
      </Paragraph>
    </EmailLayout>,
  );
}
