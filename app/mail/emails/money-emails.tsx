import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";
import { type ClubContact, ClubEmailLayout, Support } from "./club-emails.tsx";

/** Says that money goes back to the club, and why (product.md#settlement, product.md#guarantee). */
export function refundSentEmail(props: {
  club: ClubContact;
  price: string;
  why: "settlement" | "guarantee" | "held";
  billingLink: string;
}): Email {
  const { club, price, why } = props;
  return renderEmail(
    `${price} goes back to ${club.name}`,
    <ClubEmailLayout
      club={club}
      heading={`We refund ${price}`}
      preheader="It arrives within 5 to 10 business days. There is nothing to do."
    >
      <Paragraph>
        {`${REASONS[why]} We have refunded ${price} to where your payment came from; it arrives within 5 to 10 business days.`}
      </Paragraph>
      {why === "held" ? null : <EmailButton href={props.billingLink}>See Your Billing</EmailButton>}
      <Support />
    </ClubEmailLayout>,
  );
}

const REASONS = {
  settlement: "Your verified number of players fits a smaller package than you paid for.",
  guarantee: "You asked for your money back within the first 14 days.",
  held: "The amount that we received was not the price of your package, so we did not open the club.",
} as const;

interface InvoiceProps {
  club: ClubContact;
  number: string;
  price: string;
  /** The day until which it is payable. */
  due: string;
  payLink: string;
}

/** The invoice for a shortfall (product.md#settlement). */
export function invoiceOpenEmail({ club, number, price, due, payLink }: InvoiceProps): Email {
  return renderEmail(
    `Invoice ${number} for ${club.name}: ${price}, payable until ${due}`,
    <ClubEmailLayout
      club={club}
      heading={`Your invoice of ${price}`}
      preheader={`Payable until ${due}, by card or from a bank account.`}
    >
      <Paragraph>
        {`Your verified number of players needs a larger package than you paid for. This invoice is for the difference: ${price}, payable until ${due}. Nothing is closed meanwhile.`}
      </Paragraph>
      <EmailButton href={payLink}>{`Pay ${price}`}</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Reminds of an invoice whose day has passed. */
export function invoiceOverdueEmail({ club, number, price, due, payLink }: InvoiceProps): Email {
  return renderEmail(
    `Invoice ${number} for ${club.name} was due on ${due}`,
    <ClubEmailLayout
      club={club}
      heading={`${price} is still open`}
      preheader={`Your invoice was due on ${due}. Pay it with one button.`}
    >
      <Paragraph>
        {`The invoice ${number} of ${price} was due on ${due}, and we have not received a payment. If you paid by bank transfer in the last days, it is on its way and there is nothing to do.`}
      </Paragraph>
      <EmailButton href={payLink}>{`Pay ${price}`}</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Thanks for a paid invoice. */
export function invoicePaidEmail(props: {
  club: ClubContact;
  number: string;
  price: string;
  billingLink: string;
}): Email {
  const { club, number, price } = props;
  return renderEmail(
    `We received ${price} for invoice ${number}`,
    <ClubEmailLayout
      club={club}
      heading="Your invoice is paid"
      preheader="Thank you. There is nothing more to do."
    >
      <Paragraph>{`Thank you. The invoice ${number} of ${price} is paid, and there is nothing more to do.`}</Paragraph>
      <EmailButton href={props.billingLink}>See Your Billing</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Says to our own billing staff what needs a person (product.md#ledger). */
export function billingNoticeEmail(props: {
  heading: string;
  text: string;
  facts: (readonly [label: string, value: string])[];
  link: string;
}): Email {
  return renderEmail(
    props.heading,
    <EmailLayout
      heading={props.heading}
      preheader={props.text}
      why={`You get this email because it goes to ${brand.mail.billing}.`}
    >
      <Paragraph>{props.text}</Paragraph>
      <Facts facts={props.facts} />
      <EmailButton href={props.link}>Open Billing</EmailButton>
    </EmailLayout>,
  );
}
