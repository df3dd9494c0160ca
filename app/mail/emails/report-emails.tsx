import { pluralize } from "#app/domain/values/pluralize.ts";
import { EmailList, EmailSection, Facts, LinkedParagraph } from "../frame/email.tsx";
import { defineEmail, type EmailPurpose } from "../frame/email-kind.tsx";
import { type NotificationProps, notificationFrame } from "./notification.ts";
import { appUrl, lakesideWithAddress, sampleWhy } from "./sample-values.ts";

const PREHEADER_CHARS = 140;

interface Line {
  text: string;
  link: string;
}

/** Section of a digest: events of one kind about one team. */
export interface DigestSection {
  /** 'Hawks: Rating Submissions' */
  heading: string;
  lines: Line[];
}

/** Sums up events since the last digest, by team and kind (product/notifications.md#digests). */
export const digestEmail = defineEmail<
  NotificationProps & {
    /** Name of the digest: 'Your day', 'Your week'. */
    period: string;
    sections: DigestSection[];
  }
>({
  purpose: { label: "Digest", sent: "daily or weekly, to who wants notices together", to: "members" },
  ...notificationFrame,
  words: {
    subject: "{period} at {club}: {updates}",
    heading: "{period} at {club}",
    preheader: "{contents}",
    body: ["[sections]", "[button]"],
    button: "Open the dashboard",
    why: "{why}",
  },
  variables: ({ club, why, period, sections }) => ({
    club: club.name,
    why,
    period,
    updates: pluralize(
      sections.reduce((sum, { lines }) => sum + lines.length, 0),
      "update",
    ),
    contents: sections
      .map(({ heading, lines }) => `${heading} (${lines.length})`)
      .join(", ")
      .slice(0, PREHEADER_CHARS),
  }),
  blocks: {
    sections: ({ sections }) =>
      sections.map(({ heading, lines }) => <EmailList key={heading} heading={heading} lines={lines} />),
  },
  sample: {
    club: lakesideWithAddress,
    why: `You get this because you chose to get ${lakesideWithAddress.name}'s updates together.`,
    period: "Your week",
    sections: [
      {
        heading: "Hawks U12: Rating Submissions",
        lines: [
          { text: "Dana Reyes rated Hawks U12 vs. Riverside Tigers", link: `${appUrl}/rating/g1` },
          {
            text: "Mona Park rated Hawks U12 vs. Bayside Gulls: 20, Perfect Behavior",
            link: `${appUrl}/rating/g2`,
          },
        ],
      },
      {
        heading: "Lions U14: Perfect Game",
        lines: [{ text: "Lions U14 vs. Harbor City Mariners", link: `${appUrl}/rating/g3` }],
      },
    ],
    link: `${appUrl}/dashboard`,
  },
});

/**
 * Sums up the past week and the coming one, of the club or of the reader's teams
 * (product/notifications.md#weekly-reports).
 */
export const weeklyReportEmail = defineEmail<
  NotificationProps & {
    /** 'The club's week' */
    title: string;
    week: string;
    sentence: string;
    stats: [label: string, value: string][];
    teams: { name: string; text: string }[];
    next: Line[];
    waiting: Line[];
    ahead: Line[];
    moreAhead: number;
  }
>({
  purpose: { label: "Weekly report", sent: "on Monday morning", to: "members", preference: "weekly-reports" },
  ...notificationFrame,
  words: {
    subject: "{club}: {week}",
    heading: "{title}, {week}",
    preheader: "{summary}",
    body: [
      "{sentence}",
      "[stats]",
      "[next]",
      "[waiting]",
      "[teams]",
      "[ahead]",
      "And {moreGames?}.",
      "[button]",
    ],
    button: "Open the dashboard",
    why: "{why}",
    phrases: {
      summary: "{sentence} Next: {next}",
      next: "What to do next",
      waiting: "Waiting for your rating",
      teams: "By team",
      ahead: "This week's games",
    },
  },
  variables: ({ club, why, title, week, sentence, next, moreAhead }, say) => ({
    club: club.name,
    why,
    title,
    week,
    sentence,
    summary:
      sentence && next[0]?.text
        ? say("summary", { sentence, next: next[0].text })
        : sentence || (next[0]?.text ?? ""),
    moreGames: moreAhead > 0 ? pluralize(moreAhead, "more game", "more games") : "",
  }),
  blocks: {
    stats: ({ stats }) => (stats.length > 0 ? <Facts facts={stats} /> : null),
    next: ({ next }, { say }) => <EmailList heading={say("next")} lines={next} />,
    waiting: ({ waiting }, { say }) =>
      waiting.length > 0 ? <EmailList heading={say("waiting")} lines={waiting} /> : null,
    teams: ({ teams }, { say }) =>
      teams.length > 0 ? (
        <EmailSection heading={say("teams")}>
          <Facts facts={teams.map(({ name, text }) => [name, text])} />
        </EmailSection>
      ) : null,
    ahead: ({ ahead }, { say }) =>
      ahead.length > 0 ? <EmailList heading={say("ahead")} lines={ahead} /> : null,
  },
  sample: {
    club: lakesideWithAddress,
    why: sampleWhy("Weekly Reports"),
    title: "The club's week",
    week: "Mon, Nov 16 to Sun, Nov 22",
    sentence: "7 of 9 games rated; 5 perfect.",
    stats: [
      ["Minor Issues", "1"],
      ["Major Incident", "1"],
      ["Average", "15.7 of 20"],
    ],
    teams: [
      { name: "Eagles U10", text: "4 games, 4 rated; average 17.5" },
      { name: "Hawks U12", text: "5 games, 3 rated; average 13.3" },
    ],
    next: [
      {
        text: "1 incident note is open: read what happened and write down what was done",
        link: `${appUrl}/rating?show=incidents`,
      },
      {
        text: "2 games wait for a rating: see who can give it, and remind them",
        link: `${appUrl}/rating/waiting`,
      },
    ],
    waiting: [],
    ahead: [{ text: "Hawks U12 vs. Owls, Sat, Nov 28, 10:00 AM CT", link: `${appUrl}/rating/g3` }],
    moreAhead: 6,
    link: `${appUrl}/dashboard`,
  },
  moreSamples: [
    { stats: [], teams: [], next: [], ahead: [], moreAhead: 0 },
    { waiting: [{ text: "Hawks U12 vs. Owls", link: `${appUrl}/rating/g2` }], moreAhead: 1 },
  ],
});

