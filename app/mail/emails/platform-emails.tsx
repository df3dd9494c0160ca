import { pluralize } from "#app/domain/values/pluralize.ts";
import { EmailList, Paragraph } from "../frame/email.tsx";
import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import type { ClubContact } from "./club-contact.ts";
import { appUrl, lakesideContact } from "./sample-values.ts";

/** Invites a person to the platform's staff (product/platform-staff.md#platform-staff). `role`: 'Moderator'. */
export const platformInvitationEmail = defineEmail<{ role: string; invitedBy: string; link: string }>({
  purpose: { label: "Invitation to the staff", sent: "when a colleague is invited", to: "staff" },
  words: {
    subject: "Join the staff of {brand}",
    heading: "You are invited to {brand}'s staff",
    preheader: "The link works once, within 7 days.",
    body: [
      "{invitedBy} invited you as {role}. Choose a password to begin; the link works once, within 7 days.",
      "[button]",
      "If you did not expect this, ignore it: nothing happens.",
    ],
    button: "Accept the Invitation",
    why: "You get this email because {invitedBy} invited you.",
  },
  variables: ({ role, invitedBy }) => ({ role, invitedBy }),
  link: ({ link }) => link,
  sample: {
    role: "Moderator",
    invitedBy: "Robin Reyes",
    link: `${appUrl}/admin/invitation?token=sample`,
  },
});

const whyStaff = "You get this email because you work for {brand}.";
const notYou = "If it was not you, tell another super admin at once.";

/** Tells that a recovery code was used instead of the authenticator. */
export const recoveryCodeEmail = defineEmail<{ left: number }>({
  purpose: { label: "Recovery code used", sent: "when a recovery code was used to sign in", to: "staff" },
  words: {
    subject: "A recovery code of yours was used at {brand}",
    heading: "A recovery code was used",
    preheader: notYou,
    body: [
      "Somebody signed in with your password and one of your recovery codes. You have {codes} left.",
      notYou,
    ],
    why: whyStaff,
  },
  variables: ({ left }) => ({ codes: pluralize(left, "code") }),
  sample: { left: 7 },
  moreSamples: [{ left: 1 }],
});

const factorWords = (said: string): EmailWords => ({
  subject: "Your sign-in at {brand} changed",
  heading: "Your sign-in changed",
  preheader: said,
  body: [said, notYou],
  why: whyStaff,
});

/** Tells that the second factor was switched on or off, or that its recovery codes are new. */
export const secondFactorEmail = defineEmail<{ change: "on" | "off" | "codes" }, "on" | "off" | "codes">({
  purpose: { label: "Second factor changed", sent: "when it was switched on or off", to: "staff" },
  variant: ({ change }) => change,
  words: {
    on: factorWords(
      "Your authenticator is set up: signing in asks for its code from now on. Every other device is signed out.",
    ),
    off: factorWords("Your authenticator was switched off: signing in asks for the password alone."),
    codes: factorWords("You have new recovery codes. The ones before do not work any more."),
  },
  sample: { change: "on" },
  moreSamples: [{ change: "off" }, { change: "codes" }],
});

/** Tells a member of staff that another super admin changed their account. `role`: the new one. */
export const staffAccountChangedEmail = defineEmail<
  { change: "role" | "lost-phone"; by: string; role: string },
  "role" | "lost-phone"
>({
  purpose: {
    label: "Account changed by a colleague",
    sent: "when another super admin changes an account",
    to: "staff",
  },
  variant: ({ change }) => change,
  words: {
    role: {
      subject: "Your role at {brand} changed",
      heading: "You are {role} now",
      preheader: "{by} changed your role.",
      body: [
        "{by} changed your role at {brand}: you are {role} now. You are signed out everywhere; what you may do shows when you sign in again.",
        "If you did not expect this, ask {by}.",
      ],
      why: whyStaff,
    },
    "lost-phone": {
      subject: "Your authenticator at {brand} was removed",
      heading: "Your authenticator was removed",
      preheader: "{by} did it because your phone is lost.",
      body: [
        "{by} removed your authenticator and your recovery codes, because your phone is lost. You are signed out everywhere. Sign in with your password and set up an authenticator on your new phone at once.",
        "If you did not ask for this, change your password now and tell another super admin.",
      ],
      why: whyStaff,
    },
  },
  variables: ({ by, role }) => ({ by, role }),
  sample: { change: "role", by: "Robin Reyes", role: "Moderator" },
  moreSamples: [{ change: "lost-phone", by: "Robin Reyes", role: "" }],
});

