import { pluralize } from "#app/domain/values/pluralize.ts";
import { type Email, EmailButton, type EmailClub, EmailLayout, EmailList, renderEmail } from "../email.tsx";

const PREHEADER_CHARS = 140;

/** A group of a digest: one kind of news about one team. */
export interface DigestSection {
  /** 'Hawks: Rating Submissions' */
  heading: string;
  lines: { text: string; link: string }[];
}

/** What happened since the last digest, by team and kind (product.md#digests). */
export function digestEmail(props: {
  club: EmailClub;
  why: string;
  /** What a digest is called: 'Your day', 'Your week'. */
  period: string;
  sections: DigestSection[];
  link: string;
}): Email {
  const count = props.sections.reduce((sum, { lines }) => sum + lines.length, 0);
  return renderEmail(
    `${props.period} at ${props.club.name}: ${pluralize(count, "update")}`,
    <EmailLayout
      club={props.club}
      heading={`${props.period} at ${props.club.name}`}
      preheader={props.sections
        .map(({ heading, lines }) => `${heading} (${lines.length})`)
        .join(", ")
        .slice(0, PREHEADER_CHARS)}
      why={props.why}
    >
      {props.sections.map(({ heading, lines }) => (
        <EmailList key={heading} heading={heading} lines={lines} />
      ))}
      <EmailButton href={props.link}>Open the dashboard</EmailButton>
    </EmailLayout>,
  );
}
