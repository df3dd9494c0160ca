import { pluralize } from "#app/domain/values/pluralize.ts";
import { Paragraph } from "../frame/email.tsx";
import { defineEmail } from "../frame/email-kind.tsx";
import { type ClubContact, contactVariables, questions, whyContact } from "./club-contact.ts";
import { appUrl, lakesideContact } from "./sample-values.ts";

const renewal = { button: "Renew", why: whyContact };
const nextYear = "The next year costs {price}, paid in advance. Nothing renews or is charged by itself.";

/** Says when a club's year ends, and what happens then; renewals are never automatic (product/billing.md#term). */
export const termNoticeEmail = defineEmail<
  {
    club: ClubContact;
    /** Days before the end of the year, or the event. */
    notice: 30 | 7 | 1 | "ended" | "suspended";
    ends: string;
    readableUntil: string;
    price: string;
    renewLink: string;
  },
  "before" | "ended" | "suspended"
>({
  purpose: {
    label: "The year ends",
    sent: "30, 7 and 1 days before a club’s year ends, when it has ended, and when reading ends",
    to: "administrators",
  },
  variant: ({ notice }) => (typeof notice === "number" ? "before" : notice),
  words: {
    before: {
      ...renewal,
      subject: "Your year ends in {days}: {club}",
      heading: "Your year ends in {days}",
      preheader: "It ends on {ends}. Renew with one button.",
      body: [
        "The year of {club} ends on {ends}. If you renew before, the next year starts right after it and nothing is interrupted. Without a renewal everything can be read for 30 more days, but not changed.",
        nextYear,
        "[button]",
        questions,
      ],
    },
    ended: {
      ...renewal,
      subject: "Your year has ended: {club}",
      heading: "Your year has ended",
      preheader: "Everything can be read until {readableUntil}.",
      body: [
        "The year of {club} ended on {ends}. Until {readableUntil} everything can be read but not changed; then the club is paused until it renews. Nothing is lost.",
        nextYear,
        "[button]",
        questions,
      ],
    },
    suspended: {
      ...renewal,
      subject: "Your club is paused: {club}",
      heading: "Your club is paused",
      preheader: "Nothing is lost: everything is back with a payment.",
      body: [
        "The year of {club} ended on {ends}, and the 30 days in which it could still be read are over. Nothing is lost: everything is back as soon as a payment arrives.",
        nextYear,
        "[button]",
        questions,
      ],
    },
  },
  variables: ({ club, notice, ends, readableUntil, price }) => ({
    ...contactVariables(club),
    days: typeof notice === "number" ? pluralize(notice, "day") : "",
    ends,
    readableUntil,
    price,
  }),
  link: ({ renewLink }) => renewLink,
  sample: {
    club: lakesideContact,
    notice: 30,
    ends: "Mon, Nov 22, 2027",
    readableUntil: "Wed, Dec 22, 2027",
    price: "$749",
    renewLink: `${appUrl}/club/billing/renew`,
  },
  moreSamples: [{ notice: 1 }, { notice: "ended" }, { notice: "suspended" }],
});

/** Thanks for a renewal (product/billing.md#term). */
export const renewedEmail = defineEmail<{
  club: ClubContact;
  starts: string;
  ends: string;
  /** Absent in mails that an earlier release queued. */
  price?: string;
  onItsWay: boolean;
  billingLink: string;
}>({
  purpose: { label: "Renewed", sent: "when a club has renewed", to: "administrators" },
  words: {
    subject: "{club} is renewed until {ends}",
    heading: "Thank you for another year",
    preheader: "It runs from {starts} to {ends}.",
    body: [
      "The next year of {club} runs from {starts} to {ends}. Nothing renews by itself.",
      "Its price is {price?}. The receipt is on your billing page once the payment has arrived.",
      "[onItsWay]",
      "[button]",
      questions,
    ],
    button: "See Your Billing",
    why: whyContact,
    phrases: {
      onItsWay:
        "Your bank payment is on its way and takes up to 4 business days. You can use everything in the meantime.",
    },
  },
  variables: ({ club, starts, ends, price = "" }) => ({ ...contactVariables(club), starts, ends, price }),
  link: ({ billingLink }) => billingLink,
  blocks: {
    onItsWay: ({ onItsWay }, { say }) => (onItsWay ? <Paragraph>{say("onItsWay")}</Paragraph> : null),
  },
  sample: {
    club: lakesideContact,
    starts: "Mon, Nov 22, 2027",
    ends: "Wed, Nov 22, 2028",
    price: "$749",
    onItsWay: true,
    billingLink: `${appUrl}/club/billing`,
  },
  moreSamples: [{ onItsWay: false }],
});

