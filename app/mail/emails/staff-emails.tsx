import { INVITATION_DAYS } from "#app/domain/club/staff/staff.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { type EmailClub, Facts, Paragraph } from "../frame/email.tsx";
import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import { appUrl, lakeside, lakesideContact, lakesideSignIn } from "./sample-values.ts";

/** Invites a coach or a manager to a team (product/teams.md#invitations). */
export const invitationEmail = defineEmail<{
  club: EmailClub;
  team: { name: string; ageGroup: string; season: string };
  /** 'Head Coach', 'Team Manager' … */
  role: string;
  to: string;
  /** Formatted in the club's time zone. */
  validUntil: string;
  link: string;
}>({
  purpose: { label: "Invitation to a team", sent: "when a coach or manager is invited", to: "members" },
  club: ({ club }) => club,
  words: {
    subject: "{club}: join {team} as {role}",
    heading: "Join {team} as {role}",
    preheader: "Free for you. The link works until {validUntil}.",
    body: [
      "{club} invites you to join {team} as {role}.",
      "After each game you rate how the parents and spectators behaved on the sideline. It takes less than a minute, on a phone.",
      "This account is FREE - the club has already covered all costs.",
      "[facts]",
      "[button]",
      "The link works once and for {days} days. It is meant for you: please do not pass it on.",
    ],
    facts: [
      ["Team", "{team}, {ageGroup}, {season}"],
      ["Your role", "{role}"],
      ["Valid until", "{validUntil}"],
    ],
    button: "Accept the Invitation",
    why: "You get this email because {club} entered {to} as {role} of {team}. If you do not know this club, you can ignore it.",
  },
  variables: ({ club, team, role, to, validUntil }) => ({
    club: club.name,
    team: team.name,
    ageGroup: team.ageGroup,
    season: team.season,
    role,
    to,
    validUntil,
    days: INVITATION_DAYS,
  }),
  link: ({ link }) => link,
  sample: {
    club: lakeside,
    team: { name: "Hawks", ageGroup: "U12", season: "Fall 2026" },
    role: "Head Coach",
    to: "dana@lakeside.example",
    validUntil: "Sun, Nov 29, 2026, 6:00 PM CT",
    link: `${appUrl}/contact?invite=coach&team=hawks&token=inv_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
});

/** Welcomes a coach or manager who accepted an invitation (product/teams.md#invitations). */
export const staffWelcomeEmail = defineEmail<{
  club: EmailClub;
  clubCode: string;
  name: string;
  email: string;
  places: { role: string; team: string }[];
  signInLink: string;
}>({
  purpose: { label: "Welcome to the team", sent: "when an invitation was accepted", to: "members" },
  club: ({ club }) => club,
  words: {
    subject: "Welcome to the team at {club}",
    heading: "Welcome to the Team, {name}!",
    preheader: "Your account is ready. Sign in with this email address.",
    body: [
      "Your account at {club} is ready. Sign in with this email address and the password you chose.",
      "[places]",
      "[button]",
      "After each game, open Rating and say how the sideline behaved: 20, 10 or 0.",
    ],
    facts: [
      ["Club code", "{code}"],
      ["Sign in with", "{email}"],
    ],
    button: "Go to Dashboard",
    why: "You get this email because you accepted an invitation from {club}. If that was not you, reply to this email so that the club can remove the account.",
  },
  variables: ({ club, clubCode, name, email }) => ({
    club: club.name,
    code: clubCode.toUpperCase(),
    name,
    email,
  }),
  link: ({ signInLink }) => signInLink,
  blocks: {
    places: ({ places }, { facts }) => (
      <Facts facts={[...places.map(({ role, team }) => [role, team] as const), ...facts]} />
    ),
  },
  sample: {
    club: lakeside,
    clubCode: lakesideContact.code,
    name: "Dana Reyes",
    email: "dana@lakeside.example",
    places: [
      { role: "Head Coach", team: "Hawks, U12" },
      { role: "Team Manager", team: "Lions, U14" },
    ],
    signInLink: lakesideSignIn,
  },
});

/** Invites a further administrator of a club (product/teams.md#administrators). */
export const adminInvitationEmail = defineEmail<{
  club: EmailClub;
  name: string;
  to: string;
  invitedBy: string;
  /** Formatted in the club's time zone. */
  validUntil: string;
  link: string;
}>({
  purpose: {
    label: "Invitation of an administrator",
    sent: "when a further administrator is invited",
    to: "administrators",
  },
  club: ({ club }) => club,
  words: {
    subject: "{club}: become an administrator",
    heading: "Help to run {club}",
    preheader: "{invitedBy} invites you. The link works until {validUntil}.",
    body: [
      "Hello {name}, {invitedBy} invites you to administer {club} on {brand}.",
      "Administrators see every team, invite managers and coaches, and keep the club's settings. You sign in with this email address and a password of your own.",
      "[facts]",
      "[button]",
      "The link works once. It is meant for you: please do not pass it on.",
    ],
    facts: [
      ["Club", "{club}"],
      ["Your role", "Club Administrator"],
      ["Valid until", "{validUntil}"],
    ],
    button: "Accept the Invitation",
    why: "You get this email because {invitedBy} entered {to} as an administrator of {club}. If you do not know this club, you can ignore it.",
  },
  variables: ({ club, name, to, invitedBy, validUntil }) => ({
    club: club.name,
    name,
    to,
    invitedBy,
    validUntil,
  }),
  link: ({ link }) => link,
  sample: {
    club: lakeside,
    name: "Nora New",
    to: "nora@lakeside.example",
    invitedBy: "Ada Admin",
    validUntil: "Sun, Nov 29, 2026, 6:00 PM CT",
    link: `${appUrl}/account/administrator?token=adm_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
});

const administratorsChanged: Pick<EmailWords, "preheader" | "button" | "why"> = {
  preheader: "By {by}, {when}. If this is not right, tell us at once.",
  button: "See Who Administers the Club",
  why: "You get this email because you administer {club}. It is sent whenever an administrator comes or goes.",
};
const correctIt = "If this is not right, change it there, or write to {supportEmail}.";

/** Tells a club's administrators that a person was added to them or removed from them. */
export const administratorChangedEmail = defineEmail<
  {
    club: EmailClub;
    change: "added" | "removed";
    name: string;
    email: string;
    by: string;
    /** Formatted in the club's time zone. */
    when: string;
    settingsLink: string;
  },
  "added" | "removed"
>({
  purpose: {
    label: "Administrators changed",
    sent: "when somebody becomes or is no longer one",
    to: "administrators",
  },
  club: ({ club }) => club,
  variant: ({ change }) => (change === "added" ? "added" : "removed"),
  words: {
    added: {
      ...administratorsChanged,
      subject: "{name} is an administrator now",
      heading: "A new administrator",
      body: [
        "{name} is an administrator of {club} now, and can see and change everything that you can.",
        "[facts]",
        "[button]",
        correctIt,
      ],
      facts: [
        ["Name", "{name}"],
        ["Email", "{email}"],
        ["Invited by", "{by}"],
        ["When", "{when}"],
      ],
    },
    removed: {
      ...administratorsChanged,
      subject: "{name} is no longer an administrator",
      heading: "An administrator was removed",
      body: ["{name} is no longer an administrator of {club}.", "[facts]", "[button]", correctIt],
      facts: [
        ["Name", "{name}"],
        ["Email", "{email}"],
        ["Removed by", "{by}"],
        ["When", "{when}"],
      ],
    },
  },
  variables: ({ club, name, email, by, when }) => ({ club: club.name, name, email, by, when }),
  link: ({ settingsLink }) => settingsLink,
  sample: {
    club: lakeside,
    change: "added",
    name: "Nora New",
    email: "nora@lakeside.example",
    by: "Ada Admin",
    when: "Sun, Nov 22, 2026, 6:00 PM CT",
    settingsLink: `${appUrl}/club/settings?tab=users`,
  },
  moreSamples: [{ change: "removed" }],
});

/** Tells a person that they are not an administrator of the club any more. */
export const administratorEndedEmail = defineEmail<{
  club: EmailClub;
  name: string;
  by: string;
  when: string;
}>({
  purpose: { label: "No longer an administrator", sent: "to who is no longer one", to: "administrators" },
  club: ({ club }) => club,
  words: {
    subject: "You no longer administer {club}",
    heading: "You no longer administer {club}",
    preheader: "Your account stays, with your places at other clubs and teams.",
    body: [
      "Hello {name}, your access as an administrator has ended.",
      "[facts]",
      "Your account stays, with your places at other clubs and teams. Questions? Reply to this email.",
    ],
    facts: [
      ["Ended by", "{by}"],
      ["When", "{when}"],
    ],
    why: "You get this email because you were an administrator of {club}.",
  },
  variables: ({ club, name, by, when }) => ({ club: club.name, name, by, when }),
  sample: { club: lakeside, name: "Nora New", by: "Ada Admin", when: "Sun, Nov 22, 2026, 6:00 PM CT" },
});

/** Announces new terms to an administrator who accepted earlier ones (product/pages.md#legal-texts). */
export const termsChangedEmail = defineEmail<{
  name: string;
  changes: readonly string[];
  /** YYYY-MM-DD. */
  holdsFrom: string;
  termsLink: string;
  acceptLink: string;
}>({
  purpose: { label: "New terms", sent: "when the terms change", to: "administrators" },
  words: {
    subject: "Our terms change on {day}",
    heading: "Our terms change on {day}",
    preheader: "What changes, and what you can do.",
    body: [
      "Hello {name},",
      "From {day} on, a new version of our Terms of Service holds for your club:",
      "[changes]",
      "[button]",
      "The whole text, with its earlier versions, is at {termsLink}. If you do not agree, you may end the subscription: write to {supportEmail}.",
    ],
    button: "Read and Accept",
    why: "You get this email once, because you administer a club at {brand} and accepted earlier terms.",
    phrases: { change: "• {change}" },
  },
  variables: ({ name, holdsFrom, termsLink }) => ({
    name,
    day: formatDateInFull(new Date(`${holdsFrom}T12:00:00Z`), "UTC"),
    termsLink,
  }),
  link: ({ acceptLink }) => acceptLink,
  blocks: {
    changes: ({ changes }, { say }) =>
      changes.map((change) => <Paragraph key={change}>{say("change", { change })}</Paragraph>),
  },
  sample: {
    name: "Ada Admin",
    changes: ["Your number of players is verified within 30 days of signing up."],
    holdsFrom: "2026-12-23",
    termsLink: `${appUrl}/terms`,
    acceptLink: `${appUrl}/account/terms`,
  },
});

/** Announces a new privacy policy to an administrator whose account is older than it (product/pages.md#legal-texts). */
export const privacyChangedEmail = defineEmail<{
  name: string;
  changes: readonly string[];
  /** YYYY-MM-DD. */
  holdsFrom: string;
  link: string;
}>({
  purpose: { label: "New privacy policy", sent: "when the privacy policy changes", to: "administrators" },
  words: {
    subject: "Our privacy policy changes on {day}",
    heading: "Our privacy policy changes on {day}",
    preheader: "What changes. There is nothing to do.",
    body: [
      "Hello {name},",
      "From {day} on, a new version of our Privacy Policy holds for your club:",
      "[changes]",
      "[button]",
      "There is nothing to accept. Questions? Write to {supportEmail}.",
    ],
    button: "Read the Policy",
    why: "You get this email once, because you administer a club at {brand}.",
    phrases: { change: "• {change}" },
  },
  variables: ({ name, holdsFrom }) => ({
    name,
    day: formatDateInFull(new Date(`${holdsFrom}T12:00:00Z`), "UTC"),
  }),
  link: ({ link }) => link,
  blocks: {
    changes: ({ changes }, { say }) =>
      changes.map((change) => <Paragraph key={change}>{say("change", { change })}</Paragraph>),
  },
  sample: {
    name: "Ada Admin",
    changes: ["A registration that your club refuses is kept for a day, so that you can take it back."],
    holdsFrom: "2026-12-26",
    link: `${appUrl}/privacy`,
  },
});
