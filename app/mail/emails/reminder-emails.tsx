import { pluralize } from "#app/domain/values/pluralize.ts";
import { EmailList, EmailSection, Facts, Paragraph } from "../frame/email.tsx";
import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import { type NotificationProps, notificationFrame } from "./notification.ts";
import { appUrl, lakesideWithAddress, sampleGame, sampleWhy } from "./sample-values.ts";

/** An upcoming game in a reminder. */
interface ReminderGame {
  /** 'Hawks vs. Lions' */
  title: string;
  /** 'Sat, Nov 21, 10:00 AM CT' */
  when: string;
  where: string;
  reason: "tomorrow" | "changed" | "cancelled";
  /** Time and place in the previous email; absent from mails queued before it was known, '' for none. */
  before?: string;
  /** Reason for moving or cancelling, in the person's words. */
  because?: string;
}

const reminderWords = (subject: string): EmailWords => ({
  subject,
  heading: subject,
  preheader: "{games}",
  body: ["[games]", "[after]", "[button]"],
  button: "Open the schedule",
  why: "{why}",
  phrases: {
    inPreheader: "{title}, {when}, {where}",
    cancelledInPreheader: "{title} is cancelled",
    changed: "Here are the new time and place.",
    cancelled: "This game is not played.",
    after: "After the game you get a link straight to its rating.",
  },
});

/**
 * Lists tomorrow's games, and those moved or cancelled since the reminder (product/notifications.md#game-reminders).
 */
export const gameReminderEmail = defineEmail<
  NotificationProps & { games: ReminderGame[] },
  ReminderGame["reason"] | "mixed"
>({
  purpose: {
    label: "Game tomorrow",
    sent: "the day before a game",
    to: "members",
    preference: "game-reminders",
  },
  ...notificationFrame,
  variant: ({ games }) => {
    const reasons = new Set(games.map(({ reason }) => reason));
    if (reasons.size > 1) return "mixed";
    if (reasons.has("tomorrow")) return "tomorrow";
    return reasons.has("cancelled") ? "cancelled" : "changed";
  },
  words: {
    tomorrow: reminderWords("Tomorrow: {what}"),
    changed: reminderWords("Changed: {what}"),
    cancelled: reminderWords("Cancelled: {what}"),
    mixed: reminderWords("Your schedule: {what}"),
  },
  variables: ({ games, why }, say) => ({
    what: games.length === 1 && games[0] ? games[0].title : pluralize(games.length, "game"),
    games: games
      .slice(0, 3)
      .map(({ title, when, where, reason }) =>
        say(reason === "cancelled" ? "cancelledInPreheader" : "inPreheader", { title, when, where }),
      )
      .join("; "),
    why,
  }),
  blocks: {
    games: ({ games }, { say }) =>
      games.map(({ title, when, where, reason, before, because }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
        <EmailSection key={index} heading={title}>
          <Facts
            facts={[
              ...(reason === "tomorrow" ? [] : [[REASONS[reason], say(reason)] as const]),
              ...(because ? [["Reason", because] as const] : []),
              ...(reason === "changed" && before ? [["Before", before] as const] : []),
              [reason === "changed" ? "Now" : "When", when],
              ["Where", where],
            ]}
          />
        </EmailSection>
      )),
    after: ({ games }, { say }) =>
      games.some(({ reason }) => reason !== "cancelled") ? <Paragraph>{say("after")}</Paragraph> : null,
  },
  sample: {
    club: lakesideWithAddress,
    why: sampleWhy("Game Reminders"),
    games: [
      { title: sampleGame.game, when: sampleGame.when, where: "Zilker Park, field 3", reason: "tomorrow" },
      {
        ...{
          title: "Eagles U10 at Lions",
          when: "Sun, Nov 29, 10:00 AM CT",
          where: "Zilker Park",
          reason: "changed",
        },
        ...{ before: "Sat, Nov 21, 10:00 AM CT, Zilker Park", because: "Lightning" },
      },
      {
        ...{
          title: "Hawks U12 at Owls",
          when: "Sun, Nov 22, 9:00 AM CT",
          where: "Field 1",
          reason: "cancelled",
        },
        because: "Rained out",
      },
    ],
    link: `${appUrl}/schedule`,
  },
  moreSamples: (["tomorrow", "changed", "cancelled"] as const).map((reason) => ({
    games: [{ title: "Hawks U12 at Owls", when: "Sun, Nov 22, 9:00 AM CT", where: "Field 1", reason }],
  })),
});

