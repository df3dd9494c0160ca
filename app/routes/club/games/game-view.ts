import { type ClubUser, managesGamesOf, ratingSides } from "#app/auth/permissions.ts";
import { gamePhase, isRateable } from "#app/domain/club/games/games.ts";
import type { ScheduledGame } from "#app/domain/club/games/schedule.server.ts";
import { seesOthers } from "#app/domain/club/ratings/rating-permission.ts";
import { sayClock, sayDate, sayGameTime } from "#app/domain/values/times.ts";

/** A game as the schedule shows it to somebody. */
export function viewScheduledGame(
  game: ScheduledGame,
  { user, timezone, at }: { user: ClubUser; timezone: string; at: Date },
) {
  const rateable = isRateable(game, at);
  const eyes = { accountId: user.accountId, admin: user.role === "club_admin" };
  const given = game.ratedByViewer ? [{ given_by: user.accountId, given_as: "assistant" as const }] : [];
  const open = seesOthers(eyes, game, given, at);
  return {
    id: game.id,
    team: game.teamName,
    ageGroup: game.ageGroup,
    opponent: game.opponent,
    home: game.home_away === "home",
    when: sayGameTime(game, timezone, at),
    was: game.original_date ? saySlot(game.original_date, game.original_time, at) : null,
    location: game.location,
    notes: game.notes,
    phase: gamePhase(game, at),
    score: open ? game.final_score : null,
    rateable,
    rates: rateable && !game.ratedByViewer && ratingSides(user, game.team_id).length > 0,
    manages: managesGamesOf(user, game.team_id),
    rated: game.rated,
  };
}

export type GameView = ReturnType<typeof viewScheduledGame>;

/** 'Sat, Nov 21, 6:00 PM' or 'Sat, Nov 21, time TBD': a day and time of the club's clock. */
export function saySlot(date: string, time: string | null, today: Date): string {
  return `${sayDate(date, today)}, ${time ? sayClock(time) : "time TBD"}`;
}
