import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

/** Welcomes a coach or manager who accepted an invitation (product.md#invitations). */
export function staffWelcomeEmail(props: {
  club: EmailClub;
  clubCode: string;
  name: string;
  email: string;
  places: { role: string; team: string }[];
  signInLink: string;
}): Email {
  return renderEmail(
    `Welcome to the team at ${props.club.name}`,
    <EmailLayout
      club={props.club}
      heading={`Welcome to the Team, ${props.name}!`}
      preheader="Your account is ready. Sign in with this email address."
      why={`You get this email because you accepted an invitation from ${props.club.name}. If that was not you, reply to this email so that the club can remove the account.`}
    >
      <Paragraph>
        {`Your account at ${props.club.name} is ready. Sign in with this email address and the password you chose.`}
      </Paragraph>
      <Facts
        facts={[
          ...props.places.map(({ role, team }) => [role, team] as const),
          ["Club code", props.clubCode.toUpperCase()],
          ["Sign in with", props.email],
        ]}
      />
      <EmailButton href={props.signInLink}>Go to Dashboard</EmailButton>
      <Paragraph>After each game, open Rating and say how the sideline behaved: 20, 10 or 0.</Paragraph>
    </EmailLayout>,
  );
}
