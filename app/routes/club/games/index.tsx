import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import {
  formatMonth,
  GAMES_A_PAGE,
  scheduleAddress,
  scheduleFilters,
} from "#app/domain/club/games/schedule-filters.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ScheduleFiltersForm } from "./filters.tsx";
import { GameTable } from "./game-table.tsx";
import { NoGames } from "./no-games.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { loadSchedulePage } from "./schedule-page.server.ts";
import { ScheduleStats } from "./schedule-stats.tsx";

export const meta = () => title("Schedule");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.see");
  return json(await loadSchedulePage(ctx, scheduleFilters(new URL(args.request.url).searchParams)));
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
