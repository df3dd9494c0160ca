import { Facts, Paragraph } from "../frame/email.tsx";
import { defineEmail, type EmailPurpose, type EmailWords } from "../frame/email-kind.tsx";
import { type ClubContact, contactVariables, questions, whyContact } from "./club-contact.ts";
import { appUrl, lakesideContact, lakesideSignIn } from "./sample-values.ts";

/** Confirms a bank payment, which arrives days after the sign-up (product/billing.md#payment). */
export const paymentReceivedEmail = defineEmail<{
  club: ClubContact;
  paidUntil: string;
  /** Absent in mails that an earlier release queued. */
  price?: string;
  signInLink: string;
}>({
  purpose: { label: "Payment received", sent: "when a bank payment has arrived", to: "administrators" },
  words: {
    subject: "We received the payment of {club}",
    heading: "Your payment has arrived",
    preheader: "Paid until {paidUntil}.",
    body: [
      "Thank you. {club} is paid until {paidUntil}.",
      "We received {price?}. The receipt is on your billing page.",
      "[button]",
      questions,
    ],
    button: "Sign In",
    why: whyContact,
  },
  variables: ({ club, paidUntil, price = "" }) => ({ ...contactVariables(club), paidUntil, price }),
  link: ({ signInLink }) => signInLink,
  sample: {
    club: lakesideContact,
    paidUntil: "Mon, Nov 22, 2027",
    price: "$749",
    signInLink: lakesideSignIn,
  },
});

/** Links a payment page that was opened in another browser (product/accounts.md#signing-up-again). */
export const openPaymentEmail = defineEmail<{ email: string; paymentLink: string }>({
  purpose: {
    label: "Finish the payment",
    sent: "when a payment page was opened in another browser",
    to: "administrators",
  },
  words: {
    subject: "Finish your payment at {brand}",
    heading: "Your payment is still open",
    preheader: "Nothing was charged yet. Finish it with one button.",
    body: [
      "You opened the payment page before, in another browser. Nothing was charged yet. Finish it here; the page works for 24 hours from when it was opened.",
      "[button]",
      questions,
    ],
    button: "Continue to Payment",
    why: "You get this email because a club signed up at {brand} with {email}. If that was not you, ignore it.",
  },
  variables: ({ email }) => ({ email }),
  link: ({ paymentLink }) => paymentLink,
  sample: { email: lakesideContact.email, paymentLink: "https://checkout.stripe.example/c/pay/cs_1" },
});

/** Says that a bank payment failed, what that means, and where to pay again. */
export const paymentFailedEmail = defineEmail<{ club: ClubContact; price: string; paymentLink: string }>({
  purpose: { label: "Payment failed", sent: "when a bank payment failed", to: "administrators" },
  words: {
    subject: "Payment failed: {club} at {brand}",
    heading: "Your payment did not go through",
    preheader: "Your account is paused, and nothing is lost. Pay again with one button.",
    body: [
      "The bank payment of {price} for {club} did not go through, so the account is paused. Nothing is lost: everything is back as soon as a payment arrives.",
      "[button]",
      "You can pay by card or from another bank account. The link works for 7 days.",
      questions,
    ],
    button: "Try Again",
    why: whyContact,
  },
  variables: ({ club, price }) => ({ ...contactVariables(club), price }),
  link: ({ paymentLink }) => paymentLink,
  sample: { club: lakesideContact, price: "$1,500.00", paymentLink: `${appUrl}/pay?token=pay_1` },
});

/** Says that the second payment for one sign-up goes back (product/billing.md#payment). */
export const secondRefundedEmail = defineEmail<{ club: ClubContact; price: string; signInLink: string }>({
  purpose: { label: "Second payment goes back", sent: "when a club paid twice", to: "administrators" },
  words: {
    subject: "Your second payment for {club} goes back to you",
    heading: "Paid twice: one payment goes back",
    preheader: "{price} arrives within 5 to 10 business days. There is nothing to do.",
    body: [
      "{club} was paid for twice. We have refunded the second payment of {price} to where it came from; it arrives within 5 to 10 business days. The first payment covers your year, and there is nothing more to do.",
      "[button]",
      questions,
    ],
    button: "Sign In",
    why: whyContact,
  },
  variables: ({ club, price }) => ({ ...contactVariables(club), price }),
  link: ({ signInLink }) => signInLink,
  sample: { club: lakesideContact, price: "$1,500.00", signInLink: lakesideSignIn },
});

