import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, EmailLayout, Paragraph, renderEmail } from "../email.tsx";

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
