import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import { isReminderMorning } from "#app/domain/club/reminders/reminder-times.ts";
import {
  datesRemindedOn,
  nextAsking,
  nextMorning,
  ratersToAsk,
} from "#app/domain/club/reminders/unrated.server.ts";
import { dateAt, formatGameTime, formatShortMoment } from "#app/domain/values/times.ts";
import type { ClubWeek } from "#app/journeys/context.ts";
import { notifyEach } from "#app/journeys/notifications/notify.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { remindRaters } from "./remind-raters.server.ts";

/**
 * Asks the raters of games that ended an hour ago, in a mail for each game with a link straight to the rating
 * (product.md#game-reminders).
 * @returns when the next ones are to be asked
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
      validUntil: new Date(at.getTime() + VALID_MS),
    },
    at,
  );
  return nextAsking(db, at);
}

/** Quiet hours that last longer drop it: the morning's reminder lists what still waits then. */
const VALID_MS = 2 * HOUR_MS;

/**
 * Lists for each rater what still waits of the last three days' games, on the mornings after them
 * (product.md#reminders-to-rate).
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