/** Asks our own billing staff to refund a second payment that Stripe refused to refund. */
export const paidTwiceEmail = defineEmail<{ club: ClubContact; sessionId: string }>({
  purpose: { label: "Refund a second payment", sent: "when Stripe refused to refund it", to: "staff" },
  words: {
    subject: "Paid twice: {club}",
    heading: "{club} was paid twice",
    preheader: "Stripe refused the refund: please refund it another way.",
    body: [
      "Stripe refused to refund the later payment. Please refund it another way and tell the club.",
      "[facts]",
    ],
    facts: [
      ["Club", "{club} ({code})"],
      ["Contact", "{contactName}, {contactEmail}"],
      ["Later Checkout session", "{sessionId}"],
    ],
    why: "You get this email because it goes to {billingEmail}.",
  },
  variables: ({ club, sessionId }) => ({
    ...contactVariables(club),
    code: club.code.toUpperCase(),
    contactName: club.contactName,
    sessionId,
  }),
  sample: { club: lakesideContact, sessionId: "cs_test_a1B2c3D4" },
});

const refund = {
  subject: "{price} goes back to {club}",
  heading: "We refund {price}",
  preheader: "It arrives within 5 to 10 business days. There is nothing to do.",
  why: whyContact,
};
const seeBilling = "See Your Billing";

/** Says that money goes back to the club, and why (product/billing.md#settlement, product/billing.md#guarantee). */
export const refundSentEmail = defineEmail<
  {
    club: ClubContact;
    price: string;
    why: "settlement" | "guarantee" | "held" | "staff";
    /** Reason in the words of our staff, who decided it; '' if unknown. */
    reason?: string;
    billingLink: string;
  },
  "settlement" | "guarantee" | "held" | "staff"
>({
  purpose: { label: "Refund", sent: "when money goes back to a club", to: "administrators" },
  variant: ({ why }) => why,
  words: {
    settlement: {
      ...refund,
      body: [
        "Your verified number of players fits a smaller package than you paid for. We have refunded {price} to where your payment came from; it arrives within 5 to 10 business days.",
        "[button]",
        questions,
      ],
      button: seeBilling,
    },
    guarantee: {
      ...refund,
      body: [
        "You asked for your money back within 14 days of paying for the year. We have refunded {price} to where your payment came from; it arrives within 5 to 10 business days.",
        "[button]",
        questions,
      ],
      button: seeBilling,
    },
    held: {
      ...refund,
      body: [
        "The amount that we received was not the price of your package, so we did not open the club. We have refunded {price} to where your payment came from; it arrives within 5 to 10 business days.",
        questions,
      ],
    },
    staff: {
      ...refund,
      body: [
        "We have refunded {price} to where your payment came from; it arrives within 5 to 10 business days.",
        "The reason: {reason?}",
        "[button]",
        questions,
      ],
      button: seeBilling,
    },
  },
  variables: ({ club, price, reason = "" }) => ({ ...contactVariables(club), price, reason }),
  link: ({ billingLink }) => billingLink,
  sample: { club: lakesideContact, price: "$750", why: "settlement", billingLink: `${appUrl}/club/billing` },
  moreSamples: [
    { why: "guarantee" },
    { why: "held" },
    { why: "staff", reason: "The spring season was called off." },
  ],
});

/** Says that the payer's bank returned a refund. */
export const refundReturnedEmail = defineEmail<{ club: ClubContact; price: string; billingLink: string }>({
  purpose: { label: "Refund came back", sent: "when a bank did not take a refund", to: "administrators" },
  words: {
    subject: "Your bank did not take our refund of {price}: {club}",
    heading: "Our refund came back",
    preheader: "We find another way and write to you.",
    body: [
      "We refunded {price} to where your payment came from, and your bank sent it back to us. Our billing staff find another way and write to you.",
      "[button]",
      questions,
    ],
    button: seeBilling,
    why: whyContact,
  },
  variables: ({ club, price }) => ({ ...contactVariables(club), price }),
  link: ({ billingLink }) => billingLink,
  sample: { club: lakesideContact, price: "$749", billingLink: `${appUrl}/club/billing` },
});

