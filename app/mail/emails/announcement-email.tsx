import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  LinkedParagraph,
  renderEmail,
} from "../email.tsx";

const PREHEADER_CHARS = 140;

/** What an administrator wrote, as plain text: only http and https addresses become links (product.md#announcements). */
export function announcementEmail(props: {
  club: EmailClub;
  why: string;
  subject: string;
  body: string;
  by: string;
  link: string;
}): Email {
  return renderEmail(
    props.subject,
    <EmailLayout
      club={props.club}
      heading={props.subject}
      preheader={props.body.replace(/\s+/g, " ").trim().slice(0, PREHEADER_CHARS)}
      why={props.why}
    >
      {props.body.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
        <LinkedParagraph key={index}>{paragraph}</LinkedParagraph>
      ))}
      <LinkedParagraph>{`${props.by}, ${props.club.name}`}</LinkedParagraph>
      <EmailButton href={props.link}>Open Goodside</EmailButton>
    </EmailLayout>,
  );
}
