import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, Facts, Paragraph, renderEmail } from "../email.tsx";
import { type ClubContact, ClubEmailLayout, Support } from "./club-emails.tsx";

const codeFact = (club: ClubContact) => ["Club login code", club.code.toUpperCase()] as const;

/** The first email of a new club: its login code and the link that sets its password (product.md#sign-up). */
export function welcomeEmail(props: {
  club: ClubContact;
  plan: string;
  paidUntil: string;
  signInLink: string;
  setupLink: string;
}): Email {
  const { club } = props;
  return renderEmail(
    `Welcome to ${brand.name}: your club login code is ${club.code.toUpperCase()}`,
    <ClubEmailLayout
      club={club}
      heading={`Welcome, ${club.contactName}`}
      preheader="Set your password first: the button works once, within 7 days."
    >
      <Paragraph>
        {`The subscription of ${club.name} is active. Set your password first; the button works once, within 7 days.`}
      </Paragraph>
      <Facts
        facts={[
          codeFact(club),
          ["Sign in at", props.signInLink],
          ["Package", props.plan],
          ["Paid until", props.paidUntil],
        ]}
      />
      <EmailButton href={props.setupLink}>{SET_UP}</EmailButton>
      <Paragraph>
        Then add your teams, invite their coaches and managers, and import your schedule. Nothing renews by
        itself.
      </Paragraph>
      <Support />
    </ClubEmailLayout>,
  );
}

const SET_UP = "Set Up Password & Access Account";

/** A new setup link, for a club whose first one has expired. */
export function setupLinkEmail(props: { club: ClubContact; setupLink: string }): Email {
  return renderEmail(
    `Your new password setup link for ${brand.name}`,
    <ClubEmailLayout
      club={props.club}
      heading="Set your club's password"
      preheader="The link works once, within 7 days."
    >
      <Paragraph>{`Here is a new link for ${props.club.name}. It works once, within 7 days.`}</Paragraph>
      <Facts facts={[codeFact(props.club)]} />
      <EmailButton href={props.setupLink}>{SET_UP}</EmailButton>
      <IgnoreIt />
      <Support />
    </ClubEmailLayout>,
  );
}

/** Answers a request for a setup link from a club that has a password: it needs a reset instead. */
export function passwordExistsEmail(props: { club: ClubContact; resetLink: string }): Email {
  return renderEmail(
    `Your club has a password at ${brand.name}`,
    <ClubEmailLayout
      club={props.club}
      heading="Your club has a password already"
      preheader="If you do not know it, choose a new one."
    >
      <Paragraph>
        {`Someone asked for a password setup link for ${props.club.name}, but its password is set. If you do not know it, choose a new one.`}
      </Paragraph>
      <Facts facts={[codeFact(props.club)]} />
      <EmailButton href={props.resetLink}>Choose a New Password</EmailButton>
      <IgnoreIt />
      <Support />
    </ClubEmailLayout>,
  );
}

/** Answers a second sign-up of a club that can sign in (product.md#signing-up-again). */
export function alreadyHereEmail(props: { club: ClubContact; signInLink: string; resetLink: string }): Email {
  const { club } = props;
  return renderEmail(
    `${club.name} is with ${brand.name} already`,
    <ClubEmailLayout
      club={club}
      heading="Your club has an account already"
      preheader="It is paid for: sign in instead. Nothing was charged."
    >
      <Paragraph>
        {`Someone was about to sign up ${club.name} a second time. It is paid for, so sign in instead. Nothing was charged.`}
      </Paragraph>
      <Facts facts={[codeFact(club)]} />
      <EmailButton href={props.signInLink}>Sign In</EmailButton>
      <Paragraph>{`If you do not know the password, choose a new one: ${props.resetLink}`}</Paragraph>
      <IgnoreIt />
      <Support />
    </ClubEmailLayout>,
  );
}

/** Confirms the password setup. No email ever contains the password. */
export function passwordSetEmail(props: { club: ClubContact; signInLink: string }): Email {
  return renderEmail(
    `Your ${brand.name} password is set`,
    <ClubEmailLayout
      club={props.club}
      heading="Your password is set"
      preheader={`Sign in with your club login code, ${props.club.code.toUpperCase()}.`}
    >
      <Paragraph>
        {`${props.club.name} can sign in with its club login code and the new password. Devices that were signed in before have been signed out.`}
      </Paragraph>
      <Facts facts={[codeFact(props.club)]} />
      <EmailButton href={props.signInLink}>Sign In</EmailButton>
      <Paragraph>{`If it was not you, write to ${brand.mail.support} at once.`}</Paragraph>
    </ClubEmailLayout>,
  );
}

const IgnoreIt = () => <Paragraph>If nobody at your club asked for it, ignore this email.</Paragraph>;
