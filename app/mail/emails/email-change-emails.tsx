import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";

interface Wish {
  before: string;
  after: string;
  link: string;
}

const addresses = ({ before, after }: Wish) => (
  <Facts
    facts={[
      ["Address so far", before],
      ["New address", after],
    ]}
  />
);

/** Asks the address so far whether its account may move (product.md#own-account). */
export function emailChangeBeforeEmail(wish: Wish): Email {
  return renderEmail(
    "May your account move to another email address?",
    <EmailLayout
      heading="May your account move to another address?"
      preheader="Agree within 24 hours. Until then nothing changes."
      why={`You get this email because somebody who knows the password of your ${brand.name} account asked for it.`}
    >
      <Paragraph>
        Your sign-in, your emails and your password resets would move to the new address. It happens once you
        agree here and the new address has confirmed as well. The link works once, within 24 hours.
      </Paragraph>
      {addresses(wish)}
      <EmailButton href={wish.link}>Look at It and Agree</EmailButton>
      <Paragraph>
        If this was not you, do not agree: sign in and change your password, because somebody else knows it.
      </Paragraph>
    </EmailLayout>,
  );
}

/** Asks the new address to confirm that its reader owns the account (product.md#own-account). */
export function emailChangeAfterEmail(wish: Wish): Email {
  return renderEmail(
    "Confirm your new email address",
    <EmailLayout
      heading="Is this your new address?"
      preheader="Confirm within 24 hours. Until then nothing changes."
      why={`You get this email because this address was entered in a ${brand.name} account.`}
    >
      <Paragraph>
        Your sign-in, your emails and your password resets move here once you confirm and the address so far
        has agreed as well. The link works once, within 24 hours.
      </Paragraph>
      {addresses(wish)}
      <EmailButton href={wish.link}>Confirm This Address</EmailButton>
      <Paragraph>{`If you do not use ${brand.name}, ignore this email: nothing changes.`}</Paragraph>
    </EmailLayout>,
  );
}

/** Says that an address which somebody wanted for their account has one (product.md#own-account). */
export function emailChangeKnownEmail({ email, signInLink }: { email: string; signInLink: string }): Email {
  return renderEmail(
    `You have a ${brand.name} account under this address`,
    <EmailLayout
      heading="This address has an account"
      preheader="Another account cannot move here. Nothing has changed."
      why={`You get this email because this address was entered in another ${brand.name} account.`}
    >
      <Paragraph>
        {`Somebody wanted to move their account to ${email}. That is not possible, because this address has an account of its own. Nothing has changed.`}
      </Paragraph>
      <Paragraph>
        If it was you: sign in with this address instead, and ask your club to invite it to your teams.
      </Paragraph>
      <EmailButton href={signInLink}>Sign In</EmailButton>
    </EmailLayout>,
  );
}

/** Tells the address that an account has left, with a link to take it back (product.md#own-account). */
export function emailChangeDoneEmail({ after, takeBack }: { after: string; takeBack: string }): Email {
  return renderEmail(
    "Your account has moved to another email address",
    <EmailLayout
      heading="Your account has moved"
      preheader={`It belongs to ${after} now. You can take it back for 7 days.`}
      why={`You get this email because this was the address of your ${brand.name} account until now.`}
    >
      <Paragraph>
        {`You sign in with ${after} from now on; emails and password resets go there, and no longer to this address.`}
      </Paragraph>
      <Paragraph>
        If you did not want this, take it back. This link works for 7 days: the account gets this address
        again, everybody is signed out, and you get a link to choose a new password.
      </Paragraph>
      <EmailButton href={takeBack}>Take the Address Back</EmailButton>
    </EmailLayout>,
  );
}

/** Tells the address that has lost an account again (product.md#own-account). */
export function emailTakenBackEmail({ before }: { before: string }): Email {
  return renderEmail(
    "Your account has its former email address again",
    <EmailLayout
      heading="The former address was taken back"
      preheader={`The account belongs to ${before} again. Everybody is signed out.`}
      why={`You get this email because this was the address of a ${brand.name} account for some days.`}
    >
      <Paragraph>
        {`Whoever reads ${before} took the account back. Everybody is signed out, and a new password is chosen from there.`}
      </Paragraph>
      <Paragraph>{`If that is wrong, write to ${brand.mail.support}.`}</Paragraph>
    </EmailLayout>,
  );
}