/** Says that the bank payment of a renewal failed. */
export const renewalFailedEmail = defineEmail<{ club: ClubContact; price: string; renewLink: string }>({
  purpose: {
    label: "Renewal failed",
    sent: "when the bank payment of a renewal failed",
    to: "administrators",
  },
  words: {
    subject: "Renewal failed: {club}",
    heading: "Your renewal did not go through",
    preheader: "Nothing is lost. Pay again with one button.",
    body: [
      "The bank payment of {price} for the next year of {club} did not go through, so that year is taken back. Nothing is lost. You can pay by card or from another bank account.",
      "[button]",
      "Nothing renews by itself.",
      questions,
    ],
    button: "Try Again",
    why: whyContact,
  },
  variables: ({ club, price }) => ({ ...contactVariables(club), price }),
  link: ({ renewLink }) => renewLink,
  sample: { club: lakesideContact, price: "$749", renewLink: `${appUrl}/club/billing/renew` },
});

/** Confirms that a club cancelled, and says what stays until when (product/privacy.md#leaving). */
export const clubCancelledEmail = defineEmail<{
  club: ClubContact;
  ends: string;
  erased: string;
  leaveLink: string;
}>({
  purpose: { label: "Cancelled", sent: "when a club cancels", to: "administrators" },
  words: {
    subject: "Cancelled: {club}",
    heading: "Your club is cancelled",
    preheader: "It can be used until {ends}.",
    body: [
      "{club} can be used until {ends}, the end of the paid year. Nothing renews or is charged. On {erased} everything of the club is erased for good, except payments.",
      "Please download everything before. Until it is erased, each administrator can take the cancellation back.",
      "[button]",
      questions,
    ],
    button: "Download or Take It Back",
    why: whyContact,
  },
  variables: ({ club, ends, erased }) => ({ ...contactVariables(club), ends, erased }),
  link: ({ leaveLink }) => leaveLink,
  sample: {
    club: lakesideContact,
    ends: "Mon, Nov 22, 2027",
    erased: "Sun, Feb 20, 2028",
    leaveLink: `${appUrl}/club/leave`,
  },
});

/** Says that a club will be erased on request, and when (product/privacy.md#erasing-a-club). */
export const clubErasureEmail = defineEmail<{ club: ClubContact; erased: string; leaveLink: string }>({
  purpose: {
    label: "Erasure",
    sent: "when staff order that a club is erased on request",
    to: "administrators",
  },
  words: {
    subject: "{club} will be erased on {erased}",
    heading: "Your club will be erased on {erased}",
    preheader: "Download everything before then.",
    body: [
      "We were asked to erase {club} and everything in it. We will do that on {erased}. Payments stay for as long as the law requires. Nobody can bring the club back after that.",
      "Download what you want to keep before then.",
      "[button]",
      "If this is a mistake, reply to this email right away, and we will stop it.",
    ],
    button: "Download Everything",
    why: whyContact,
  },
  variables: ({ club, erased }) => ({ ...contactVariables(club), erased }),
  link: ({ leaveLink }) => leaveLink,
  sample: { club: lakesideContact, erased: "Mon, Dec 6, 2027", leaveLink: `${appUrl}/club/leave` },
});

/** Says that our staff ended a club's year, or paused the club, and why (product/billing.md#ending-a-year). */
export const yearEndedEmail = defineEmail<
  {
    club: ClubContact;
    what: "ended" | "suspended" | "next";
    reason: string;
    readableUntil: string;
    renewLink: string;
  },
  "ended" | "suspended" | "next"
>({
  purpose: { label: "Year ended by staff", sent: "when our staff end a club’s year", to: "administrators" },
  variant: ({ what }) => what,
  words: {
    ended: {
      ...renewal,
      subject: "We have ended the year of {club}",
      heading: "Your year has ended",
      preheader: "Everything can be read until {readableUntil}.",
      body: [
        "Our staff have ended the year of {club}. Until {readableUntil} everything can be read but not changed; then the club is paused until it renews. Nothing is lost.",
        "The reason: {reason}",
        "[button]",
        questions,
      ],
    },
    suspended: {
      ...renewal,
      subject: "We have paused {club}",
      heading: "Your club is paused",
      preheader: "Nothing is lost: everything is back with a payment.",
      body: [
        "Our staff have paused {club}. Nothing is lost: everything is back as soon as a payment arrives.",
        "The reason: {reason}",
        "[button]",
        questions,
      ],
    },
    next: {
      ...renewal,
      subject: "We have taken back the next year of {club}",
      heading: "Your next year is taken back",
      preheader: "The year that runs stays as it is.",
      body: [
        "Our staff have taken back the next year that {club} had booked. The year that runs stays as it is.",
        "The reason: {reason}",
        "[button]",
        questions,
      ],
    },
  },
  variables: ({ club, reason, readableUntil }) => ({ ...contactVariables(club), reason, readableUntil }),
  link: ({ renewLink }) => renewLink,
  sample: {
    club: lakesideContact,
    what: "ended",
    reason: "The bank gave the payment back.",
    readableUntil: "Wed, Dec 22, 2027",
    renewLink: `${appUrl}/club/billing/renew`,
  },
  moreSamples: [{ what: "suspended" }, { what: "next" }],
});
