import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";
import { type ClubContact, ClubEmailLayout, Support } from "./club-emails.tsx";

/** Confirms a bank payment, which arrives days after the sign-up (product.md#payment). */
export function paymentReceivedEmail(props: {
  club: ClubContact;
  paidUntil: string;
  signInLink: string;
}): Email {
  const { club } = props;
  return renderEmail(
    `We received the payment of ${club.name}`,
    <ClubEmailLayout club={club} heading="Your payment has arrived">
      <Paragraph>
        {`Thank you. ${club.name} is paid until ${props.paidUntil}. There is nothing more to do.`}
      </Paragraph>
      <EmailButton href={props.signInLink}>Sign In</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Says that a bank payment failed, what that means, and where to pay again. */
export function paymentFailedEmail(props: { club: ClubContact; price: string; paymentLink: string }): Email {
  const { club } = props;
  return renderEmail(
    `Payment failed: ${club.name} at ${brand.name}`,
    <ClubEmailLayout club={club} heading="Payment failed">
      <Paragraph>
        {`The bank payment of ${props.price} for ${club.name} did not go through, so the account is paused. Nothing is lost: everything is back as soon as a payment arrives.`}
      </Paragraph>
      <EmailButton href={props.paymentLink}>Try Again</EmailButton>
      <Paragraph>You can pay by card or from another bank account. The link works for 7 days.</Paragraph>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Asks our own billing staff to refund the second payment for one sign-up. */
export function paidTwiceEmail(props: { club: ClubContact; sessionId: string }): Email {
  const { club } = props;
  return renderEmail(
    `Paid twice: ${club.name}`,
    <EmailLayout
      heading={`${club.name} was paid twice`}
      why={`You get this email because it goes to ${brand.mail.billing}.`}
    >
      <Paragraph>Please refund the later payment at Stripe and tell the club.</Paragraph>
      <Facts
        facts={[
          ["Club", `${club.name} (${club.code.toUpperCase()})`],
          ["Contact", `${club.contactName}, ${club.email}`],
          ["Later Checkout session", props.sessionId],
        ]}
      />
    </EmailLayout>,
  );
}
