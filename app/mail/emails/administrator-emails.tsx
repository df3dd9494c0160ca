import { brand } from "#app/config/brand.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

/** Invites a further administrator of a club (product.md#administrators). */
export function adminInvitationEmail(props: {
  club: EmailClub;
  name: string;
  to: string;
  invitedBy: string;
  /** As people read it, in the club's time zone. */
  validUntil: string;
  link: string;
}): Email {
  const { club } = props;
  return renderEmail(
    `${club.name}: become an administrator`,
    <EmailLayout
      club={club}
      heading={`Help to run ${club.name}`}
      preheader={`${props.invitedBy} invites you. The link works until ${props.validUntil}.`}
      why={`You get this email because ${props.invitedBy} entered ${props.to} as an administrator of ${club.name}. If you do not know this club, you can ignore it.`}
    >
      <Paragraph>{`Hello ${props.name}, ${props.invitedBy} invites you to administer ${club.name} on ${brand.name}.`}</Paragraph>
      <Paragraph>
        Administrators see every team, invite managers and coaches, and keep the club's settings. You sign in
        with this email address and a password of your own.
      </Paragraph>
      <Facts
        facts={[
          ["Club", club.name],
          ["Your role", "Club Administrator"],
          ["Valid until", props.validUntil],
        ]}
      />
      <EmailButton href={props.link}>Accept the Invitation</EmailButton>
      <Paragraph>The link works once. It is meant for you: please do not pass it on.</Paragraph>
    </EmailLayout>,
  );
}

/** Tells a club's administrators that somebody has become or is no longer one of them. */
export function administratorChangedEmail(props: {
  club: EmailClub;
  change: "added" | "removed";
  name: string;
  email: string;
  by: string;
  /** As people read it, in the club's time zone. */
  when: string;
  settingsLink: string;
}): Email {
  const { club, name, change } = props;
  const said =
    change === "added"
      ? `${name} is an administrator of ${club.name} now, and can see and change everything that you can.`
      : `${name} is no longer an administrator of ${club.name}.`;
  return renderEmail(
    change === "added" ? `${name} is an administrator now` : `${name} is no longer an administrator`,
    <EmailLayout
      club={club}
      heading={change === "added" ? "A new administrator" : "An administrator was removed"}
      preheader={`By ${props.by}, ${props.when}. If this is not right, tell us at once.`}
      why={`You get this email because you administer ${club.name}. It is sent whenever an administrator comes or goes.`}
    >
      <Paragraph>{said}</Paragraph>
      <Facts
        facts={[
          ["Name", name],
          ["Email", props.email],
          [change === "added" ? "Invited by" : "Removed by", props.by],
          ["When", props.when],
        ]}
      />
      <EmailButton href={props.settingsLink}>See Who Administers the Club</EmailButton>
      <Paragraph>{`If this is not right, change it there, or write to ${brand.mail.support}.`}</Paragraph>
    </EmailLayout>,
  );
}

/** Tells somebody that a club no longer has them as administrator. */
export function administratorEndedEmail(props: {
  club: EmailClub;
  name: string;
  by: string;
  when: string;
}): Email {
  const { club } = props;
  return renderEmail(
    `You no longer administer ${club.name}`,
    <EmailLayout
      club={club}
      heading={`You no longer administer ${club.name}`}
      preheader="Your account stays, with your places at other clubs and teams."
      why={`You get this email because you were an administrator of ${club.name}.`}
    >
      <Paragraph>{`Hello ${props.name}, your access as an administrator has ended.`}</Paragraph>
      <Facts
        facts={[
          ["Ended by", props.by],
          ["When", props.when],
        ]}
      />
      <Paragraph>
        Your account stays, with your places at other clubs and teams. Questions? Reply to this email.
      </Paragraph>
    </EmailLayout>,
  );
}

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
