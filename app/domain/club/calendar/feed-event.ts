import type { CalendarEvent } from "#app/calendar/write-calendar.ts";
import type { GamesTable } from "#app/db/club/schema.ts";
import { endOf, isOpenToRate } from "#app/domain/club/games/game-rules.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";

/** A game as a calendar shows it: no scores, no names of people, no notes (product.md#calendars). */
export type FeedGame = Pick<
  GamesTable,
  | "id"
  | "team_id"
  | "opponent"
  | "date"
  | "time"
  | "starts_at"
  | "location"
  | "home_away"
  | "status"
  | "original_date"
  | "original_time"
  | "sequence"
>;

export interface FeedTeam {
  id: string;
  name: string;
  ageGroup: string;
  gender: string;
}

/**
 * The event of a game (product.md#calendars).
 * @param about.ratingAddress the page on which the game is rated; shown once it can be
 */
export function feedEvent(
  game: FeedGame,
  about: { team: FeedTeam; clubName: string; ratingAddress: string; at: Date },
): CalendarEvent {
  const { team, at } = about;
  const cancelled = game.status === "cancelled";
  const title = gameTitle({ ...game, team_name: team.name });
  const rate = isOpenToRate(game, at) ? about.ratingAddress : null;
  return {
    uid: `${game.id}@goodside`,
    sequence: game.sequence,
    when: game.time === null ? { day: game.date } : { start: new Date(game.starts_at), end: endOf(game) },
    status: cancelled ? "CANCELLED" : game.time === null ? "TENTATIVE" : "CONFIRMED",
    summary: cancelled ? `Cancelled: ${title}` : game.time === null ? `${title} (time TBD)` : title,
    description: [
      `${team.name} (${team.ageGroup} ${team.gender}), ${about.clubName}`,
      ...(cancelled ? ["This game is cancelled."] : []),
      ...(game.original_date && !cancelled ? [movedLabel(game)] : []),
      ...(rate ? [`Rate this game: ${rate}`] : []),
    ],
    location: game.location === "TBD" ? null : game.location,
    url: rate,
  };
}

function movedLabel({ original_date, original_time, date }: FeedGame): string {
  const day = formatDate(original_date ?? date, date);
  return `Moved from ${day}${original_time ? `, ${formatClock(original_time)}` : ""}.`;
}
