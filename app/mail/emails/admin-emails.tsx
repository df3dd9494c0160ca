import { brand } from "#app/config/brand.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { type Email, EmailButton, EmailLayout, Paragraph, renderEmail } from "../email.tsx";

const WHY = `You get this email because you work for ${brand.name}.`;
const NOT_YOU = "If it was not you, tell another super admin at once.";

/** Invites somebody to the platform's staff (product.md#platform-staff). @param props.role 'Moderator' */
export function platformInvitationEmail(props: { role: string; invitedBy: string; link: string }): Email {
  return renderEmail(
    `Join the staff of ${brand.name}`,
    <EmailLayout
      heading={`You are invited to ${brand.name}'s staff`}
      preheader="The link works once, within 7 days."
      why={`You get this email because ${props.invitedBy} invited you.`}
    >
      <Paragraph>{`${props.invitedBy} invited you as ${props.role}. Choose a password to begin; the link works once, within 7 days.`}</Paragraph>
      <EmailButton href={props.link}>Accept the Invitation</EmailButton>
      <Paragraph>If you did not expect this, ignore it: nothing happens.</Paragraph>
    </EmailLayout>,
  );
}

/** Tells that a recovery code was used instead of the authenticator. */
export function recoveryCodeEmail(props: { left: number }): Email {
  return renderEmail(
    `A recovery code of yours was used at ${brand.name}`,
    <EmailLayout heading="A recovery code was used" preheader={NOT_YOU} why={WHY}>
      <Paragraph>
        {`Somebody signed in with your password and one of your recovery codes. You have ${pluralize(props.left, "code")} left.`}
      </Paragraph>
      <Paragraph>{NOT_YOU}</Paragraph>
    </EmailLayout>,
  );
}

/** Tells that the second factor was switched on or off, or that its recovery codes are new. */
export function secondFactorEmail(props: { change: "on" | "off" | "codes" }): Email {
  const said = {
    on: "Your authenticator is set up: signing in asks for its code from now on.",
    off: "Your authenticator was switched off: signing in asks for the password alone.",
    codes: "You have new recovery codes. The ones before do not work any more.",
  }[props.change];
  return renderEmail(
    `Your sign-in at ${brand.name} changed`,
    <EmailLayout heading="Your sign-in changed" preheader={said} why={WHY}>
      <Paragraph>{said}</Paragraph>
      <Paragraph>{NOT_YOU}</Paragraph>
    </EmailLayout>,
  );
}
