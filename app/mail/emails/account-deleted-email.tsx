import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, EmailLayout, Paragraph, renderEmail } from "../email.tsx";

/** Confirms that an account is gone (product.md#deleting-an-account). */
export function accountDeletedEmail(): Email {
  return renderEmail(
    `Your ${brand.name} account is deleted`,
    <EmailLayout
      heading="Your account is deleted"
      preheader="This is the last email about it."
      why={`You get this email because this was the address of a ${brand.name} account until now.`}
    >
      <Paragraph>
        You are signed out everywhere. Your name, email and phone are removed, also from the pages of your
        clubs. Ratings that you gave stay in the clubs' records, under "A former coach" or "A former manager".
      </Paragraph>
      <Paragraph>{`If it was not you, write to ${brand.mail.support} at once.`}</Paragraph>
    </EmailLayout>,
  );
}

/** Says that an account nobody uses is about to be deleted (product.md#retention). @param goes YYYY-MM-DD, in UTC */
export function accountUnusedEmail({ goes, signInLink }: { goes: string; signInLink: string }): Email {
  return renderEmail(
    `Your ${brand.name} account will be deleted`,
    <EmailLayout
      heading="Do you still need your account?"
      preheader={`Sign in before ${goes} to keep it.`}
      why={`You get this email because this is the address of a ${brand.name} account.`}
    >
      <Paragraph>
        {`Nobody has signed in with this address for almost 3 years. We delete the account after ${goes}. If you want to keep it, sign in once before.`}
      </Paragraph>
      <EmailButton href={signInLink}>Sign In</EmailButton>
    </EmailLayout>,
  );
}
