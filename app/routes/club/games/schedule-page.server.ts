import { notFound, requireTeam } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { countGames, listGames } from "#app/domain/club/games/schedule.server.ts";
import { monthsBetween, type ScheduleFilters } from "#app/domain/club/games/schedule-filters.ts";
import { lastImport } from "#app/domain/club/schedule-import/imports.server.ts";
import { clubTeams } from "#app/domain/club/schedule-import/stored-games.server.ts";
import { teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { formatLongDate, formatZone } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { viewScheduledGame } from "./game-view.ts";

/** The games in a user's scope that match the filters; 404 for an unknown team, 403 for another's. */
export async function loadSchedulePage({ db, user, club }: ClubContext, filters: ScheduleFilters) {
  const scope = teamScope(user);
  const at = now();
  const [all, counts, games, last] = await Promise.all([
    clubTeams(db),
    countGames(db, scope, filters, at),
    listGames(db, scope, filters, { viewer: viewerOf(user), at }),
    may(user.role, "games.import") ? lastImport(db) : null,
  ]);
  if (filters.team) {
    if (!all.some(({ id }) => id === filters.team)) throw notFound();
    requireTeam(user, filters.team);
  }
  const teams = all.filter(({ id }) => scope === "all" || scope.includes(id));
  return {
    filters,
    counts,
    teams: teams.map(({ id, name, ageGroup }) => ({ value: id, label: `${name} (${ageGroup})` })),
    months: counts.from && counts.to ? monthsBetween(counts.from, counts.to) : [],
    games: games.map((game) => viewScheduledGame(game, { user, timezone: club.timezone, at })),
    today: formatLongDate(at, club.timezone),
    zone: formatZone(club.timezone),
    last: last ?? null,
  };
}