/** Alerts platform staff that a club's file cannot be used, and says how to get it back. */
export const clubUnavailableEmail = defineEmail<{
  club: { name: string; code: string };
  appUrl: string;
  /** Error in one line. */
  problem: string;
  /** Remedy. */
  remedy: string;
}>({
  purpose: { label: "A club’s file cannot be used", sent: "once a day while it lasts", to: "staff" },
  words: {
    subject: "{code} is down: its file cannot be used",
    heading: "{club} is down",
    preheader: "{remedy} The other clubs are served.",
    body: [
      "{remedy} The other clubs are served. This club is served again as soon as its file is back; nothing has to be restarted.",
      "[facts]",
    ],
    facts: [
      ["Club", "{club} ({code})"],
      ["Where", "{appUrl}"],
      ["What happened", "{problem}"],
      ["How to restore it", "npm run restore -- --from DIR --club {code}"],
    ],
    why: "You get this because you run the platform. It is sent at most once a day for each club that is down.",
  },
  variables: ({ club, appUrl, problem, remedy }) => ({
    club: club.name,
    code: club.code.toUpperCase(),
    appUrl,
    problem,
    remedy,
  }),
  sample: {
    club: { name: lakesideContact.name, code: lakesideContact.code },
    appUrl,
    problem: "The file of LAKESIDE7 is damaged: database disk image is malformed",
    remedy: "Its file is damaged. Restore it from the last backup.",
  },
});

/** Tells our own support that a club's contact cannot be reached by email (product/emails.md#undelivered-mail). */
export const contactBouncedEmail = defineEmail<{ club: ClubContact & { phone: string }; tag: string }>({
  purpose: { label: "A club cannot be reached", sent: "when a club’s contact takes no mail", to: "staff" },
  words: {
    subject: "No email reaches {club}",
    heading: "No email reaches {club}",
    preheader: "Call {contactName} and correct the address.",
    body: [
      "The club's contact address takes no email. Call the club, correct its address, and send what it missed.",
      "[facts]",
    ],
    facts: [
      ["Club", "{club} ({code})"],
      ["Contact", "{contactName}"],
      ["Address", "{contactEmail}"],
      ["Phone", "{clubPhone}"],
      ["Missed", "{missed}"],
    ],
    why: "You get this email because it goes to {supportEmail}.",
    phrases: { noPhone: "none given" },
  },
  variables: ({ club, tag }, say) => ({
    club: club.name,
    code: club.code.toUpperCase(),
    contactName: club.contactName,
    contactEmail: club.email,
    clubPhone: club.phone || say("noPhone"),
    missed: tag,
  }),
  sample: { club: { ...lakesideContact, phone: "(555) 010-0177" }, tag: "welcome" },
  moreSamples: [{ club: { ...lakesideContact, phone: "" } }],
});

/** Forwards a message from the contact form to the mailbox of its category. */
export const contactMessageEmail = defineEmail<{
  category: string;
  subject: string;
  message: string;
  sender: { name: string; email: string };
}>({
  purpose: { label: "Message", sent: "when somebody writes by the contact form", to: "staff" },
  words: {
    subject: "{category}: {subject}",
    heading: "{subject}",
    preheader: "From {name}, {email}",
    body: ["[message]", "[facts]"],
    facts: [
      ["From", "{name} <{email}>"],
      ["Category", "{category}"],
    ],
    why: "Sent through the contact form of {brand}.",
  },
  variables: ({ category, subject, sender }) => ({
    category,
    subject,
    name: sender.name,
    email: sender.email,
  }),
  blocks: {
    message: ({ message }) =>
      message.split(/\n{2,}/).map((paragraph) => <Paragraph key={paragraph}>{paragraph}</Paragraph>),
  },
  sample: {
    category: "General questions",
    subject: "When does the season begin?",
    message: "Hello,\n\nwe have six teams.\nWhen does the season begin?",
    sender: { name: "Olive Outside", email: "olive@outside.example" },
  },
});

