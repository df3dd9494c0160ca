import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser, requireTeam } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { countGames, listGames } from "#app/domain/club/games/schedule.server.ts";
import {
  formatMonth,
  GAMES_A_PAGE,
  monthsBetween,
  type ScheduleFilters,
  scheduleAddress,
  scheduleFilters,
} from "#app/domain/club/games/schedule-filters.ts";
import { lastImport } from "#app/domain/club/schedule-import/imports.server.ts";
import { clubTeams } from "#app/domain/club/schedule-import/stored-games.server.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { ScheduleFiltersForm } from "./filters.tsx";
import { GameTable } from "./game-table.tsx";
import { viewScheduledGame } from "./game-view.ts";

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
      <Stats>
        <Stat
          label="Upcoming"
          value={counts.upcoming}
          note={counts["in-progress"] > 0 ? `and ${counts["in-progress"]} in progress now` : undefined}
        />
        <Stat label="Completed" value={counts.completed} />
        <Stat label="Rescheduled" value={counts.rescheduled} />
        <Stat label="Cancelled" value={counts.cancelled} />
      </Stats>
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
      <h2>Quick actions</h2>
      <ul className="action-list">
        <li>
          <a href="/rating">Rate games</a>
          <span>Games that are ready to rate</span>
        </li>
        {imports ? (
          <li>
            <a href="/schedule/import">Import a schedule file</a>
            <span>From SportsEngine, TeamSnap, PlayMetrics, GotSport or a spreadsheet</span>
          </li>
        ) : null}
        {last ? (
          <li>
            <a href={`/schedule/imports/${last.id}`}>Last import: {last.file_name}</a>
            <span>See what it did, or undo it</span>
          </li>
        ) : null}
      </ul>
    </ClubPage>
  );
}

function NoGames(props: { filters: ScheduleFilters; filtered: boolean; teams: number }) {
  const { role } = useShell();
  if (props.filtered || props.filters.page > 1) {
    return (
      <Empty title="No games here" action={<ButtonLink href="/schedule">Show all games</ButtonLink>}>
        <p>No games match these filters. Try another team, status or month.</p>
      </Empty>
    );
  }
  if (props.teams === 0) {
    const action = may(role, "teams.manage") ? <ButtonLink href="/teams/new">Add a team</ButtonLink> : null;
    return (
      <Empty title="No teams yet" action={action}>
        <p>Add your first team to start the schedule.</p>
      </Empty>
    );
  }
  const action = may(role, "games.import") ? (
    <ButtonLink href="/schedule/import">Import a schedule file</ButtonLink>
  ) : may(role, "games.manage") ? (
    <ButtonLink href="/schedule/new">Add a game</ButtonLink>
  ) : null;
  return (
    <Empty title="No games yet" action={action}>
      <p>
        {may(role, "games.manage")
          ? "Add games one by one, or import the whole season from a file."
          : "Your club's games appear here as soon as they are scheduled."}
      </p>
    </Empty>
  );
}
