import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

const texts = {
  asked: {
    subject: "A parent asks for a new link to sign",
    heading: "A parent asks for a new link",
    preheader: "Send the agreement again to give them one.",
    body: "This parent opened a link that can no longer be signed and would like a new one. Press Resend on the page of the agreement: the new link goes to the address that your club has.",
  },
  declined: {
    subject: "A parent does not want to sign the agreement",
    heading: "A parent has not signed",
    preheader: "Their reason is in this email. They get no more reminders.",
    body: "This parent said on the agreement's page that they do not want to sign. A talk often helps; the agreement can be sent again at any time.",
  },
  withdrawn: {
    subject: "A parent withdrew their signature",
    heading: "A signature was withdrawn",
    preheader: "From now on it no longer counts.",
    body: "This parent withdrew their signature under your agreement. That they had signed until now stays on record.",
  },
};

/** Mails a club what a parent did with an agreement's link (product.md#public-agreement). Its subject names nobody. */
export function agreementNoticeEmail(props: {
  club: EmailClub;
  what: keyof typeof texts;
  parent: string;
  email: string;
  /** The parent's own words; empty where none were asked for. */
  reason: string;
  link: string;
}): Email {
  const { subject, heading, preheader, body } = texts[props.what];
  return renderEmail(
    subject,
    <EmailLayout
      club={props.club}
      heading={heading}
      preheader={preheader}
      why={`You get this because this is the address of ${props.club.name}.`}
    >
      <Paragraph>{body}</Paragraph>
      <Facts
        facts={[
          ["Parent", props.parent],
          ["Email", props.email],
          ...(props.reason ? [["Reason", props.reason] as const] : []),
        ]}
      />
      <EmailButton href={props.link}>Open the agreement</EmailButton>
    </EmailLayout>,
  );
}
