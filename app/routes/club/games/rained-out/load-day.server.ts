import type { PlannedGame } from "#app/domain/club/games/day-change.ts";
import {
  type DayChange,
  gamesById,
  nextGameDay,
  recentDayChanges,
  teamsOfChange,
} from "#app/domain/club/games/day-changes.server.ts";
import { DAY_GAMES_MAX, dayChangeSchema, listedGames } from "#app/domain/club/games/forms.server.ts";
import { gamePhase } from "#app/domain/club/games/game-rules.ts";
import { gameVersion } from "#app/domain/club/games/games.server.ts";
import { gameTitle, phaseName } from "#app/domain/club/games/labels.ts";
import { gamesOfDays } from "#app/domain/club/schedule/schedule.server.ts";
import { managedTeams, managesTeam, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { isDay } from "#app/domain/values/days.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatClock, formatDate, formatDay } from "#app/domain/values/times.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Returns 'Hawks vs. Lions, 10:00 AM'. */
export const namedWithTime = (game: Parameters<typeof gameTitle>[0] & { time: string | null }) =>
  `${gameTitle(game)}, ${game.time ? formatClock(game.time) : "time TBD"}`;

/**
 * Loads the games of a day that the user may change, checked if the rain can have stopped them; without a day, those of
 * the next day with games.
 */
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
  // On the next morning all games are over: then all are meant.
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

/** Returns 'Sat, Nov 21: 5 games cancelled, then put back'. */
function changeTitle(change: Pick<DayChange, "action" | "day" | "status" | "done">, today: string) {
  const did = change.action === "cancel" ? "cancelled" : "moved";
  const games = pluralize(change.done.length, "game");
  const done = change.status === "undone" ? `${games} put back after being ${did}` : `${games} ${did}`;
  return `${formatDate(change.day, today)}: ${done}`;
}

/**
 * Parses a posted form into a plan, or returns the answer that refuses it. Leaves out games that the user does not
 * manage.
 */
export async function readPlan({ db, user, club }: ClubContext, request: Request) {
  const posted = await postedForm(request);
  const ids = listedGames(posted);
  const reading = readFields(posted, dayChangeSchema(ids));
  if (!reading.ok) return { ok: false as const, answer: reading.answer };
  const { day, what, to, reason } = reading.value;
  const fields = reading.value as Record<string, unknown>;
  const ticked = ids.filter((id) => fields[`tick-${id}`] === true);
  const today = dateAt(now(), club.timezone);
  const errors: Record<string, string> = {};
  const games = (await gamesById(db, ticked)).filter((game) => managesTeam(user, game.team_id));
  const planned = games.map((game): PlannedGame => {
    const title = namedWithTime({ ...game, team_name: game.teamName });
    const own = what === "cancel" ? null : String(what === "move" ? to : fields[`to-${game.id}`]);
    if (what === "each") {
      const wrong = wrongDate(String(own), game.date, today, `Choose the new date of ${title}`);
      if (wrong) errors[`to-${game.id}`] = wrong;
    }
    return {
      id: game.id,
      teamId: game.team_id,
      title,
      version: String(fields[`version-${game.id}`]),
      to: own,
    };
  });
  if (what === "move") {
    const wrong = wrongDate(to, day, today, "Choose the new date");
    if (wrong) errors.to = wrong;
  }
  if (planned.length === 0) errors.games = "Choose at least one game";
  if (Object.keys(errors).length > 0) return { ok: false as const, answer: reading.refuse(errors) };
  const action = what === "cancel" ? ("cancel" as const) : ("move" as const);
  return { ok: true as const, plan: { day, action, reason, games: planned } };
}

function wrongDate(to: string, from: string, today: string, missing: string): string | null {
  if (!to) return missing;
  if (to === from) return "Choose another date than the one it rained on";
  return to < today ? "Choose a date from today on" : null;
}
