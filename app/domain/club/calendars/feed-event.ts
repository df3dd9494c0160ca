import type { CalendarEvent } from "#app/calendar/write-calendar.ts";
import type { GamesTable } from "#app/db/club/schema.ts";
import { endOf, isOpenToRate } from "#app/domain/club/games/game-rules.ts";
import type { GameOfTeam } from "#app/domain/club/games/games.server.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";

/** A game as a calendar shows it: no scores, no names of people, no notes (product/games.md#calendars). */
export type FeedGame = Omit<GameOfTeam, "notes" | "teamName" | "ageGroup" | "rated"> &
  Pick<GamesTable, "sequence">;

export interface FeedTeam {
  id: string;
  name: string;
  ageGroup: string;
  gender: string;
}

/**
 * Returns the event of a game (product/games.md#calendars).
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

/** Returns a subscribed calendar's name on a phone: 'Hawks', 'My teams at Lakeside FC', 'Lakeside FC'. */
export function feedName(
  feed: { team_id: string; clubName: string; membership: "club_admin" | "staff" | null },
  teams: readonly FeedTeam[],
): string {
  if (feed.team_id !== "") return `${teams[0]?.name ?? "Team"}, ${feed.clubName}`;
  return feed.membership === "club_admin" ? feed.clubName : `My teams at ${feed.clubName}`;
}
