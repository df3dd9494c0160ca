import { UNDO_DAYS } from "#app/domain/control/account-merge/labels.ts";
import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import { appUrl } from "./sample-values.ts";

/**
 * Carries the link with which a password can be reset, valid for an hour (product/accounts.md#passwords). It comes from
 * Goodside, as every email about signing in does, and names the account: 'Lakeside FC (LAKESIDE7)' or an email address.
 */
export const passwordResetEmail = defineEmail<{ account: string; link: string }>({
  purpose: { label: "Reset the password", sent: "to who asks for a new password", to: "account" },
  words: {
    subject: "Reset your {brand} password",
    heading: "Choose a new password",
    preheader: "The link works once, within the next hour.",
    body: [
      "Someone asked for a new password for {account}. The link works once, within the next hour.",
      "[button]",
      "If it was not you, ignore this email: your password stays as it is.",
    ],
    button: "Choose a New Password",
    why: "You get this email because someone asked for a password reset at {brand}.",
  },
  variables: ({ account }) => ({ account }),
  link: ({ link }) => link,
  sample: {
    account: "Lakeside Futbol Club (LAKESIDE7)",
    link: `${appUrl}/contact?reset=rst_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
});

const passwordChangedWords = {
  subject: "Your {brand} password was changed",
  heading: "Your password was changed",
  preheader: "If it was not you, write to {supportEmail} at once.",
  why: "You get this email because the password of your {brand} account changed.",
};

/**
 * Confirms that a password is new, so that its owner notices if somebody else changed it, and names the passkeys that
 * still work: `passkeys` in quotes.
 */
export const passwordChangedEmail = defineEmail<
  { passkeys?: string; link?: string },
  "alone" | "with-passkeys"
>({
  purpose: { label: "Password changed", sent: "after a password was changed", to: "account" },
  variant: ({ passkeys }) => (passkeys ? "with-passkeys" : "alone"),
  words: {
    alone: {
      ...passwordChangedWords,
      body: [
        "All devices that were signed in have been signed out.",
        "If it was not you, write to {supportEmail} at once.",
      ],
    },
    "with-passkeys": {
      ...passwordChangedWords,
      body: [
        "All devices that were signed in have been signed out. These passkeys still sign in to your account: {passkeys}. Remove those that you do not know.",
        "[button]",
        "If it was not you, write to {supportEmail} at once.",
      ],
      button: "See Your Passkeys",
    },
  },
  variables: ({ passkeys = "" }) => ({ passkeys }),
  link: ({ link = "" }) => link,
  sample: {},
  moreSamples: [{ passkeys: "'Mia's phone', 'Laptop'", link: `${appUrl}/account/passkeys` }],
});

const passkeyWords = {
  button: "See Your Passkeys",
  why: "You get this email because it is about how you sign in to {brand}.",
};
const notYourPasskey =
  "If this was not you, remove what you do not know there and change your password: somebody else knows it.";

/** Tells the owner that a passkey was added or removed (product/accounts.md#passkeys). */
export const passkeyEmail = defineEmail<
  { what: "added" | "removed"; name: string; accountLink: string },
  "added" | "removed"
>({
  purpose: { label: "Passkey added or removed", sent: "after an account’s passkeys changed", to: "account" },
  variant: ({ what }) => (what === "added" ? "added" : "removed"),
  words: {
    added: {
      ...passkeyWords,
      subject: "A passkey was added",
      heading: "A passkey was added",
      preheader: "'{name}' signs in to your account now.",
      body: [
        "The passkey '{name}' signs in to your account from now on. Your password still works.",
        "[button]",
        notYourPasskey,
      ],
    },
    removed: {
      ...passkeyWords,
      subject: "A passkey was removed",
      heading: "A passkey was removed",
      preheader: "'{name}' no longer signs in.",
      body: [
        "The passkey '{name}' no longer signs in to your account. Your password still works.",
        "[button]",
        notYourPasskey,
      ],
    },
  },
  variables: ({ name }) => ({ name }),
  link: ({ accountLink }) => accountLink,
  sample: { what: "added", name: "Mia's phone", accountLink: `${appUrl}/account/passkeys` },
  moreSamples: [{ what: "removed" }],
});

/** Confirms that an account is gone (product/privacy.md#deleting-an-account). */
export const accountDeletedEmail = defineEmail<Record<string, never>>({
  purpose: { label: "Account deleted", sent: "after an account was deleted", to: "account" },
  words: {
    subject: "Your {brand} account is deleted",
    heading: "Your account is deleted",
    preheader: "This is the last email about it.",
    body: [
      'You are signed out everywhere. Your name, email and phone are removed, also from the pages of your clubs. Ratings that you gave stay in the clubs\' records, under "A former coach" or "A former manager".',
      "If it was not you, write to {supportEmail} at once.",
    ],
    why: "You get this email because this was the address of a {brand} account until now.",
  },
  sample: {},
});

/** Says that two accounts of one person became one, or that this was undone (product/support.md#merging-accounts). */
export const accountMergedEmail = defineEmail<
  { change: "merged" | "undone"; staff: string; kept: string; other: string },
  "merged" | "undone"
>({
  purpose: {
    label: "Accounts merged",
    sent: "when support merges two accounts of a person, or undoes it",
    to: "account",
  },
  variant: ({ change }) => change,
  words: {
    merged: {
      subject: "Your two {brand} accounts are one now",
      heading: "Your two accounts are one now",
      preheader: "From now on, sign in with {kept}.",
      body: [
        "{staff} of {brand}'s support made {other} a part of {kept}. Sign in with {kept} and its password from now on; {other} signs in nobody any more.",
        "Your clubs, teams and ratings move there within some minutes. Nothing is lost, and ratings keep the name under which they were given.",
        "If you did not ask for this, or the other address is not yours, write to {supportEmail} at once: it can be undone for {days} days.",
      ],
      why: "You get this email because this is the address of one of the two accounts.",
    },
    undone: {
      subject: "Your two {brand} accounts are separate again",
      heading: "Your two accounts are separate again",
      preheader: "{other} signs in again.",
      body: [
        "{staff} of {brand}'s support undid the merge of {other} into {kept}. Each signs in with its own password again, and has its own clubs, teams and ratings again within some minutes. {kept} is signed out everywhere.",
        "If you did not ask for this, write to {supportEmail} at once.",
      ],
      why: "You get this email because this is the address of one of the two accounts.",
    },
  },
  variables: ({ staff, kept, other }) => ({ staff, kept, other, days: UNDO_DAYS }),
  sample: {
    change: "merged",
    staff: "Robin",
    kept: "dana@lakeside.example",
    other: "dana.reyes@mail.example",
  },
  moreSamples: [
    { change: "undone", staff: "Robin", kept: "dana@lakeside.example", other: "dana.reyes@mail.example" },
  ],
});

/** Says that staff, or a club's administrator, ended a person's sessions (product/platform-staff.md#sign-in-help). */
export const sessionsEndedEmail = defineEmail<
  { by: string; device: string; since: string; link: string },
  "all" | "one"
>({
  purpose: {
    label: "Signed out by others",
    sent: "when support or an administrator ends somebody’s sessions",
    to: "account",
  },
  variant: ({ device }) => (device ? "one" : "all"),
  words: {
    all: {
      subject: "You were signed out of {brand} everywhere",
      heading: "You were signed out everywhere",
      preheader: "{by} did it. Sign in again whenever you like.",
      body: [
        "{by} signed you out on every device, to keep your account safe. Your password is as it was: sign in again whenever you like.",
        "[button]",
        "If you did not expect this, choose a new password, and write to {supportEmail}.",
      ],
      button: "Sign In",
      why: "You get this email because your sessions at {brand} were ended by somebody else.",
    },
    one: {
      subject: "You were signed out on one device",
      heading: "You were signed out on one device",
      preheader: "{by} did it, to keep your account safe.",
      body: [
        "{by} signed you out on one device, to keep your account safe. Nothing else changed: your password is as it was, and other devices stay signed in.",
        "[facts]",
        "[button]",
        "If you do not know this device, choose a new password now: somebody else may know yours. Questions? Write to {supportEmail}.",
      ],
      facts: [
        ["Device", "{device}"],
        ["Signed in", "{since}"],
      ],
      button: "Sign In",
      why: "You get this email because one of your sessions at {brand} was ended by somebody else.",
    },
  },
  variables: ({ by, device, since }) => ({ by, device, since }),
  link: ({ link }) => link,
  sample: { by: "Robin of Goodside’s support", device: "", since: "", link: `${appUrl}/club/login` },
  moreSamples: [{ by: "Robin Reyes", device: "Chrome on Windows", since: "Sun, Nov 22, 2026, 6:00 PM UTC" }],
});

/** Says that an unused account is about to be deleted (product/privacy.md#retention). `goes`: YYYY-MM-DD, in UTC. */
export const accountUnusedEmail = defineEmail<{ goes: string; signInLink: string }>({
  purpose: { label: "Account unused", sent: "30 days before an unused account is deleted", to: "account" },
  words: {
    subject: "Your {brand} account will be deleted",
    heading: "Do you still need your account?",
    preheader: "Sign in before {goes} to keep it.",
    body: [
      "Nobody has signed in with this address for almost 3 years. We delete the account after {goes}. If you want to keep it, sign in once before.",
      "[button]",
    ],
    button: "Sign In",
    why: "You get this email because this is the address of a {brand} account.",
  },
  variables: ({ goes }) => ({ goes }),
  link: ({ signInLink }) => signInLink,
  sample: { goes: "2029-12-22", signInLink: `${appUrl}/club/login` },
});

interface AddressChange {
  before: string;
  after: string;
  link: string;
}

const addresses: EmailWords["facts"] = [
  ["Address so far", "{before}"],
  ["New address", "{after}"],
];
const sampleChange: AddressChange = {
  before: "mia@lakeside.example",
  after: "mia.martinez@lakeside.example",
  link: `${appUrl}/account/email/confirm?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
};

/** Asks the current address whether its account may move (product/accounts.md#own-account). */
export const emailChangeBeforeEmail = defineEmail<AddressChange>({
  purpose: {
    label: "Move the account? (old address)",
    sent: "when somebody wants another address",
    to: "account",
  },
  words: {
    subject: "May your account move to another email address?",
    heading: "May your account move to another address?",
    preheader: "Agree within 24 hours. Until then nothing changes.",
    body: [
      "Your sign-in, your emails and your password resets would move to the new address. It happens once you agree here and the new address has confirmed as well. The link works once, within 24 hours.",
      "[facts]",
      "[button]",
      "If this was not you, do not agree: sign in and change your password, because somebody else knows it.",
    ],
    facts: addresses,
    button: "Look at It and Agree",
    why: "You get this email because somebody who knows the password of your {brand} account asked for it.",
  },
  variables: ({ before, after }) => ({ before, after }),
  link: ({ link }) => link,
  sample: sampleChange,
});

/** Asks the new address to confirm that its reader owns the account (product/accounts.md#own-account). */
export const emailChangeAfterEmail = defineEmail<AddressChange>({
  purpose: {
    label: "Confirm the new address",
    sent: "to the address that an account is to move to",
    to: "account",
  },
  words: {
    subject: "Confirm your new email address",
    heading: "Is this your new address?",
    preheader: "Confirm within 24 hours. Until then nothing changes.",
    body: [
      "Your sign-in, your emails and your password resets move here once you confirm and the address so far has agreed as well. The link works once, within 24 hours.",
      "[facts]",
      "[button]",
      "If you do not use {brand}, ignore this email: nothing changes.",
    ],
    facts: addresses,
    button: "Confirm This Address",
    why: "You get this email because this address was entered in a {brand} account.",
  },
  variables: ({ before, after }) => ({ before, after }),
  link: ({ link }) => link,
  sample: sampleChange,
});

/** Says that an address which somebody wanted for their account already has one (product/accounts.md#own-account). */
export const emailChangeKnownEmail = defineEmail<{ email: string; signInLink: string }>({
  purpose: { label: "Address in use", sent: "to an address that has an account already", to: "account" },
  words: {
    subject: "You have a {brand} account under this address",
    heading: "This address has an account",
    preheader: "Another account cannot move here. Nothing has changed.",
    body: [
      "Somebody wanted to move their account to {email}. That is not possible, because this address has an account of its own. Nothing has changed.",
      "If it was you: sign in with this address instead, and ask your club to invite it to your teams.",
      "[button]",
    ],
    button: "Sign In",
    why: "You get this email because this address was entered in another {brand} account.",
  },
  variables: ({ email }) => ({ email }),
  link: ({ signInLink }) => signInLink,
  sample: { email: "mia.martinez@lakeside.example", signInLink: `${appUrl}/club/login` },
});

/** Tells the address that an account has left, with a link to take it back (product/accounts.md#own-account). */
export const emailChangeDoneEmail = defineEmail<{ after: string; takeBack: string }>({
  purpose: { label: "The account has moved", sent: "to the address that an account has left", to: "account" },
  words: {
    subject: "Your account has moved to another email address",
    heading: "Your account has moved",
    preheader: "It belongs to {after} now. You can take it back for 7 days.",
    body: [
      "You sign in with {after} from now on; emails and password resets go there, and no longer to this address.",
      "If you did not want this, take it back. This link works for 7 days: the account gets this address again, everybody is signed out, and you get a link to choose a new password.",
      "[button]",
    ],
    button: "Take the Address Back",
    why: "You get this email because this was the address of your {brand} account until now.",
  },
  variables: ({ after }) => ({ after }),
  link: ({ takeBack }) => takeBack,
  sample: {
    after: "mia.martinez@lakeside.example",
    takeBack: `${appUrl}/account/email/take-back?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
});

/** Tells the address that has lost an account again (product/accounts.md#own-account). */
export const emailTakenBackEmail = defineEmail<{ before: string }>({
  purpose: {
    label: "Address taken back",
    sent: "to the address that has lost an account again",
    to: "account",
  },
  words: {
    subject: "Your account has its former email address again",
    heading: "The former address was taken back",
    preheader: "The account belongs to {before} again. Everybody is signed out.",
    body: [
      "Whoever reads {before} took the account back. Everybody is signed out, and a new password is chosen from there.",
      "If that is wrong, write to {supportEmail}.",
    ],
    why: "You get this email because this was the address of a {brand} account for some days.",
  },
  variables: ({ before }) => ({ before }),
  sample: { before: "mia@lakeside.example" },
});
