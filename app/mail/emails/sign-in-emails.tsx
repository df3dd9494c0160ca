import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, EmailLayout, Paragraph, renderEmail } from "../email.tsx";

/**
 * The link with which a password can be reset, valid for an hour (product.md#passwords). It comes from Goodside, as
 * every email about signing in does, and names the account.
 * @param props.account 'Lakeside FC (LAKESIDE7)' or an email address
 */
export function passwordResetEmail(props: { account: string; link: string }): Email {
  return renderEmail(
    `Reset your ${brand.name} password`,
    <EmailLayout
      heading="Choose a new password"
      preheader="The link works once, within the next hour."
      why={`You get this email because someone asked for a password reset at ${brand.name}.`}
    >
      <Paragraph>
        {`Someone asked for a new password for ${props.account}. The link works once, within the next hour.`}
      </Paragraph>
      <EmailButton href={props.link}>Choose a New Password</EmailButton>
      <Paragraph>If it was not you, ignore this email: your password stays as it is.</Paragraph>
    </EmailLayout>,
  );
}

/** Confirms that a reset changed the password, so that its owner notices a reset by someone else. */
export function passwordChangedEmail(): Email {
  return renderEmail(
    `Your ${brand.name} password was changed`,
    <EmailLayout
      heading="Your password was changed"
      preheader={`If it was not you, write to ${brand.mail.support} at once.`}
      why={`You get this email because the password of your ${brand.name} account changed.`}
    >
      <Paragraph>All devices that were signed in have been signed out.</Paragraph>
      <Paragraph>{`If it was not you, write to ${brand.mail.support} at once.`}</Paragraph>
    </EmailLayout>,
  );
}

/** Tells the owner that their account has a passkey more or less (product.md#passkeys). */
export function passkeyEmail(props: { what: "added" | "removed"; name: string; accountLink: string }): Email {
  const { what, name, accountLink } = props;
  return renderEmail(
    `A passkey was ${what}`,
    <EmailLayout
      heading={`A passkey was ${what}`}
      preheader={
        what === "added" ? `'${name}' signs in to your account now.` : `'${name}' no longer signs in.`
      }
      why={`You get this email because it is about how you sign in to ${brand.name}.`}
    >
      <Paragraph>
        {what === "added"
          ? `The passkey '${name}' signs in to your account from now on. Your password still works.`
          : `The passkey '${name}' no longer signs in to your account. Your password still works.`}
      </Paragraph>
      <EmailButton href={accountLink}>See Your Passkeys</EmailButton>
      <Paragraph>
        If this was not you, remove what you do not know there and change your password: somebody else knows
        it.
      </Paragraph>
    </EmailLayout>,
  );
}
