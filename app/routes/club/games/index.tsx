import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser, requireTeam } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { countGames, listGames } from "#app/domain/club/games/schedule.server.ts";
import {
  formatMonth,
  GAMES_A_PAGE,
  monthsBetween,
  scheduleAddress,
  scheduleFilters,
} from "#app/domain/club/games/schedule-filters.ts";
import { lastImport } from "#app/domain/club/schedule-import/imports.server.ts";
import { clubTeams } from "#app/domain/club/schedule-import/stored-games.server.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ScheduleFiltersForm } from "./filters.tsx";
import { GameTable } from "./game-table.tsx";
import { viewScheduledGame } from "./game-view.ts";
import { NoGames } from "./no-games.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { ScheduleStats } from "./schedule-stats.tsx";

export const meta = () => title("Schedule");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.see");
  const { db, user, club } = ctx;
  const filters = scheduleFilters(new URL(args.request.url).searchParams);
  const scope = teamScope(user);
  const at = now();
  const [all, counts, games, last] = await Promise.all([
    clubTeams(db),
    countGames(db, scope, filters, at),
    listGames(db, scope, filters, { viewerId: user.accountId, at }),
    may(user.role, "games.import") ? lastImport(db) : null,
  ]);
  if (filters.team) {
    if (!all.some(({ id }) => id === filters.team)) throw notFound();
    requireTeam(user, filters.team);
  }
  const teams = all.filter(({ id }) => scope === "all" || scope.includes(id));
  return json({
    filters,
    counts,
    teams: teams.map(({ id, name, ageGroup }) => ({ value: id, label: `${name} (${ageGroup})` })),
    months: counts.from && counts.to ? monthsBetween(counts.from, counts.to) : [],
    games: games.map((game) => viewScheduledGame(game, { user, timezone: club.timezone, at })),
    last: last ?? null,
  });
}

export default function Schedule() {
  const { filters, counts, teams, months, games, last } = useLoaderData<typeof loader>();
  const { role } = useShell();
  const manages = may(role, "games.manage");
  const imports = may(role, "games.import");
  const shown = filters.phase ? counts[filters.phase] : counts.total;
  const pages = Math.max(1, Math.ceil(shown / GAMES_A_PAGE));
  const filtered = Boolean(filters.team || filters.phase || filters.month);
  return (
    <ClubPage
      title="Game Schedule Management"
      lead="All your teams' games: upcoming, played, and still to rate."
      actions={
        manages ? (
          <>
            <ButtonLink href="/schedule/new" look="primary">
              Add Game
            </ButtonLink>
            {imports ? <ButtonLink href="/schedule/import">Import Schedule</ButtonLink> : null}
          </>
        ) : null
      }
    >
      <ScheduleStats counts={counts} />
      {counts.total > 0 || filtered ? (
        <>
          <ScheduleFiltersForm filters={filters} teams={teams} months={months} />
          <h2>
            {pluralize(shown, "game")}
            {filters.month ? ` in ${formatMonth(filters.month)}` : ""}
          </h2>
        </>
      ) : null}
      {games.length > 0 ? (
        <GameTable games={games} manages={manages} />
      ) : (
        <NoGames filters={filters} filtered={filtered} teams={teams.length} />
      )}
      <Pagination page={filters.page} pages={pages} href={(page) => scheduleAddress({ ...filters, page })} />
      <QuickActions last={last} />
    </ClubPage>
  );
}