/** Sends staff their notifications, at once or as a daily digest (product/platform-staff.md#notification-center). */
export const staffNotificationsEmail = defineEmail<{
  lines: { text: string; link: string }[];
  link: string;
}>({
  purpose: {
    label: "Notifications",
    sent: "at once or once a day, as each chooses in the Notification Center",
    to: "staff",
  },
  words: {
    subject: "{first}{others}",
    heading: "{many}",
    preheader: "Open the Notification Center to act.",
    body: ["[lines]", "[button]"],
    button: "Open the Notification Center",
    phrases: { heading: "What happened" },
    why: "You get this email because you chose so in the Notification Center of {brand}.",
  },
  variables: ({ lines }) => ({
    first: lines[0]?.text ?? "",
    others: lines.length > 1 ? `, and ${lines.length - 1} more` : "",
    many: pluralize(lines.length, "notification"),
  }),
  link: ({ link }) => link,
  blocks: { lines: ({ lines }, { say }) => <EmailList heading={say("heading")} lines={lines} /> },
  sample: {
    lines: [
      { text: "Lakeside Futbol Club is down", link: `${appUrl}/admin/notifications/n1` },
      { text: "Lakeside Futbol Club missed its deadline", link: `${appUrl}/admin/notifications/n2` },
    ],
    link: `${appUrl}/admin/notifications`,
  },
});

/**
 * Tells a club's administrators when maintenance is planned, and about changes of that
 * (product/operations.md#system-maintenance).
 */
export const maintenanceEmail = defineEmail<
  {
    change: "planned" | "changed" | "cancelled";
    name: string;
    /** 'Sat, Nov 28, 2026, 10:00 PM CT', in the reader's club's zone. */
    from: string;
    to: string;
    words: string;
    link: string;
  },
  "planned" | "changed" | "cancelled"
>({
  purpose: {
    label: "System Maintenance",
    sent: "when maintenance is planned, changed or canceled",
    to: "administrators",
    preference: "system-maintenance",
  },
  variant: ({ change }) => change,
  words: {
    planned: {
      subject: "{brand} will be down from {from}",
      heading: "Planned maintenance",
      preheader: "From {from} to {to}.",
      body: [
        "Hello {name},",
        "we work on {brand} in this time, and it may not answer.",
        "[facts]",
        "{notes?}",
        "[button]",
      ],
      facts: [
        ["From", "{from}"],
        ["To", "{to}"],
      ],
      button: "Open {brand}",
      why: "You get this email because you are an administrator of a club at {brand}.",
    },
    changed: {
      subject: "New time: {brand} will be down from {from}",
      heading: "The maintenance has moved",
      preheader: "Now from {from} to {to}.",
      body: [
        "Hello {name},",
        "the planned maintenance has changed. This is what holds now.",
        "[facts]",
        "{notes?}",
        "[button]",
      ],
      facts: [
        ["From", "{from}"],
        ["To", "{to}"],
      ],
      button: "Open {brand}",
      why: "You get this email because you are an administrator of a club at {brand}.",
    },
    cancelled: {
      subject: "Canceled: the maintenance from {from}",
      heading: "The maintenance is canceled",
      preheader: "{brand} stays open from {from} to {to}.",
      body: [
        "Hello {name},",
        "the maintenance of this time is canceled. {brand} stays open.",
        "[facts]",
        "[button]",
      ],
      facts: [
        ["From", "{from}"],
        ["To", "{to}"],
      ],
      button: "Open {brand}",
      why: "You get this email because you are an administrator of a club at {brand}.",
    },
  },
  variables: ({ name, from, to, words }) => ({ name, from, to, notes: words }),
  link: ({ link }) => link,
  sample: {
    change: "planned",
    name: "Ada Admin",
    from: "Sat, Nov 28, 2026, 10:00 PM CT",
    to: "Sun, Nov 29, 2026, 1:00 AM CT",
    words: "We move to a faster machine. Ratings that are saved before then are safe.",
    link: `${appUrl}/dashboard`,
  },
  moreSamples: [{ change: "changed" }, { change: "cancelled", words: "" }],
});
