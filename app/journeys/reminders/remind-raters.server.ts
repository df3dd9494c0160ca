import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import { isReminderMorning, limitLabel } from "#app/domain/club/reminders/reminder-times.ts";
import {
  datesRemindedOn,
  nextAsking,
  nextMorning,
  type RaterWork,
  ratersToAsk,
  raterWork,
  rememberRatingReminders,
  remindedOn,
} from "#app/domain/club/reminders/unrated.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { dateAt, formatGameTime, formatShortMoment } from "#app/domain/values/times.ts";
import type { ClubFileContext, ClubWeek } from "#app/journeys/context.ts";
import { notifyEach } from "#app/journeys/notifications/notify.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

interface Wanted {
  scope: TeamScope;
  /** One person; without it everybody with open ratings. */
  accountId?: string;
  dates?: { from: string; to: string };
  /** True to choose only people with a game that has no final score. */
  noScore?: boolean;
}

/**
 * Mails raters their open ratings, each at most once on a day of the club, no matter who asks for it
 * (product/notifications.md#reminders-to-rate).
 * @returns how many people are mailed
 */
export async function remindRaters(
  ctx: ClubFileContext & { club: { timezone: string } },
  { scope, accountId, dates, noScore = false }: Wanted,
  at: Date,
): Promise<number> {
  const { timezone } = ctx.club;
  const day = dateAt(at, timezone);
  const [work, reminded] = await Promise.all([
    raterWork(
      ctx.db,
      {
        scope,
        noScore,
        accountIds: accountId === undefined ? undefined : [accountId],
        dates: dates && { ...dates, timezone },
      },
      at,
    ),
    remindedOn(ctx.db, day),
  ]);
  const chosen = work.filter((person) => !reminded.has(person.accountId));
  if (chosen.length === 0) return 0;
  // The reminder lists all open ratings of its reader, chosen by teams or by games without a score.
  const accountIds = chosen.map((person) => person.accountId);
  const wanted =
    scope === "all" && !noScore ? chosen : await raterWork(ctx.db, { scope: "all", accountIds }, at);
  const notified = await notifyEach(
    ctx,
    {
      kind: "game-reminders",
      each: wanted.map((person) => ({
        accountId: person.accountId,
        key: `rate:${day}`,
        content: { template: "rating-reminder", variables: reminderOf(person, timezone, at) },
      })),
      validUntil: new Date(at.getTime() + VALID_MS),
    },
    at,
  );
  await inTransaction(ctx.db, (tx) => rememberRatingReminders(tx, notified, { day, at }));
  return notified.length;
}

/** Time after which a reminder held back by quiet hours is dropped: the next morning's lists the open ratings. */
const VALID_MS = 6 * HOUR_MS;

function reminderOf({ games, total }: RaterWork, timezone: string, at: Date) {
  const link = (path: string) => `${env().appUrl}${path}`;
  const lines = games.map((game) => ({
    text: `${gameTitle(game)}, ${formatGameTime(game, timezone, at)}. ${limitLabel(game, timezone, at)}`,
    link: link(href("/rating/:gameId", { gameId: game.id })),
  }));
  return {
    total,
    lines,
    link: total === 1 && lines[0] ? lines[0].link : link(href("/rating", { show: "to-rate" })),
  };
}

/**
 * Asks the raters of games that ended an hour ago, in a mail for each game with a link straight to the rating
 * (product/notifications.md#game-reminders).
 * @returns when the next ones are due
 */
export async function askForRatings(week: ClubWeek): Promise<Date | null> {
  const { db, club, at } = week;
  const asked = await ratersToAsk(db, at);
  await notifyEach(
    week,
    {
      kind: "game-reminders",
      each: asked.map((game) => ({
        accountId: game.accountId,
        key: `ask:${game.id}:${game.starts_at}`,
        content: {
          template: "rate-game" as const,
          variables: {
            title: gameTitle(game),
            when: formatGameTime(game, club.timezone, at),
            blindUntil: formatShortMoment(opensAt(game).toISOString(), club.timezone, at),
            link: `${env().appUrl}${href("/rating/:gameId", { gameId: game.id })}`,
          },
        },
      })),
      validUntil: new Date(at.getTime() + ASKED_VALID_MS),
    },
    at,
  );
  return nextAsking(db, at);
}

/** Quiet hours that last longer drop it: the morning's reminder lists what still waits then. */
const ASKED_VALID_MS = 2 * HOUR_MS;

/**
 * Lists for each rater what still waits of the last three days' games, on the mornings after them
 * (product/notifications.md#reminders-to-rate).
 * @returns the next morning with something to look at
 */
export async function remindToRate(week: ClubWeek): Promise<Date | null> {
  const { db, club, at } = week;
  if (isReminderMorning(at, club.timezone)) {
    const dates = datesRemindedOn(dateAt(at, club.timezone));
    await remindRaters(week, { scope: "all", dates }, at);
  }
  return nextMorning(db, at, club.timezone);
}
