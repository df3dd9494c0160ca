import { REMINDER_DAYS } from "#app/domain/control/verification/verification.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { defineEmail } from "../frame/email-kind.tsx";
import { type ClubContact, contactVariables, questions, whyContact } from "./club-contact.ts";
import { appUrl, lakesideContact } from "./sample-values.ts";

/** Submitted documents, for edited words only; missing in emails that were queued before these existed. */
interface DocumentsSent {
  /** 'Mon, Nov 23, 2026' */
  submittedDate: string;
  /** Their names, with commas between. */
  documentList: string;
}

const NOTHING_SENT: DocumentsSent = { submittedDate: "", documentList: "" };
const NOBODY: ClubContact = { code: "", name: "", contactName: "", email: "" };
const sampleSent: DocumentsSent = {
  submittedDate: "Mon, Nov 23, 2026",
  documentList: "roster.pdf, league-letter.pdf",
};

/** Confirms that the club's documents are in review (product/verification.md#verification). */
export const verificationReceivedEmail = defineEmail<{
  club: ClubContact;
  number: string;
  documents: number;
  sent?: DocumentsSent;
  link: string;
}>({
  purpose: { label: "Documents received", sent: "when a club has sent its documents", to: "administrators" },
  words: {
    subject: "{number}: we have the documents of {club}",
    heading: "Your documents are in review",
    preheader: "A person looks at them within about 24 hours.",
    body: [
      "Thank you. We have {documents} of {club}. A person looks at them within about 24 hours, and we write to you with the result.",
      "[button]",
      questions,
    ],
    button: "See the Verification",
    why: whyContact,
  },
  variables: ({ club, number, documents, sent = NOTHING_SENT }) => ({
    ...contactVariables(club),
    ...sent,
    number,
    documents: pluralize(documents, "document"),
  }),
  link: ({ link }) => link,
  sample: {
    club: lakesideContact,
    number: "VER-001",
    documents: 2,
    sent: sampleSent,
    link: `${appUrl}/verification`,
  },
  moreSamples: [{ documents: 1 }],
});

/** Tells our staff that a club's verification needs them. */
export const verificationSubmittedEmail = defineEmail<{
  heading: string;
  text: string;
  club: string;
  documents: number;
  sent?: DocumentsSent;
  /** Priority of the review, by days until the deadline: 'High'. Missing where `sent` is. */
  priority?: string;
  contact?: ClubContact;
  link: string;
}>({
  purpose: { label: "Documents to review", sent: "when a club has sent its documents", to: "staff" },
  words: {
    subject: "{notice}",
    heading: "{notice}",
    preheader: "{text}",
    body: ["{text}", "[facts]", "[button]"],
    facts: [
      ["Club", "{club}"],
      ["Documents", "{documents}"],
    ],
    button: "Open the Review",
    why: "You get this email because you work for {brand}.",
  },
  variables: ({ heading, text, club, documents, sent = NOTHING_SENT, priority = "", contact, link }) => ({
    ...contactVariables(contact ?? NOBODY),
    ...sent,
    priority,
    adminLink: link,
    notice: heading,
    text,
    club,
    documents,
  }),
  link: ({ link }) => link,
  sample: {
    heading: "VER-001: Lakeside Futbol Club sent its documents",
    text: "They wait for a decision. We promised it within about 24 hours.",
    club: "Lakeside Futbol Club, TX",
    documents: 2,
    sent: sampleSent,
    priority: "Medium",
    contact: lakesideContact,
    link: `${appUrl}/admin/verification/lakeside7`,
  },
});

const decided = { button: "See the Verification", why: whyContact };
const showPlayers = "The documents of {club} show {players}.";
const decision = ["{billing?}", "Our reviewer writes: {notes?}", "[button]", questions];

/** Reports the result of a verification (product/verification.md#verification). */
export const verificationDecidedEmail = defineEmail<
  {
    club: ClubContact;
    outcome: "approved" | "adjusted" | "rejected";
    players: number | null;
    notes: string;
    billing: string;
    link: string;
  },
  "approved" | "adjusted" | "rejected"
>({
  purpose: { label: "Verification decided", sent: "when a reviewer has decided", to: "administrators" },
  variant: ({ outcome }) => outcome,
  words: {
    approved: {
      ...decided,
      subject: "Your players are verified: {club}",
      heading: "Your players are verified",
      preheader: "There is nothing more to do.",
      body: [showPlayers, ...decision],
    },
    adjusted: {
      ...decided,
      subject: "Your package has changed: {club}",
      heading: "Your package has changed",
      preheader: "We settle the difference to what you paid.",
      body: [showPlayers, ...decision],
    },
    rejected: {
      ...decided,
      subject: "We need other documents: {club}",
      heading: "We need other documents",
      preheader: "Our reviewer says which.",
      body: ["The documents of {club} do not show how many players it has.", ...decision],
      button: "Send Other Documents",
    },
  },
  variables: ({ club, players, notes, billing }) => ({
    ...contactVariables(club),
    players: pluralize(players ?? 0, "player"),
    notes,
    billing,
  }),
  link: ({ link }) => link,
  sample: {
    club: lakesideContact,
    outcome: "adjusted",
    players: 640,
    notes: "",
    billing: "Your package is Standard. We refund $750 to where your payment came from.",
    link: `${appUrl}/verification`,
  },
  moreSamples: [
    { outcome: "approved", billing: "" },
    { outcome: "rejected", players: null, billing: "", notes: "The roster has no names." },
  ],
});

/** Reminds of the deadline, 7, 3 and 1 days before it (product/verification.md#verification). */
export const verificationReminderEmail = defineEmail<{
  club: ClubContact;
  days: number;
  due: string;
  link: string;
}>({
  purpose: {
    label: "Verification reminder",
    sent: "7, 3 and 1 days before the deadline",
    to: "administrators",
  },
  words: {
    subject: "{days} left to verify the players of {club}",
    heading: "Please verify your players until {due}",
    preheader: "Uploading a roster takes about 5 minutes.",
    body: [
      "Please send us a roster or registration list that shows how many players {club} has, until {due}. Uploading takes about 5 minutes, and your club stays open meanwhile.",
      "[button]",
      questions,
    ],
    button: "Upload Documents",
    why: whyContact,
    days: REMINDER_DAYS,
  },
  variables: ({ club, days, due }) => ({ ...contactVariables(club), days: pluralize(days, "day"), due }),
  link: ({ link }) => link,
  sample: { club: lakesideContact, days: 3, due: "Mon, Nov 30, 2026", link: `${appUrl}/verification` },
  moreSamples: [{ days: 1 }],
});
