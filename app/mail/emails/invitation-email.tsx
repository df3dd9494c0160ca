import { INVITATION_DAYS } from "#app/domain/club/staff/staff.ts";
import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

/** Invites a coach or a manager to a team (product.md#invitations). */
export function invitationEmail(props: {
  club: EmailClub;
  team: { name: string; ageGroup: string; season: string };
  /** 'Head Coach', 'Team Manager' … */
  role: string;
  to: string;
  /** As people read it, in the club's time zone. */
  validUntil: string;
  link: string;
}): Email {
  const { club, team, role } = props;
  return renderEmail(
    `${club.name}: join ${team.name} as ${role}`,
    <EmailLayout
      club={club}
      heading={`Join ${team.name} as ${role}`}
      preheader={`Free for you. The link works until ${props.validUntil}.`}
      why={`You get this email because ${club.name} entered ${props.to} as ${role} of ${team.name}. If you do not know this club, you can ignore it.`}
    >
      <Paragraph>{`${club.name} invites you to join ${team.name} as ${role}.`}</Paragraph>
      <Paragraph>
        After each game you rate how the parents and spectators behaved on the sideline. It takes less than a
        minute, on a phone.
      </Paragraph>
      <Paragraph>This account is FREE - the club has already covered all costs.</Paragraph>
      <Facts
        facts={[
          ["Team", `${team.name}, ${team.ageGroup}, ${team.season}`],
          ["Your role", role],
          ["Valid until", props.validUntil],
        ]}
      />
      <EmailButton href={props.link}>Accept the Invitation</EmailButton>
      <Paragraph>
        {`The link works once and for ${INVITATION_DAYS} days. It is meant for you: please do not pass it on.`}
      </Paragraph>
    </EmailLayout>,
  );
}
