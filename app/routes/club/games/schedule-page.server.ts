import { notFound, requireTeam } from "#app/auth/guards.server.ts";
import { conflictsOf } from "#app/domain/club/games/game-rules.ts";
import { clubTeams, lastImport } from "#app/domain/club/imports/imports.server.ts";
import {
  countGames,
  GAMES_IN_VIEW,
  gamesOfDays,
  listGames,
  type ScheduledGame,
} from "#app/domain/club/schedule/schedule.server.ts";
import {
  monthsBetween,
  type ScheduleFilters,
  shownDays,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { dateAt, formatLongDate, formatZone } from "#app/domain/values/times.ts";
import type { ClubOrSupportContext } from "#app/journeys/context.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { daysView, type GameView, viewScheduledGame } from "./view-data.ts";

/** Loads the games in a user's scope that match the filters; 404 for an unknown team, 403 for another's. */
export async function loadSchedulePage(ctx: ClubOrSupportContext, filters: ScheduleFilters) {
  const { db, user, club } = ctx;
  const scope = teamScope(user);
  const at = now();
  const [all, counts, games, last] = await Promise.all([
    clubTeams(db),
    countGames(db, scope, filters.view === "week" ? { ...filters, month: "" } : filters, at),
    loadGames(ctx, filters, at),
    may(user.role, "games.import") ? lastImport(db, "games") : null,
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
    ...games,
    today: formatLongDate(at, club.timezone),
    zone: formatZone(club.timezone),
    last: last ?? null,
  };
}

export type SchedulePage = Awaited<ReturnType<typeof loadSchedulePage>>;

/** Loads the games of the list's page, or of the days of a week or month. */
async function loadGames({ db, user, club }: ClubOrSupportContext, filters: ScheduleFilters, at: Date) {
  const scope = teamScope(user);
  const looks = { viewer: viewerOf(user), at };
  const show = (game: ScheduledGame, collides: boolean) =>
    viewScheduledGame(game, { user, timezone: club.timezone, at, collides });
  const { view } = filters;
  if (view === "list") {
    const games = await listGames(db, scope, filters, looks);
    const conflicts = conflictsOf(games);
    return { games: games.map((game) => show(game, conflicts.has(game.id))), days: null, cut: false };
  }
  const today = dateAt(at, club.timezone);
  const dated = { ...filters, view };
  const games = await gamesOfDays(db, scope, { team: filters.team, ...shownDays(dated, today) }, looks);
  return {
    games: [] as GameView[],
    days: daysView(dated, games, { today, at, show }),
    cut: games.length === GAMES_IN_VIEW,
  };
}
