import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  type DayChange,
  doDayChange,
  findDayChange,
  previewDayChange,
  teamsOfChange,
  undoDayChange,
} from "#app/domain/club/games/day-changes.server.ts";
import { dayIntentSchema } from "#app/domain/club/games/forms.server.ts";
import { leftLabels } from "#app/domain/club/games/labels.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate, formatDay, formatMoment } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { whoIsMailed } from "#app/routes/club/games/who-is-mailed.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Rained-out day");

const form = clubForm({
  may: "games.manage",
  schema: dayIntentSchema,
  find: (ctx, { changeId }) => ownChange(ctx, changeId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) =>
      value.intent === "undo" ? undoDayChange(tx, found.id) : doDayChange(tx, found.id),
    ),
  problems: () => "Nothing was changed yet, so there is nothing to put back",
  // The page's heading reports it.
  saved: (_, { found }) => href("/schedule/rained-out/:changeId", { changeId: found.id }),
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => loadChange(ctx, found));
async function ownChange(ctx: ClubContext, id: string | undefined): Promise<DayChange> {
  const change = id ? await findDayChange(ctx.db, id) : undefined;
  if (!change) throw notFound();
  if (!teamsOfChange(change).every((teamId) => managesTeam(ctx.user, teamId)))
    throw forbidden(ctx.note, "other team");
  return change;
}

export default function Change() {
  const { heading, lead, note, back, changes, left, leftTitle, button, collides } =
    useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={heading}
      lead={lead}
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Rained-out day", href: back },
      ]}
    >
      {note.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {collides ? (
        <Notice tone="minor" title="A team would have two games at the same time">
          <p>Look for 'at the same time' below. You can go on, and change those games one by one.</p>
        </Notice>
      ) : null}
      <ChangedGames games={changes} />
      {left.length > 0 ? (
        <section aria-labelledby="left">
          <h2 id="left">{leftTitle}</h2>
          <ul>
            {left.map((game) => (
              <li key={game}>{game}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <PostForm>
        {button ? <Hidden name="intent" value={button.intent} /> : null}
        <Buttons>
          {button ? <SubmitButton look={button.look}>{button.label}</SubmitButton> : null}
          <ButtonLink href={button?.intent === "do" ? back : "/schedule"} look="quiet">
            {button?.intent === "do" ? "Back, change nothing" : "See the schedule"}
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

/** Lists the games of a change, before and after. */
function ChangedGames({ games }: { games: ChangePage["changes"] }) {
  if (games.length === 0) return null;
  return (
    <ul className="plain-list lines">
      {games.map((game) => (
        <li key={game.id}>
          <strong>{game.title}</strong> <span className="nowrap">{game.becomes}</span>
          {game.collides ? <p className="field-error">At the same time: {game.collides}</p> : null}
        </li>
      ))}
    </ul>
  );
}

interface ShownGame {
  id: string;
  title: string;
  becomes: string;
  /** Other games of the team at that time. */
  collides: string | null;
}

interface Shown {
  heading: string;
  lead: string;
  /** Sentences on who is mailed, and how. */
  note: string[];
  changes: ShownGame[];
  left: string[];
  leftTitle: string;
  collides: boolean;
  button: { intent: "do" | "undo"; label: string; look: "primary" | "secondary" | "danger" } | null;
  /** Form for the same day. */
  back: string;
}

type ChangePage = Shown;

/** Loads a change as its page shows it: to be confirmed, done, or undone. */
async function loadChange(ctx: ClubContext, change: DayChange): Promise<Shown> {
  const today = dateAt(now(), ctx.club.timezone);
  const day = formatDay(change.day, today);
  const back = href("/schedule/rained-out", { day: change.day });
  const becomes = (to: string | null) => (to === null ? "cancelled" : `to ${formatDate(to, today)}`);
  if (change.status === "planned") {
    const { changes, left, collisions } = await previewDayChange(ctx.db, change, ctx.club.timezone);
    const games = pluralize(changes.length, "game", "games");
    const cancels = change.action === "cancel";
    const label = `${cancels ? "Cancel" : "Move"} ${games}`;
    return {
      heading: changes.length === 0 ? "Nothing to change any more" : `${label}?`,
      lead: `${day}. Reason: ${change.reason}. Nothing is changed yet.`,
      note: await whoIsMailed(ctx, {
        gameIds: changes.map(({ game }) => game.id),
        change: change.action,
        changedAt: null,
        reason: true,
      }),
      changes: changes.map(({ game }) => ({
        id: game.id,
        title: game.title,
        becomes: becomes(game.to),
        collides: collisions.get(game.id)?.join(", ") ?? null,
      })),
      left: left.map(({ game, reason }) => `${game.title}: ${leftLabels[reason]}`),
      leftTitle: "These stay as they are",
      collides: collisions.size > 0,
      button:
        changes.length === 0
          ? null
          : { intent: "do", label: titleCase(label), look: cancels ? "danger" : "primary" },
      back,
    };
  }
  const undone = change.status === "undone";
  const at = formatMoment(
    (undone ? change.undone_at : change.done_at) ?? change.created_at,
    ctx.club.timezone,
  );
  const did = change.action === "cancel" ? "cancelled" : "moved";
  const games = pluralize(change.done.length, "game");
  return {
    heading: undone ? `${games} put back` : `${games} ${did}`,
    lead: undone
      ? `${day}. Put back ${at}.`
      : `${day}. Reason: ${change.reason}. By ${change.created_by_name}, ${at}.`,
    note: await whoIsMailed(ctx, {
      gameIds: change.done.map(({ id }) => id),
      change: undone ? "back" : change.action,
      changedAt: undone ? change.undone_at : change.done_at,
      reason: !undone,
    }),
    changes: change.done.map((game) => ({
      id: game.id,
      title: game.title,
      becomes: undone ? `on ${formatDate(game.before.date, today)} again` : becomes(game.to),
      collides: null,
    })),
    left: change.left.map(({ title, reason }) => `${title}: ${leftLabels[reason]}`),
    leftTitle: undone ? "These were not put back" : "These stayed as they were",
    collides: false,
    button:
      undone || change.done.length === 0
        ? null
        : { intent: "undo", label: "Put Back as They Were", look: "secondary" },
    back,
  };
}

const titleCase = (label: string) => label.replace(/ g(ames?)$/, " G$1");
