import { DAY_GAMES_MAX } from "#app/domain/club/games/day-change-form.server.ts";
import { nextGameDay, recentDayChanges, teamsOfChange } from "#app/domain/club/games/day-changes.server.ts";
import { gamePhase } from "#app/domain/club/games/game-rules.ts";
import { gameVersion } from "#app/domain/club/games/games.server.ts";
import { gameTitle, phaseName } from "#app/domain/club/games/labels.ts";
import { gamesOfDays } from "#app/domain/club/schedule/schedule.server.ts";
import { managedTeams, managesTeam, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { isDay } from "#app/domain/values/days.ts";
import { dateAt, formatClock, formatDay } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { changeTitle } from "./labels.ts";

/** 'Hawks vs. Lions, 10:00 AM' */
export const namedWithTime = (game: Parameters<typeof gameTitle>[0] & { time: string | null }) =>
  `${gameTitle(game)}, ${game.time ? formatClock(game.time) : "time TBD"}`;

/** The games of a day that the user may change, ticked where the rain can have stopped them; the next such day without one. */
export async function loadDay({ db, user, club }: ClubContext, asked: string | null) {
  const at = now();
  const today = dateAt(at, club.timezone);
  const scope = managedTeams(user);
  const day = asked && isDay(asked) ? asked : ((await nextGameDay(db, scope, at)) ?? today);
  const [games, recent] = await Promise.all([
    gamesOfDays(db, scope, { team: "", from: day, to: day }, { viewer: viewerOf(user), at }),
    recentDayChanges(db),
  ]);
  const open = games.filter(({ rated, status }) => !rated && status !== "cancelled");
  // On the morning after, every game is over: then all are meant.
  const someToPlay = open.some(({ past }) => !past);
  const title = (game: (typeof games)[number]) => namedWithTime({ ...game, team_name: game.teamName });
  return {
    day,
    heading: formatDay(day, today),
    games: open.slice(0, DAY_GAMES_MAX).map((game) => {
      const phase = gamePhase(game, at);
      return {
        id: game.id,
        title: title(game),
        place: game.location,
        state: phase === "upcoming" ? null : phaseName[phase],
        version: gameVersion(game),
        ticked: !game.past || !someToPlay,
      };
    }),
    rated: games.filter(({ rated }) => rated).map(title),
    cancelled: games.filter(({ rated, status }) => !rated && status === "cancelled").map(title),
    recent: recent
      .filter((change) => teamsOfChange(change).every((teamId) => managesTeam(user, teamId)))
      .map((change) => ({ id: change.id, title: changeTitle(change, today), by: change.created_by_name })),
  };
}

export type DayPage = Awaited<ReturnType<typeof loadDay>>;
