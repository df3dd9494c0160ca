import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import {
  GAMES_A_PAGE,
  scheduleAddress,
  scheduleFilters,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DayList } from "#app/ui/day-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { PhaseCounts } from "./counts.tsx";
import { ScheduleFilterBar } from "./filters.tsx";
import { Month } from "./month.tsx";
import { NoGames } from "./no-games.tsx";
import { loadSchedulePage } from "./schedule-page.server.ts";
import { ScheduledGame } from "./scheduled-game.tsx";
import { DaySteps, ViewLinks } from "./view-links.tsx";
import { Week } from "./week.tsx";

export const meta = () => title("Schedule");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.see");
  return json(await loadSchedulePage(ctx, scheduleFilters(new URL(args.request.url).searchParams)));
}

export default function Schedule() {
  const { filters, counts, teams, months, games, days, cut, today, zone, last } =
    useLoaderData<typeof loader>();
  const { role } = useShell();
  const inList = filters.phase ? counts[filters.phase] : counts.total;
  const shown = days ? days.shown : inList;
  const pages = Math.max(1, Math.ceil(inList / GAMES_A_PAGE));
  const filtered = Boolean(filters.team || filters.phase || filters.month);
  const some = counts.total > 0 || filtered;
  return (
    <ClubPage
      title="Game Schedule Management"
      crumbs={[{ label: "Schedule" }]}
      lead={<PhaseCounts counts={counts} filters={filters} />}
      actions={
        may(role, "games.manage") ? (
          <>
            <ButtonLink href="/schedule/new" look="primary">
              Add Game
            </ButtonLink>{" "}
            {may(role, "games.import") ? (
              <ButtonLink href="/schedule/import">Import Schedule</ButtonLink>
            ) : null}{" "}
            {counts.total > 0 ? (
              <ButtonLink href="/schedule/rained-out" look="quiet">
                Rained-out day
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      {some ? (
        <>
          <ViewLinks filters={filters} />
          <ScheduleFilterBar filters={filters} days={days} shown={shown} teams={teams} months={months} />
        </>
      ) : null}
      {cut ? (
        <Notice tone="minor" title="Not all games fit here">
          <p>These are the first ones. Choose a team to see all of its games.</p>
        </Notice>
      ) : null}
      {some && days ? (
        <>
          <DaySteps days={days} />
          {days.view === "week" ? <Week days={days.days} /> : <Month {...days} />}
        </>
      ) : games.length > 0 ? (
        <DayList games={games} today={today}>
          {(game) => <ScheduledGame game={game} />}
        </DayList>
      ) : (
        <NoGames filters={filters} filtered={filtered} teams={teams.length} />
      )}
      {shown > 0 ? <p className="muted small">All times are {zone}.</p> : null}
      {days ? null : (
        <Pagination
          page={filters.page}
          pages={pages}
          href={(page) => scheduleAddress({ ...filters, page })}
        />
      )}
      <p className="small">
        <a href="/schedule/calendars">These games in your own calendar</a>
      </p>
      {last ? (
        <p className="small">
          Last import:{" "}
          <a href={href("/schedule/imports/:importId", { importId: last.id })}>{last.file_name}</a>.{" "}
          <a href="/schedule/imports">All imports, and undo</a>
        </p>
      ) : null}
    </ClubPage>
  );
}
