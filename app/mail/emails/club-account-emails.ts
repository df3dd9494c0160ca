import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import { type ClubContact, contactVariables, questions, whyContact } from "./club-contact.ts";
import { appUrl, lakesideContact, lakesideSignIn } from "./sample-values.ts";

const setUp = "Set Up Password & Access Account";
const ignoreIt = "If nobody at your club asked for it, ignore this email.";
const codeFact = ["Club login code", "{code}"] as const;
const accountVariables = (club: ClubContact) => ({
  ...contactVariables(club),
  code: club.code.toUpperCase(),
});

/** Sends a new club its login code and the link that sets its password (product/accounts.md#sign-up). */
export const welcomeEmail = defineEmail<{
  club: ClubContact;
  plan: string;
  paidUntil: string;
  /** True if the first payment is still pending at the bank. */
  onItsWay?: boolean;
  signInLink: string;
  setupLink: string;
}>({
  purpose: { label: "Welcome", sent: "when a new club has paid", to: "administrators" },
  words: {
    subject: "Welcome to {brand}: your club login code is {code}",
    heading: "Welcome, {contactName}",
    preheader: "Set your password first: the button works once, within 7 days.",
    body: [
      "The subscription of {activeClub?} is active. Set your password first; the button works once, within 7 days.",
      "{waitingClub?} is open while your bank payment is on its way, which takes up to 4 business days. Set your password first; the button works once, within 7 days.",
      "[facts]",
      "[button]",
      "Then add your teams, invite their coaches and managers, and import your schedule. Nothing renews by itself.",
      "Within 30 days please verify your number of players: sign in and upload a roster or registration list under Verification.",
      questions,
    ],
    facts: [
      codeFact,
      ["Sign in at", "{signInLink}"],
      ["Package", "{plan}"],
      ["Your year runs until", "{paidUntil}"],
    ],
    button: setUp,
    why: whyContact,
  },
  variables: ({ club, signInLink, plan, paidUntil, onItsWay = false }) => ({
    ...accountVariables(club),
    activeClub: onItsWay ? "" : club.name,
    waitingClub: onItsWay ? club.name : "",
    contactName: club.contactName,
    signInLink,
    plan,
    paidUntil,
  }),
  link: ({ setupLink }) => setupLink,
  sample: {
    club: lakesideContact,
    plan: "Large, up to 1,000 players",
    paidUntil: "Mon, Nov 22, 2027",
    signInLink: `${appUrl}/club/login`,
    setupLink: `${appUrl}/contact?setup=LAKESIDE7&token=set_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  moreSamples: [{ onItsWay: true }],
});

/** Sends a new setup link to a club whose first one has expired. */
export const setupLinkEmail = defineEmail<{ club: ClubContact; setupLink: string }>({
  purpose: { label: "New setup link", sent: "when the first link has expired", to: "administrators" },
  words: {
    subject: "Your new password setup link for {brand}",
    heading: "Set your club's password",
    preheader: "The link works once, within 7 days.",
    body: [
      "Here is a new link for {club}. It works once, within 7 days.",
      "[facts]",
      "[button]",
      ignoreIt,
      questions,
    ],
    facts: [codeFact],
    button: setUp,
    why: whyContact,
  },
  variables: ({ club }) => accountVariables(club),
  link: ({ setupLink }) => setupLink,
  sample: { club: lakesideContact, setupLink: `${appUrl}/contact?setup=LAKESIDE7&token=set_1` },
});

/** Answers a request for a setup link from a club that has a password: it needs a reset instead. */
export const passwordExistsEmail = defineEmail<{ club: ClubContact; resetLink: string }>({
  purpose: {
    label: "Password exists already",
    sent: "to who asks for a setup link of a club with a password",
    to: "administrators",
  },
  words: {
    subject: "Your club has a password at {brand}",
    heading: "Your club has a password already",
    preheader: "If you do not know it, choose a new one.",
    body: [
      "Someone asked for a password setup link for {club}, but its password is set. If you do not know it, choose a new one.",
      "[facts]",
      "[button]",
      ignoreIt,
      questions,
    ],
    facts: [codeFact],
    button: "Choose a New Password",
    why: whyContact,
  },
  variables: ({ club }) => accountVariables(club),
  link: ({ resetLink }) => resetLink,
  sample: { club: lakesideContact, resetLink: `${appUrl}/contact?forgot=club` },
});

/** Answers a second sign-up of a club that can sign in (product/accounts.md#signing-up-again). */
export const alreadyHereEmail = defineEmail<{ club: ClubContact; signInLink: string; resetLink: string }>({
  purpose: {
    label: "You are here already",
    sent: "when a club signs up a second time",
    to: "administrators",
  },
  words: {
    subject: "{club} is with {brand} already",
    heading: "Your club has an account already",
    preheader: "It is paid for: sign in instead. Nothing was charged.",
    body: [
      "Someone was about to sign up {club} a second time. It is paid for, so sign in instead. Nothing was charged.",
      "[facts]",
      "[button]",
      "If you do not know the password, choose a new one: {resetLink}",
      ignoreIt,
      questions,
    ],
    facts: [codeFact],
    button: "Sign In",
    why: whyContact,
  },
  variables: ({ club, resetLink }) => ({ ...accountVariables(club), resetLink }),
  link: ({ signInLink }) => signInLink,
  sample: { club: lakesideContact, signInLink: lakesideSignIn, resetLink: `${appUrl}/contact?forgot=club` },
});

/** Confirms the password setup. No email ever contains the password. */
export const passwordSetEmail = defineEmail<{ club: ClubContact; signInLink: string }>({
  purpose: { label: "Password set", sent: "after a club’s first password was set", to: "administrators" },
  words: {
    subject: "Your {brand} password is set",
    heading: "Your password is set",
    preheader: "Sign in with your club login code, {code}.",
    body: [
      "{club} can sign in with its club login code and the new password. Devices that were signed in before have been signed out.",
      "[facts]",
      "[button]",
      "If it was not you, write to {supportEmail} at once.",
    ],
    facts: [codeFact],
    button: "Sign In",
    why: whyContact,
  },
  variables: ({ club }) => accountVariables(club),
  link: ({ signInLink }) => signInLink,
  sample: { club: lakesideContact, signInLink: lakesideSignIn },
});

interface AddressProps {
  clubName: string;
  clubCode: string;
  email: string;
}

const addressVariables = ({ clubName, clubCode, email }: AddressProps) => ({
  club: clubName,
  code: clubCode.toUpperCase(),
  email,
});
const sampleAddress: AddressProps = {
  clubName: lakesideContact.name,
  clubCode: lakesideContact.code,
  email: "office@lakeside.example",
};

/** Asks a club's new address to confirm that it is the club's (product/clubs.md#club-email). */
export const confirmEmailEmail = defineEmail<AddressProps & { link: string; days: number }>({
  purpose: {
    label: "Confirm the club’s address",
    sent: "when a club gives a new address",
    to: "administrators",
  },
  words: {
    subject: "Confirm the new email address of {club}",
    heading: "Is this the club's new address?",
    preheader: "Press one button within {days} days. Until then nothing changes.",
    body: [
      "{club} wants to get its emails and its password resets at this address. It changes when you press the button on the page behind this link. The link works once, within {days} days.",
      "[facts]",
      "[button]",
      "If you do not know this club, ignore this email: nothing changes.",
    ],
    facts: [
      ["Club", "{club} ({code})"],
      ["New address", "{email}"],
    ],
    button: "Confirm This Address",
    why: "You get this email because an administrator of {club} entered this address in the club's settings.",
  },
  variables: (props) => ({ ...addressVariables(props), days: props.days }),
  link: ({ link }) => link,
  sample: {
    ...sampleAddress,
    link: `${appUrl}/account/club-email?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
    days: 7,
  },
});

