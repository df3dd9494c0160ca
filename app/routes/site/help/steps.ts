import type { SetupProgress } from "#app/domain/club/setup-progress/setup-progress.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";

export interface HelpStep {
  id: string;
  title: string;
  text: readonly string[];
  links: readonly { href: string; text: string }[];
  /** Progress of the club in words; null if there is nothing to count. */
  progress: (club: SetupProgress) => { done: boolean; text: string } | null;
}

/** The seven steps of a new club (product/pages.md#help-guide): they link only to pages that exist. */
export const steps: readonly HelpStep[] = [
  {
    id: "players",
    title: "Import player data",
    text: [
      "Upload the roster that your registration software exports, as CSV or Excel, or our template. You see what was understood before anything is saved, and you can undo it. Teams that do not exist yet are created on the way.",
    ],
    links: [
      { href: "/advanced-import", text: "Data Import" },
      { href: "/teams", text: "Teams" },
    ],
    progress: ({ teams, parents }) => ({
      done: teams > 0 && parents > 0,
      text: `${pluralize(teams, "team")}, ${pluralize(parents, "parent")} on the list`,
    }),
  },
  {
    id: "schedule",
    title: "Upload schedules",
    text: [
      "Import the schedule file of your league, or add games by hand. A day that was rained out moves in one go, and every coach can put the games into their own calendar.",
    ],
    links: [{ href: "/schedule", text: "Schedule" }],
    progress: ({ games }) => ({ done: games > 0, text: pluralize(games, "game") }),
  },
  {
    id: "staff",
    title: "Invite managers and coaches",
    text: [
      "Each team needs a manager and a coach: two pairs of eyes. Invite them by email from the team’s page. They choose a password and are in; their accounts are free.",
    ],
    links: [{ href: "/teams", text: "Teams" }],
    progress: ({ staff, invited }) => ({
      done: staff > 0 && invited === 0,
      text: `${pluralize(staff, "place")} filled, ${pluralize(invited, "invitation")} not accepted yet`,
    }),
  },
  {
    id: "agreements",
    title: "Send parent agreements",
    text: [
      "Read the agreement and add your club’s own paragraphs in the settings, then send it to everybody at once. Parents sign on one page, without an account. Reminders go out by themselves after 3, 7 and 14 days.",
    ],
    links: [
      { href: "/agreements", text: "Agreements" },
      { href: "/help/lessons/sending-the-agreement", text: "Lesson: sending the agreement" },
    ],
    progress: ({ sent, signed, parents }) => ({
      done: parents > 0 && sent >= parents,
      text: `${pluralize(sent, "agreement")} sent, ${signed} signed`,
    }),
  },
  {
    id: "rate",
    title: "Rate behavior",
    text: [
      "From kick-off on, coach and manager rate on their phones. Administrators see what is missing and can send a reminder, but never rate.",
    ],
    links: [
      { href: "/mobile-rating", text: "Rate at the field" },
      { href: "/rating", text: "All ratings" },
      { href: "/help/lessons/how-to-rate", text: "Lesson: how to rate" },
    ],
    progress: ({ rated }) => ({ done: rated > 0, text: `${pluralize(rated, "game")} with a result` }),
  },
  {
    id: "reports",
    title: "Read the reports",
    text: [
      "Weekly reports come by email to the teams that you choose, and to administrators. The list of agreements can be saved as a CSV file, and the leaderboard shows where your teams stand.",
    ],
    links: [
      { href: "/teams/weekly-reports", text: "Weekly reports" },
      { href: "/leaderboard", text: "Leaderboard" },
    ],
    progress: ({ weeklyReports, teams }) => ({
      done: weeklyReports > 0,
      text: `Weekly reports on for ${weeklyReports} of ${pluralize(teams, "team")}`,
    }),
  },
  {
    id: "print",
    title: "Rewards and printable resources",
    text: [
      "What you can print: a banner and a sign for the field, pocket cards, rating cards, forms, a certificate and the agreement on paper, all with your club’s name, logo and color; the QR code with which parents register, and the signed copies. Rewards have a budget and find by themselves which team has earned one.",
    ],
    links: [
      { href: "/rewards", text: "Rewards" },
      { href: "/printables", text: "Printables" },
      { href: "/email-collection/qr", text: "QR code to print" },
      { href: "/agreements/text", text: "Text of the agreement" },
    ],
    progress: () => null,
  },
];

/** Steps of a new club before its first games, in order. */
export const checklist = [
  "The club code and a password (both came by email after the payment)",
  "The roster with parents’ emails, as your registration software exports it",
  "The schedule file of your league",
  "The emails of your coaches and team managers",
  "Ten minutes to read the parent agreement",
] as const;
