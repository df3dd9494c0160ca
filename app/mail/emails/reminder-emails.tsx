import { pluralize } from "#app/domain/values/pluralize.ts";
import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  EmailList,
  EmailSection,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

interface ReminderProps {
  club: EmailClub;
  why: string;
  link: string;
}

/** A game to come as a reminder tells it. */
export interface ReminderGame {
  /** 'Hawks vs. Lions' */
  title: string;
  /** 'Sat, Nov 21, 10:00 AM CT' */
  when: string;
  where: string;
  reason: "tomorrow" | "changed" | "cancelled";
}

/** The games of tomorrow, and those that were moved or cancelled since they were told (product.md#game-reminders). */
export function gameReminderEmail(props: ReminderProps & { games: ReminderGame[] }): Email {
  const { games } = props;
  const heading = reminderHeading(games);
  return renderEmail(
    heading,
    <EmailLayout
      club={props.club}
      heading={heading}
      preheader={games.map(preheaderOf).slice(0, 3).join("; ")}
      why={props.why}
    >
      {games.map((game, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
        <EmailSection key={index} heading={game.title}>
          <Facts
            facts={[
              ...(game.reason === "tomorrow" ? [] : [reasonLabels[game.reason]]),
              ["When", game.when],
              ["Where", game.where],
            ]}
          />
        </EmailSection>
      ))}
      {games.some(({ reason }) => reason !== "cancelled") ? (
        <Paragraph>After the game you get a link straight to its rating.</Paragraph>
      ) : null}
      <EmailButton href={props.link}>Open the schedule</EmailButton>
    </EmailLayout>,
  );
}

const reasonLabels = {
  changed: ["Changed", "Here are the new time and place."],
  cancelled: ["Cancelled", "This game is not played."],
} as const;

const preheaderOf = ({ title, when, where, reason }: ReminderGame) =>
  reason === "cancelled" ? `${title} is cancelled` : `${title}, ${when}, ${where}`;

/** 'Tomorrow: Hawks vs. Lions', 'Tomorrow: 3 games', 'Changed: Hawks vs. Lions'. */
function reminderHeading(games: readonly ReminderGame[]): string {
  const kinds = new Set(games.map(({ reason }) => reason));
  const [only] = games;
  const what = games.length === 1 && only ? only.title : pluralize(games.length, "game");
  if (kinds.size > 1) return `Your schedule: ${what}`;
  if (kinds.has("tomorrow")) return `Tomorrow: ${what}`;
  return kinds.has("cancelled") ? `Cancelled: ${what}` : `Changed: ${what}`;
}

/** Asks for a game's rating, an hour after its end (product.md#game-reminders). */
export function rateGameEmail(
  props: ReminderProps & { title: string; when: string; blindUntil: string },
): Email {
  return renderEmail(
    `Rate the sideline: ${props.title}`,
    <EmailLayout
      club={props.club}
      heading="How was the sideline?"
      preheader={`Please rate it by ${props.blindUntil}. It takes less than a minute.`}
      why={props.why}
    >
      <Paragraph>
        {`${props.title} is over. Please rate the sideline while you remember it: 20, 10 or 0, and a few words why.`}
      </Paragraph>
      <Facts
        facts={[
          ["Game", props.title],
          ["Played", props.when],
          ["Rate it by", props.blindUntil],
        ]}
      />
      <EmailButton href={props.link}>Rate this game</EmailButton>
    </EmailLayout>,
  );
}

/** Everything that waits for the reader's rating (product.md#reminders-to-rate). */
export function ratingReminderEmail(
  props: ReminderProps & { total: number; lines: { text: string; link: string }[] },
): Email {
  const { total, lines } = props;
  const heading = `${pluralize(total, "game waits", "games wait")} for your rating`;
  return renderEmail(
    heading,
    <EmailLayout
      club={props.club}
      heading={heading}
      preheader={lines[0]?.text ?? "It takes less than a minute each."}
      why={props.why}
    >
      <EmailList heading={lines.length < total ? "Rate these first" : "Not rated yet"} lines={lines} />
      {total > lines.length ? (
        <Paragraph>{`And ${pluralize(total - lines.length, "older game")}.`}</Paragraph>
      ) : null}
      <EmailButton href={props.link}>{total === 1 ? "Rate this game" : "Show the games to rate"}</EmailButton>
    </EmailLayout>,
  );
}