/** Says that the guarantee is accepted while a payment of the year is contested (product/billing.md#guarantee). */
export const guaranteeAcceptedEmail = defineEmail<{
  club: ClubContact;
  /** Amount that is refunded now; '' for none. */
  price: string;
  contested: string;
  billingLink: string;
}>({
  purpose: {
    label: "Guarantee accepted",
    sent: "when a year goes back of which a payment is contested",
    to: "administrators",
  },
  words: {
    subject: "We accepted your guarantee: {club}",
    heading: "Your request is accepted",
    preheader: "{contested} waits for the decision of your bank.",
    body: [
      "You asked for your money back within 14 days of paying for the year, and we accepted it.",
      "{price?} goes back to you now.",
      "The payment of {contested} is contested at your bank, so we cannot refund it yet. If the bank decides that the payment stands, we refund it at once. If the bank gives it back to you, nothing more is owed. You do not have to ask again.",
      "[button]",
      questions,
    ],
    button: seeBilling,
    why: whyContact,
  },
  variables: ({ club, price, contested }) => ({ ...contactVariables(club), price, contested }),
  link: ({ billingLink }) => billingLink,
  sample: {
    club: lakesideContact,
    price: "$649",
    contested: "$750",
    billingLink: `${appUrl}/club/billing`,
  },
  moreSamples: [{ price: "" }],
});

/** Says that Stripe did not make a refund, and that a person finds another way. */
export const refundRefusedEmail = defineEmail<{
  club: ClubContact;
  price: string;
  /** True if the year continues, because the guarantee has not refunded anything yet. */
  yearGoesOn: boolean;
  billingLink: string;
}>({
  purpose: { label: "Refund refused", sent: "when Stripe did not make a refund", to: "administrators" },
  words: {
    subject: "Your refund of {price} takes longer: {club}",
    heading: "Your refund takes longer",
    preheader: "A person looks after it. There is nothing to do for you.",
    body: [
      "We asked our payment provider, Stripe, to refund {price} to where your payment came from, and it could not do it. Our billing staff look after it and write to you; there is nothing to do for you.",
      "[yearGoesOn]",
      "[button]",
      questions,
    ],
    button: seeBilling,
    why: whyContact,
    phrases: { yearGoesOn: "Until then nothing changes: your club stays open." },
  },
  variables: ({ club, price }) => ({ ...contactVariables(club), price }),
  link: ({ billingLink }) => billingLink,
  blocks: {
    yearGoesOn: ({ yearGoesOn }, { say }) => (yearGoesOn ? <Paragraph>{say("yearGoesOn")}</Paragraph> : null),
  },
  sample: { club: lakesideContact, price: "$749", yearGoesOn: true, billingLink: `${appUrl}/club/billing` },
  moreSamples: [{ yearGoesOn: false }],
});

/** Says that our staff made a refund outside of Stripe, and how. */
export const refundByHandEmail = defineEmail<{
  club: ClubContact;
  price: string;
  note: string;
  billingLink: string;
}>({
  purpose: { label: "Refund by hand", sent: "when staff refunded outside of Stripe", to: "administrators" },
  words: {
    subject: "We refunded {price} to {club}",
    heading: "We refunded {price}",
    preheader: "{note}",
    body: [
      "Stripe could not make the refund of {price}, so our billing staff made it another way:",
      "{note}",
      "[button]",
      questions,
    ],
    button: seeBilling,
    why: whyContact,
  },
  variables: ({ club, price, note }) => ({ ...contactVariables(club), price, note }),
  link: ({ billingLink }) => billingLink,
  sample: {
    club: lakesideContact,
    price: "$749",
    note: "By check, mailed on November 24.",
    billingLink: `${appUrl}/club/billing`,
  },
});

const contested = { button: seeBilling, why: whyContact };

interface ContestedProps {
  club: ClubContact;
  price: string;
  state: "opened" | "won" | "lost";
  /** Amount that is refunded if the bank decides for us, or now that it has; absent for none. */
  follows?: string;
  /** True if the refund was requested under the guarantee. */
  guarantee?: boolean;
  /** True if the club is open; absent in mails that an earlier release queued. */
  open?: boolean;
  billingLink: string;
}