/** Asks a treasurer's address for confirmation (product/billing.md#treasurer). */
export const confirmTreasurerEmail = defineEmail<AddressProps & { link: string; days: number }>({
  purpose: {
    label: "Confirm the treasurer’s address",
    sent: "when a club names its treasurer",
    to: "administrators",
  },
  words: {
    subject: "Get the emails about money of {club}?",
    heading: "Are you the treasurer of {club}?",
    preheader: "Press one button within {days} days. Until then nothing is sent here.",
    body: [
      "{club} wants you to get a copy of each of its emails about money: receipts, renewals, invoices, refunds and payments that failed. They come once you press the button on the page behind this link. The link works once, within {days} days.",
      "[facts]",
      "[button]",
      "If you do not know this club, ignore this email: nothing more is sent to you.",
    ],
    facts: [
      ["Club", "{club} ({code})"],
      ["Your address", "{email}"],
    ],
    button: "Confirm This Address",
    why: "You get this email because an administrator of {club} entered this address on the club's billing page.",
  },
  variables: (props) => ({ ...addressVariables(props), days: props.days }),
  link: ({ link }) => link,
  sample: {
    ...sampleAddress,
    email: "treasurer@lakeside.example",
    link: `${appUrl}/account/confirm-email?token=trs_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
    days: 7,
  },
});

const emailChanged: Omit<EmailWords, "body"> = {
  subject: "The email address of {club} was changed",
  heading: "Your club has a new address",
  preheader: "Its emails go to {email} from now on.",
  why: "You get this email because this was the address of {club} at {brand} until now.",
};
const goesElsewhere =
  "Emails and password resets of {club} ({code}) go to {email} from now on, and no longer to this address.";

/** Tells a club's former address where its emails go now (product/clubs.md#club-email). */
export const emailChangedEmail = defineEmail<
  AddressProps & {
    /** Missing in mails that were queued before there were such links. */
    takeBack?: string | null;
  },
  "withLink" | "withoutLink"
>({
  purpose: {
    label: "The club’s address has moved",
    sent: "to the address that a club has given up",
    to: "administrators",
  },
  variant: ({ takeBack }) => (takeBack ? "withLink" : "withoutLink"),
  words: {
    withLink: {
      ...emailChanged,
      body: [
        goesElsewhere,
        "If nobody at your club wanted this, take the club back. This link works for 7 days: this address is the club's again, everybody who signed in with the club's password is signed out, and you get a link to choose a new one.",
        "[button]",
      ],
      button: "Take the Address Back",
    },
    withoutLink: {
      ...emailChanged,
      body: [goesElsewhere, "If nobody at your club wanted this, write to {supportEmail} at once."],
    },
  },
  variables: addressVariables,
  link: ({ takeBack }) => takeBack ?? "",
  sample: {
    ...sampleAddress,
    takeBack: `${appUrl}/account/email/take-back?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  moreSamples: [{ takeBack: null }],
});

/**
 * Tells a club's administrators that two accounts of one of its people became one
 * (product/support.md#merging-accounts).
 */
export const clubAccountsMergedEmail = defineEmail<{
  club: string;
  person: string;
  staff: string;
  kept: string;
  other: string;
  reason: string;
  link: string;
}>({
  purpose: {
    label: "Two accounts of a member are one now",
    sent: "when Goodside’s staff merge two accounts of a coach, manager or administrator",
    to: "administrators",
  },
  words: {
    subject: "{person} now signs in with {kept}",
    heading: "{person} has one account now",
    preheader: "{other} became a part of {kept}.",
    body: [
      "{person} had two accounts at {club}. {staff} of {brand} made them one, with all teams and ratings.",
      "[facts]",
      "[button]",
      "Is this not one person? Write to {supportEmail}: we can undo it for 30 days.",
    ],
    facts: [
      ["Signs in with", "{kept}"],
      ["No longer used", "{other}"],
      ["Reason", "{reason}"],
    ],
    button: "See the Club's Activity",
    why: "You get this email because you are an administrator of {club} at {brand}.",
  },
  variables: ({ link: _, ...known }) => known,
  link: ({ link }) => link,
  sample: {
    club: "Lakeside Futbol Club",
    person: "Dana Reyes",
    staff: "Robin",
    kept: "dana@lakeside.example",
    other: "dana.reyes@mail.example",
    reason: "They asked by email",
    link: `${appUrl}/club/settings?tab=activity`,
  },
});

/** Tells a club's administrators that an older copy of its data is in place (product/support.md#support-tools). */
export const clubBroughtBackEmail = defineEmail<{
  club: string;
  staff: string;
  role: string;
  reason: string;
  asOf: string;
  lost: string;
  link: string;
}>({
  purpose: {
    label: "The club was brought back",
    sent: "when Goodside’s staff have put an older copy of the club in place",
    to: "administrators",
  },
  words: {
    subject: "{club} is back as of {asOf}",
    heading: "Your club is back as of {asOf}",
    preheader: "{staff} put an older copy of {club} in place. Here is what was made since then.",
    body: [
      "{staff} of {brand} put an older copy of {club} in place.",
      "[facts]",
      "Coaches and managers have the access they had then. Payments and emails that went out stay as they are.",
      "[button]",
      "Did you not ask for this, or is something missing? Write to {supportEmail} within 30 days, and we can swap it back.",
    ],
    facts: [
      ["Who", "{staff} ({role})"],
      ["Reason", "{reason}"],
      ["The club as of", "{asOf}"],
      ["Made since then, and gone", "{lost}"],
    ],
    button: "See the Club's Activity",
    why: "You get this email because you are an administrator of {club} at {brand}.",
  },
  variables: ({ link: _, ...known }) => known,
  link: ({ link }) => link,
  sample: {
    club: "Lakeside Futbol Club",
    staff: "Robin",
    role: "Super Admin",
    reason: "Their club's administrator asked",
    asOf: "Sat, Nov 21, 6:00 PM CT",
    lost: "Games: 2, Ratings: 3, Seasons: 1",
    link: `${appUrl}/club/settings?tab=activity`,
  },
});

/**
 * Tells a club's administrators that platform staff use its pages, when they begin
 * (product/support.md#acting-for-a-club).
 */
export const supportActingEmail = defineEmail<{
  club: string;
  staff: string;
  role: string;
  change: "reads" | "changes";
  reason: string;
  until: string;
  link: string;
}>({
  purpose: {
    label: "Support acts for the club",
    sent: "when Goodside’s staff begin to act for a club",
    to: "administrators",
  },
  words: {
    subject: "{brand} support is looking at {club}",
    heading: "Our support is looking at your club",
    preheader: "{staff} uses your club's pages until {until}. Here is why.",
    body: [
      "{staff} of {brand} uses the pages of {club} as an administrator sees them, for a short time.",
      "[facts]",
      "{changes}",
      "Results that are still sealed, incidents, agreements, and the addresses and phone numbers of parents and staff stay closed to our support.",
      "[button]",
      "If nobody at your club asked for help, write to {supportEmail}.",
    ],
    facts: [
      ["Who", "{staff} ({role})"],
      ["Reason", "{reason}"],
      ["At most until", "{until}"],
    ],
    button: "See the Club's Activity",
    why: "You get this email because you are an administrator of {club} at {brand}. It is sent each time, and cannot be switched off.",
    phrases: {
      reads: "{staff} can read, and change nothing.",
      changes: "{staff} can correct teams and seasons for you. Each change stands in your activity.",
    },
  },
  variables: ({ change, link: _, ...known }, say) => ({ ...known, changes: say(change, known) }),
  link: ({ link }) => link,
  sample: {
    club: "Lakeside Futbol Club",
    staff: "Robin",
    role: "Super Admin",
    change: "changes",
    reason: "The club asked for help with a page",
    until: "Sat, Nov 21, 6:00 PM CT",
    link: `${appUrl}/club/settings?tab=activity`,
  },
  moreSamples: [{ change: "reads", role: "Admin" }],
});
