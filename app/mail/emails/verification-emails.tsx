import { brand } from "#app/config/brand.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { type Email, EmailButton, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";
import { type ClubContact, ClubEmailLayout, Support } from "./club-emails.tsx";

/** Confirms that the club's documents are in review (product.md#verification). */
export function verificationReceivedEmail(props: {
  club: ClubContact;
  number: string;
  documents: number;
  link: string;
}): Email {
  const { club, number, documents } = props;
  return renderEmail(
    `${number}: we have the documents of ${club.name}`,
    <ClubEmailLayout
      club={club}
      heading="Your documents are in review"
      preheader="A person looks at them within about 24 hours."
    >
      <Paragraph>
        {`Thank you. We have ${pluralize(documents, "document")} of ${club.name}. A person looks at them within about 24 hours, and we write to you with the result.`}
      </Paragraph>
      <EmailButton href={props.link}>See the Verification</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Says to our staff that a club's verification needs them. */
export function verificationSubmittedEmail(props: {
  heading: string;
  text: string;
  club: string;
  documents: number;
  link: string;
}): Email {
  return renderEmail(
    props.heading,
    <EmailLayout
      heading={props.heading}
      preheader={props.text}
      why={`You get this email because you work for ${brand.name}.`}
    >
      <Paragraph>{props.text}</Paragraph>
      <Facts
        facts={[
          ["Club", props.club],
          ["Documents", String(props.documents)],
        ]}
      />
      <EmailButton href={props.link}>Open the Review</EmailButton>
    </EmailLayout>,
  );
}

const HEADINGS = {
  approved: "Your players are verified",
  adjusted: "Your package has changed",
  rejected: "We need other documents",
} as const;

/** The result of a verification (product.md#verification). */
export function verificationDecidedEmail(props: {
  club: ClubContact;
  outcome: "approved" | "adjusted" | "rejected";
  players: number | null;
  notes: string;
  billing: string;
  link: string;
}): Email {
  const { club, outcome, players, notes, billing } = props;
  return renderEmail(
    `${HEADINGS[outcome]}: ${club.name}`,
    <ClubEmailLayout club={club} heading={HEADINGS[outcome]} preheader={PREHEADERS[outcome]}>
      <Paragraph>
        {outcome === "rejected"
          ? `The documents of ${club.name} do not show how many players it has.`
          : `The documents of ${club.name} show ${pluralize(players ?? 0, "player")}.`}
      </Paragraph>
      {billing ? <Paragraph>{billing}</Paragraph> : null}
      {notes ? <Paragraph>{`Our reviewer writes: ${notes}`}</Paragraph> : null}
      <EmailButton href={props.link}>
        {outcome === "rejected" ? "Send Other Documents" : "See the Verification"}
      </EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

const PREHEADERS = {
  approved: "There is nothing more to do.",
  adjusted: "We settle the difference to what you paid.",
  rejected: "Our reviewer says which.",
} as const;

/** Reminds of the deadline, 7, 3 and 1 days before it (product.md#verification). */
export function verificationReminderEmail(props: {
  club: ClubContact;
  days: number;
  due: string;
  link: string;
}): Email {
  const { club, days, due } = props;
  return renderEmail(
    `${pluralize(days, "day")} left to verify the players of ${club.name}`,
    <ClubEmailLayout
      club={club}
      heading={`Please verify your players until ${due}`}
      preheader="Uploading a roster takes about 5 minutes."
    >
      <Paragraph>
        {`You told us at sign-up how many players ${club.name} has. Please send a roster or registration list that shows it until ${due}. Uploading takes about 5 minutes, and your club stays open meanwhile.`}
      </Paragraph>
      <EmailButton href={props.link}>Upload Documents</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}