/** Says that a payment of the club was contested at the bank, and how that ended. */
export const paymentContestedEmail = defineEmail<ContestedProps, ContestedProps["state"]>({
  purpose: {
    label: "Payment contested",
    sent: "when a payment is contested at the bank",
    to: "administrators",
  },
  variant: ({ state }) => state,
  words: {
    opened: {
      ...contested,
      subject: "A payment of {price} was contested: {club}",
      heading: "A payment was contested at your bank",
      preheader: "If that was a mistake, please tell your bank.",
      body: [
        "Somebody told your bank that they do not recognize the payment of {price} for {club}, and the bank has taken it back while it looks at it. If that was a mistake, please tell your bank; if you want a refund, write to us instead.",
        "You asked for your money back, and that stands: if the bank decides that the payment stands, we refund {follows?} at once.",
        "{openClub?} stays open meanwhile.",
        "[button]",
        questions,
      ],
    },
    won: {
      ...contested,
      subject: "The contested payment of {club} stands",
      heading: "The payment of {price} stands",
      preheader: "There is nothing to do for you.",
      body: [
        "Your bank has decided that the contested payment of {price} for {club} stands. There is nothing to do for you.",
        "You asked for your money back, so we refund {follows?} to where your payment came from.",
        "[button]",
        questions,
      ],
    },
    lost: {
      ...contested,
      subject: "The contested payment of {club} went back",
      heading: "The payment of {price} went back",
      preheader: "Your bank has decided.",
      body: [
        "Your bank has decided that the contested payment of {price} for {club} goes back.",
        "You asked us for {owed?} too. The bank has given it to you, so nothing more is owed.",
        "If {stayingClub?} wants to stay, please write to us.",
        "[button]",
        questions,
      ],
    },
  },
  variables: ({ club, price, follows = "", guarantee = false, open = true }) => ({
    ...contactVariables(club),
    price,
    follows,
    owed: guarantee ? price : "",
    openClub: open ? club.name : "",
    stayingClub: guarantee ? "" : club.name,
  }),
  link: ({ billingLink }) => billingLink,
  sample: { club: lakesideContact, price: "$749", state: "opened", billingLink: `${appUrl}/club/billing` },
  moreSamples: [
    { state: "opened", follows: "$749", guarantee: true },
    { state: "won" },
    { state: "won", follows: "$749", guarantee: true },
    { state: "lost" },
    { state: "lost", guarantee: true },
  ],
});

interface InvoiceProps {
  club: ClubContact;
  number: string;
  price: string;
  /** Last day to pay. */
  due: string;
  /** True if the club is open; absent in mails that an earlier release queued. */
  open?: boolean;
  payLink: string;
}

const invoiceVariables = ({ club, number, price, due, open = true }: Omit<InvoiceProps, "payLink">) => ({
  ...contactVariables(club),
  number,
  price,
  due,
  openClub: open ? club.name : "",
});
const sampleInvoice: InvoiceProps = {
  club: lakesideContact,
  number: "GS-0001",
  price: "$750",
  due: "Mon, Nov 30, 2026",
  payLink: "https://invoice.stripe.example/i/in_1",
};

/** Defines an email with the button that pays an invoice. */
const payInvoiceEmail = (purpose: EmailPurpose, words: Omit<EmailWords, "button" | "why">) =>
  defineEmail<InvoiceProps>({
    purpose,
    words: { ...words, button: "Pay {price}", why: whyContact },
    variables: invoiceVariables,
    link: ({ payLink }) => payLink,
    sample: sampleInvoice,
    moreSamples: [{ open: false }],
  });

/** The invoice for a shortfall (product/billing.md#settlement). */
export const invoiceOpenEmail = payInvoiceEmail(
  { label: "Invoice", sent: "when a larger package is owed", to: "administrators" },
  {
    subject: "Invoice {number} for {club}: {price}, payable until {due}",
    heading: "Your invoice of {price}",
    preheader: "Payable until {due}, by card or from a bank account.",
    body: [
      "Your verified number of players needs a larger package than you paid for. This invoice is for the difference: {price}, payable until {due}.",
      "{openClub?} stays open meanwhile.",
      "[button]",
      questions,
    ],
  },
);