type PeriodProps = NotificationProps & {
  /** 'October 2026', 'Fall 2026' */
  period: string;
  sentence: string;
  stats: [label: string, value: string][];
  /** The month or season before, with its stats if it had games. */
  before: { name: string; stats: [label: string, value: string][] };
  next: Line[];
};

/** Defines an email that compares a month or a season with the one before. */
const periodEmail = (
  purpose: EmailPurpose,
  subject: string,
  heading: string,
  kind: string,
  sample: { period: string; before: string },
) =>
  defineEmail<PeriodProps>({
    purpose,
    ...notificationFrame,
    words: {
      ...{ subject, heading, preheader: "{sentence}", why: "{why}", button: "Open the report" },
      body: ["{sentence}", "[stats]", "[before]", "[next]", "[button]"],
      phrases: { before: "Before: {period}", next: "Where to look" },
    },
    variables: ({ club, why, period, sentence }) => ({ club: club.name, why, period, sentence }),
    blocks: {
      stats: ({ stats }) => <Facts facts={stats} />,
      before: ({ before }, { say }) =>
        before.stats.length > 0 ? (
          <EmailSection heading={say("before", { period: before.name })}>
            <Facts facts={before.stats} />
          </EmailSection>
        ) : null,
      next: ({ next }, { say }) => <EmailList heading={say("next")} lines={next} />,
    },
    sample: {
      club: lakesideWithAddress,
      why: sampleWhy(kind),
      period: sample.period,
      sentence: "Perfect in 3 of 4 rated games: too few to say more.",
      stats: [
        ["Perfect games", "3 of 4 rated games"],
        ["Average", "17.5 of 20, in 4 rated games"],
        ["Rated", "4 of 5 games played"],
      ],
      before: {
        name: sample.before,
        stats: [
          ["Perfect games", "1 of 2 rated games"],
          ["Average", "15.0 of 20, in 2 rated games"],
          ["Rated", "2 of 2 games played"],
        ],
      },
      next: [
        { text: "Hawks U12: 14.2 points a game", link: `${appUrl}/reports?team=t1` },
        { text: "1 game has no result yet: see who can still rate", link: `${appUrl}/rating/waiting` },
        { text: "What happens most, and when", link: `${appUrl}/reports?tab=analytics` },
      ],
      link: `${appUrl}/reports`,
    },
    moreSamples: [{ before: { name: sample.before, stats: [] } }],
  });

/** Sums up the month before, for administrators who want it (product/notifications.md#monthly-analytics). */
export const monthlyAnalyticsEmail = periodEmail(
  {
    label: "Monthly analytics",
    sent: "on the 1st of a month",
    to: "administrators",
    preference: "monthly-analytics",
  },
  "{club}: {period} in figures",
  "{period} on the sidelines",
  "Monthly Analytics",
  { period: "October 2026", before: "September 2026" },
);

/** Sums up a season for administrators (product/notifications.md#season-summary). */
export const seasonSummaryEmail = periodEmail(
  {
    label: "Season summary",
    sent: "when a season has ended",
    to: "administrators",
    preference: "season-summary",
  },
  "{club}: how {period} went",
  "How {period} went",
  "Season Summary",
  { period: "Fall 2026", before: "Spring 2026" },
);

/**
 * Carries an administrator's plain text: only http and https addresses become links
 * (product/notifications.md#announcements).
 */
export const announcementEmail = defineEmail<
  NotificationProps & { subject: string; body: string; by: string }
>({
  purpose: {
    label: "Announcement",
    sent: "when an administrator writes to everybody",
    to: "members",
    preference: "announcements",
  },
  ...notificationFrame,
  words: {
    subject: "{subject}",
    heading: "{subject}",
    preheader: "{firstWords}",
    body: ["[message]", "[signature]", "[button]"],
    button: "Open Goodside",
    why: "{why}",
    phrases: { signature: "{by}, {club}" },
  },
  variables: ({ club, why, subject, body, by }) => ({
    club: club.name,
    why,
    subject,
    firstWords: body.replace(/\s+/g, " ").trim().slice(0, PREHEADER_CHARS),
    by,
  }),
  blocks: {
    message: ({ body }) =>
      body.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
        <LinkedParagraph key={index}>{paragraph}</LinkedParagraph>
      )),
    signature: (_, { say }) => <LinkedParagraph>{say("signature")}</LinkedParagraph>,
  },
  sample: {
    club: lakesideWithAddress,
    why: sampleWhy("Club Announcements"),
    subject: "Picture day is on Saturday",
    body: "Hello everybody,\n\nplease bring both shirts. All times: https://lakeside.example/pictures?day=sat\nThe small teams begin.\n\nThank you",
    by: "Ada Admin",
    link: `${appUrl}/dashboard`,
  },
});
