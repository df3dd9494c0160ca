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
    <ClubEmailLayout
      club={club}
      heading="Your payment has arrived"
      preheader={`Paid until ${props.paidUntil}. There is nothing more to do.`}
    >
      <Paragraph>
        {`Thank you. ${club.name} is paid until ${props.paidUntil}. There is nothing more to do.`}
      </Paragraph>
      <EmailButton href={props.signInLink}>Sign In</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Leads back to a payment page that was opened in another browser (product.md#signing-up-again). */
export function openPaymentEmail({ email, paymentLink }: { email: string; paymentLink: string }): Email {
  return renderEmail(
    `Finish your payment at ${brand.name}`,
    <EmailLayout
      heading="Your payment is still open"
      preheader="Nothing was charged yet. Finish it with one button."
      why={`You get this email because a club signed up at ${brand.name} with ${email}. If that was not you, ignore it.`}
    >
      <Paragraph>
        You opened the payment page before, in another browser. Nothing was charged yet. Finish it here; the
        page works for 24 hours from when it was opened.
      </Paragraph>
      <EmailButton href={paymentLink}>Continue to Payment</EmailButton>
      <Support />
    </EmailLayout>,
  );
}

/** Says that a bank payment failed, what that means, and where to pay again. */
export function paymentFailedEmail(props: { club: ClubContact; price: string; paymentLink: string }): Email {
  const { club } = props;
  return renderEmail(
    `Payment failed: ${club.name} at ${brand.name}`,
    <ClubEmailLayout
      club={club}
      heading="Your payment did not go through"
      preheader="Your account is paused, and nothing is lost. Pay again with one button."
    >
      <Paragraph>
        {`The bank payment of ${props.price} for ${club.name} did not go through, so the account is paused. Nothing is lost: everything is back as soon as a payment arrives.`}
      </Paragraph>
      <EmailButton href={props.paymentLink}>Try Again</EmailButton>
      <Paragraph>You can pay by card or from another bank account. The link works for 7 days.</Paragraph>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Says that the second payment for one sign-up goes back (product.md#payment). */
export function secondRefundedEmail(props: { club: ClubContact; price: string; signInLink: string }): Email {
  const { club } = props;
  return renderEmail(
    `Your second payment for ${club.name} goes back to you`,
    <ClubEmailLayout
      club={club}
      heading="Paid twice: one payment goes back"
      preheader={`${props.price} arrives within 5 to 10 business days. There is nothing to do.`}
    >
      <Paragraph>
        {`${club.name} was paid for twice. We have refunded the second payment of ${props.price} to where it came from; it arrives within 5 to 10 business days. The first payment covers your year, and there is nothing more to do.`}
      </Paragraph>
      <EmailButton href={props.signInLink}>Sign In</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Asks our own billing staff to refund a second payment that Stripe refused to refund. */
export function paidTwiceEmail(props: { club: ClubContact; sessionId: string }): Email {
  const { club } = props;
  return renderEmail(
    `Paid twice: ${club.name}`,
    <EmailLayout
      heading={`${club.name} was paid twice`}
      preheader="Stripe refused the refund: please refund it another way."
      why={`You get this email because it goes to ${brand.mail.billing}.`}
    >
      <Paragraph>
        Stripe refused to refund the later payment. Please refund it another way and tell the club.
      </Paragraph>
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
