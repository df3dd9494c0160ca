import { gamePhase, isOpenToRate } from "#app/domain/club/games/game-rules.ts";
import { opponentLabel } from "#app/domain/club/games/labels.ts";
import type { ScheduledGame } from "#app/domain/club/schedule/schedule.server.ts";
import { type ClubUser, managesTeam, ratingSides } from "#app/domain/club/staff/club-user.ts";
import { dateAt, formatClock, formatDate, formatDay } from "#app/domain/values/times.ts";

/** A game as the schedule shows it to a user; `collides`: its team has another game at the same time. */
export function viewScheduledGame(
  game: ScheduledGame,
  { user, timezone, at, collides }: { user: ClubUser; timezone: string; at: Date; collides: boolean },
) {
  const rateable = isOpenToRate(game, at);
  const today = dateAt(at, timezone);
  return {
    id: game.id,
    teamId: game.team_id,
    team: game.teamName,
    ageGroup: game.ageGroup,
    opponent: opponentLabel(game),
    day: formatDay(game.date, today),
    time: game.time && formatClock(game.time),
    past: game.past,
    was: game.original_date ? formatSlot(game.original_date, game.original_time, today) : null,
    location: game.location,
    phase: gamePhase(game, at),
    score: game.final_score,
    sealed: game.sealed,
    rateable,
    rates: rateable && !game.ratedByViewer && ratingSides(user, game.team_id).length > 0,
    manages: managesTeam(user, game.team_id),
    rated: game.rated,
    collides,
  };
}

export type GameView = ReturnType<typeof viewScheduledGame>;

/** 'Sat, Nov 21, 6:00 PM' or 'Sat, Nov 21, time TBD': a day and time of the club's clock. */
export function formatSlot(date: string, time: string | null, today: string): string {
  return `${formatDate(date, today)}, ${time ? formatClock(time) : "time TBD"}`;
}
