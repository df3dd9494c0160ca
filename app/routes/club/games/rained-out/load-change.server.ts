import { href } from "#app/config/addresses.ts";
import { type DayChange, previewDayChange } from "#app/domain/club/games/day-changes.server.ts";
import { leftLabels } from "#app/domain/club/games/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate, formatDay, formatMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { whoIsMailed } from "#app/routes/club/games/who-is-mailed.server.ts";
import { now } from "#app/runtime/clock.server.ts";

interface ShownGame {
  id: string;
  title: string;
  becomes: string;
  /** The other games of the team at that time. */
  collides: string | null;
}

interface Shown {
  heading: string;
  lead: string;
  /** Who learns of it, and how. */
  note: string[];
  changes: ShownGame[];
  left: string[];
  leftTitle: string;
  collides: boolean;
  button: { intent: "do" | "undo"; label: string; look: "primary" | "secondary" | "danger" } | null;
  /** The form, for the same day. */
  back: string;
}

export type ChangePage = Shown;

/** A change as its page says it: to be confirmed, done, or undone. */
export async function loadChange(ctx: ClubContext, change: DayChange): Promise<Shown> {
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