const REASONS = { changed: "Changed", cancelled: "Cancelled" } as const;

/** Asks for a game's rating, an hour after its end (product/notifications.md#game-reminders). */
export const rateGameEmail = defineEmail<
  NotificationProps & { title: string; when: string; blindUntil: string }
>({
  purpose: {
    label: "Rate the game",
    sent: "an hour after a game",
    to: "members",
    preference: "game-reminders",
  },
  ...notificationFrame,
  words: {
    subject: "Rate the sideline: {game}",
    heading: "How was the sideline?",
    preheader: "Please rate it by {rateBy}. It takes less than a minute.",
    body: [
      "{game} is over. Please rate the sideline while you remember it: 20, 10 or 0, and a few words why.",
      "[facts]",
      "[button]",
    ],
    facts: [
      ["Game", "{game}"],
      ["Played", "{when}"],
      ["Rate it by", "{rateBy}"],
    ],
    button: "Rate this game",
    why: "{why}",
  },
  variables: ({ title, when, blindUntil, why }) => ({ game: title, when, rateBy: blindUntil, why }),
  sample: {
    club: lakesideWithAddress,
    why: sampleWhy("Game Reminders"),
    title: sampleGame.game,
    when: sampleGame.when,
    blindUntil: "Mon, Nov 23, 8:00 PM CT",
    link: sampleGame.link,
  },
});

const toRate = (subject: string): Omit<EmailWords, "button"> => ({
  subject,
  heading: subject,
  preheader: "{firstGame}",
  body: ["[games]", "And {olderGames?}.", "[button]"],
  why: "{why}",
  phrases: {
    noGame: "It takes less than a minute each.",
    first: "Rate these first",
    all: "Not rated yet",
  },
});

/** Lists everything that waits for the reader's rating (product/notifications.md#reminders-to-rate). */
export const ratingReminderEmail = defineEmail<
  NotificationProps & { total: number; lines: { text: string; link: string }[] },
  "one" | "many"
>({
  purpose: {
    label: "Games not rated yet",
    sent: "while ratings are missing, as the club has set it",
    to: "members",
  },
  ...notificationFrame,
  variant: ({ total }) => (total === 1 ? "one" : "many"),
  words: {
    one: { ...toRate("1 game waits for your rating"), button: "Rate this game" },
    many: { ...toRate("{games} wait for your rating"), button: "Show the games to rate" },
  },
  variables: ({ total, lines, why }, say) => ({
    games: pluralize(total, "game"),
    firstGame: lines[0]?.text ?? say("noGame"),
    olderGames: total > lines.length ? pluralize(total - lines.length, "older game") : "",
    why,
  }),
  blocks: {
    games: ({ total, lines }, { say }) => (
      <EmailList heading={say(lines.length < total ? "first" : "all")} lines={lines} />
    ),
  },
  sample: {
    club: lakesideWithAddress,
    why: sampleWhy("Game Reminders"),
    total: 12,
    lines: [
      {
        text: `${sampleGame.game}, ${sampleGame.when}. Rate it by Mon, Nov 23, 8:00 PM CT, before the result opens`,
        link: sampleGame.link,
      },
      {
        text: "Eagles U10 at Lions, Sat, Nov 14, 9:00 AM CT. The 48 hours are over, and you can still rate it",
        link: `${appUrl}/rating/g2`,
      },
    ],
    link: `${appUrl}/rating?show=to-rate`,
  },
  moreSamples: [
    { total: 1, lines: [{ text: sampleGame.game, link: sampleGame.link }] },
    { total: 2, lines: [] },
  ],
});
