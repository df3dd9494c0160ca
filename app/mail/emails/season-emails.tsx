import { pluralize } from "#app/domain/values/pluralize.ts";
import type { ReportPrint } from "#app/print/report-print.ts";
import { type EmailClub, EmailSection, Facts, Paragraph } from "../frame/email.tsx";
import { defineEmail } from "../frame/email-kind.tsx";
import { type NotificationProps, notificationFrame } from "./notification.ts";
import { appUrl, lakesideWithAddress, sampleWhy } from "./sample-values.ts";

/** Sends a season to the club's board, who have no account (product/seasons.md#sending-a-season-to-the-board). */
export const seasonBoardEmail = defineEmail<{
  club: EmailClub;
  season: string;
  /** Name of the sender. */
  by: string;
  /** Sender's message above it, as plain text; '' for none. */
  words: string;
  results: string;
  facts: [label: string, value: string][];
  /** 'Dana Reyes, 9 games' */
  thanks: string[];
  /** Data of the attached PDF; null in a sample. */
  pdf: { print: Omit<ReportPrint, "logo"> /** WebP in base64. */; logo: string | null; day: string } | null;
}>({
  purpose: {
    label: "A season, for the board",
    sent: "to the addresses that an administrator sends a season to",
    to: "administrators",
  },
  club: ({ club }) => club,
  words: {
    subject: "{club}: {season} on the sidelines",
    heading: "{season} on the sidelines",
    preheader: "{results}",
    body: ["[own]", "{results}", "[stats]", "[thanks]", "Each team's figures are in the attached PDF."],
    why: "{by} of {club} sent you this. It comes once; to write back, reply to this email.",
    phrases: { thanks: "Thank you to who rated", by: "{by}, {club}" },
  },
  variables: ({ club, season, by, results }) => ({ club: club.name, season, by, results }),
  blocks: {
    // Plain text without links, because the readers are not the sender's own people.
    own: ({ words }, { say }) =>
      words === "" ? null : (
        <>
          {words.split(/\n{2,}/).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
            <Paragraph key={index}>{paragraph}</Paragraph>
          ))}
          <Paragraph>{say("by")}</Paragraph>
        </>
      ),
    stats: ({ facts }) => <Facts facts={facts} />,
    thanks: ({ thanks }, { say }) =>
      thanks.length > 0 ? (
        <EmailSection heading={say("thanks")}>
          <Paragraph>{`${thanks.join("; ")}.`}</Paragraph>
        </EmailSection>
      ) : null,
  },
  sample: {
    club: lakesideWithAddress,
    season: "Fall 2026",
    by: "Ada Admin",
    words: "Dear board,\n\nthis is how our first season with Goodside went.",
    results: "Perfect in 28 of 38 rated games, 74% (likely 58% to 85%). 40 of 48 planned games played.",
    facts: [
      ["Games", "38 of 40 games rated (95%)"],
      ["Results", "28 perfect, 8 minor, 2 major"],
      ["Improved: Hawks", "from 12.0 to 18.0 points a game, the first 5 rated games against the last 5"],
      ["Incidents", "2 major incidents as a final score. 2 cases: all closed. 3 repair talks held."],
      ["Parents", "Parent satisfaction: 90% (the average of 23 answers from 1 to 5). The reference is 78%."],
    ],
    thanks: ["Dana Reyes, 19 games", "Mona Park, 12 games"],
    pdf: null,
  },
  moreSamples: [{ words: "", thanks: [] }],
});

const begins = {
  subject: "{club}: {season} begins {when}",
  heading: "{season} begins {when}",
  preheader: "It runs until {until}.",
  why: "{why}",
};
const ends = {
  subject: "{club}: {season} ends {when}",
  heading: "{season} ends {when}",
  preheader: "{progress}",
  why: "{why}",
};

/**
 * Announces that a season begins or ends within a week (product/notifications.md#season-updates), to administrators and
 * its teams' staff.
 */
export const seasonUpdateEmail = defineEmail<
  NotificationProps & {
    season: string;
    moment: "begins" | "ends";
    /** True if the reader is an administrator of the club. */
    admin: boolean;
    /** 'on Sat, Mar 6', 'today' */
    when: string;
    /** The season's last day. */
    until: string;
    scheduled: number;
    played: number;
    /** Games played without a result. */
    notRated: number;
  },
  "beginsAdmin" | "beginsStaff" | "endsAdmin" | "endsStaff"
>({
  purpose: {
    label: "A season begins or ends",
    sent: "a week before a season of the team begins or ends",
    to: "members",
    preference: "season-updates",
  },
  ...notificationFrame,
  variant: ({ moment, admin }) =>
    moment === "begins" ? (admin ? "beginsAdmin" : "beginsStaff") : admin ? "endsAdmin" : "endsStaff",
  words: {
    beginsAdmin: {
      ...begins,
      body: [
        "It runs until {until}. On the schedule: {games}.",
        "Before the first one: has each team a manager and a coach, and have its parents signed?",
        "[button]",
      ],
      button: "Open the season",
    },
    beginsStaff: {
      ...begins,
      body: [
        "It runs until {until}.",
        "Look through your games, and say a word to your parents before the first one: what you hope to hear from the sideline.",
        "[button]",
      ],
      button: "Open the schedule",
    },
    endsAdmin: {
      ...ends,
      body: [
        "{progress}",
        "Once it is over you can send it to your board, and roll it over into the next one: teams, people and parents go along.",
        "[button]",
      ],
      button: "Open the season",
    },
    endsStaff: {
      ...ends,
      preheader: "Rate what is still open.",
      body: [
        "Rate what is still open while you remember it. A game without a rating is missing from your team’s season.",
        "[button]",
      ],
      button: "Open your games",
    },
  },
  variables: ({ club, why, season, when, until, scheduled, played, notRated }) => ({
    club: club.name,
    ...{ why, season, when, until },
    games: scheduled > 0 ? pluralize(scheduled, "game") : "nothing yet",
    progress:
      notRated === 0
        ? `${pluralize(played, "game")} played so far, each with a result.`
        : `${pluralize(played, "game")} played so far, ${notRated} without a result.`,
  }),
  sample: {
    ...{ club: lakesideWithAddress, why: sampleWhy("Season Updates"), season: "Spring 2027" },
    ...{ moment: "begins", admin: true, when: "on Sat, Mar 6", until: "Sat, May 29" },
    ...{ scheduled: 48, played: 0, notRated: 0, link: `${appUrl}/seasons/s1` },
  },
  moreSamples: [
    { scheduled: 0 },
    { admin: false, link: `${appUrl}/schedule` },
    { moment: "ends", when: "today", played: 46, notRated: 3 },
    { moment: "ends", when: "today", played: 46, admin: false, link: `${appUrl}/rating` },
  ],
});