/** Reminds of an overdue invoice. */
export const invoiceOverdueEmail = payInvoiceEmail(
  { label: "Invoice is due", sent: "when an invoice’s day has passed", to: "administrators" },
  {
    subject: "Invoice {number} for {club} was due on {due}",
    heading: "{price} is still open",
    preheader: "Your invoice was due on {due}. Pay it with one button.",
    body: [
      "The invoice {number} of {price} was due on {due}, and we have not received a payment. If you paid by bank transfer in the last days, it is on its way and there is nothing to do.",
      "[button]",
      questions,
    ],
  },
);

/** Says that the bank payment of an invoice failed and that it is still due. */
export const invoicePaymentFailedEmail = payInvoiceEmail(
  { label: "Invoice: payment failed", sent: "when the bank did not pay an invoice", to: "administrators" },
  {
    subject: "Payment failed: invoice {number} for {club}",
    heading: "Your bank payment did not go through",
    preheader: "{price} is still to be paid.",
    body: [
      "Your bank did not make the payment of {price} for the invoice {number}, due on {due}, so it is still to be paid. You can pay by card or from another bank account.",
      "{openClub?} stays open meanwhile.",
      "[button]",
      questions,
    ],
  },
);

/** Thanks for a paid invoice. */
export const invoicePaidEmail = defineEmail<{
  club: ClubContact;
  number: string;
  price: string;
  billingLink: string;
}>({
  purpose: { label: "Invoice paid", sent: "when an invoice is paid", to: "administrators" },
  words: {
    subject: "We received {price} for invoice {number}",
    heading: "Your invoice is paid",
    preheader: "Thank you. There is nothing more to do.",
    body: [
      "Thank you. The invoice {number} of {price} is paid, and there is nothing more to do.",
      "[button]",
      questions,
    ],
    button: seeBilling,
    why: whyContact,
  },
  variables: ({ club, number, price }) => ({ ...contactVariables(club), number, price }),
  link: ({ billingLink }) => billingLink,
  sample: {
    club: lakesideContact,
    number: "GS-0001",
    price: "$750",
    billingLink: `${appUrl}/club/billing`,
  },
});

/** Says that an invoice is void (product/billing.md#settlement). */
export const invoiceWithdrawnEmail = defineEmail<{
  club: ClubContact;
  number: string;
  price: string;
  billingLink: string;
}>({
  purpose: { label: "Invoice is void", sent: "when an invoice is withdrawn", to: "administrators" },
  words: {
    subject: "Invoice {number} is void: {club}",
    heading: "Invoice {number} is void",
    preheader: "Please do not pay it.",
    body: [
      "The invoice {number} of {price} is withdrawn: please do not pay it. If another one takes its place, you get it in an email of its own. If you have paid it already, we refund the payment.",
      "[button]",
      questions,
    ],
    button: seeBilling,
    why: whyContact,
  },
  variables: ({ club, number, price }) => ({ ...contactVariables(club), number, price }),
  link: ({ billingLink }) => billingLink,
  sample: { club: lakesideContact, number: "GS-0001", price: "$750", billingLink: `${appUrl}/club/billing` },
});

/** Tells our own billing staff what needs a person (product/billing.md#ledger). */
export const billingNoticeEmail = defineEmail<{
  heading: string;
  text: string;
  facts: (readonly [label: string, value: string])[];
  link: string;
}>({
  purpose: { label: "Billing needs a person", sent: "when money needs a person", to: "staff" },
  words: {
    subject: "{notice}",
    heading: "{notice}",
    preheader: "{text}",
    body: ["{text}", "[amounts]", "[button]"],
    button: "Open Billing",
    why: "You get this email because it goes to {billingEmail}.",
  },
  variables: ({ heading, text }) => ({ notice: heading, text }),
  link: ({ link }) => link,
  blocks: { amounts: ({ facts }) => <Facts facts={facts} /> },
  sample: {
    heading: "Stripe refused a refund",
    text: "Please refund it another way and write to the club.",
    facts: [
      ["Club", "Lakeside Futbol Club (LAKESIDE7)"],
      ["Amount", "$750"],
    ],
    link: `${appUrl}/admin/billing`,
  },
});
