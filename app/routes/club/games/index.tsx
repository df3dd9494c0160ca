import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  GAMES_A_PAGE,
  type ScheduleFilters,
  type ScheduleView,
  scheduleAddress,
  scheduleFilters,
  scheduleViews,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DayList } from "#app/ui/day-list.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { PhaseCounts, ScheduleFilterBar } from "./filters.tsx";
import { Month } from "./month.tsx";
import { loadSchedulePage } from "./schedule-page.server.ts";
import { ScheduledGame, Week } from "./scheduled-game.tsx";
import type { DaysView } from "./view-data.ts";

export const handle = { extra: "schedule", madeOf: [] };

export const meta = () => title("Schedule");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "games.see");
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
        may(role, "games.manage") && teams.length > 0 ? (
          <>
            <ButtonLink href="/schedule/new" look="primary">
              Add Game
            </ButtonLink>{" "}
            {may(role, "games.import") ? (
              <ButtonLink href="/schedule/import">Import Schedule</ButtonLink>
            ) : null}
          </>
        ) : counts.upcoming > 0 && !isSupport(role) ? (
          <ButtonLink href="/schedule/calendars">Add to my calendar</ButtonLink>
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
      {may(role, "games.manage") ? (
        <p className="row small">
          <a href="/schedule/calendars">These games in your own calendar</a>{" "}
          {counts.total > 0 ? (
            <a href="/schedule/rained-out">Rained-out day: cancel or move all games of a day</a>
          ) : null}
        </p>
      ) : null}
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

/** Why the schedule is empty, and what the user can do about it. */
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
    const action = may(role, "games.import") ? (
      <>
        <ButtonLink href="/schedule/import" look="primary">
          Import a File (It Creates Your Teams)
        </ButtonLink>{" "}
        <ButtonLink href="/teams/new">Add a team</ButtonLink>
      </>
    ) : null;
    return (
      <Empty title="No teams yet" action={action}>
        <p>Add your first team to start the schedule, or import a file that names your teams and games.</p>
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

const names: Record<ScheduleView, string> = { list: "List", week: "Week", month: "Month" };

/** The schedule's views; each keeps the filters. */
function ViewLinks({ filters }: { filters: ScheduleFilters }) {
  const links = scheduleViews.map((view) => ({
    key: view,
    href: scheduleAddress({ ...filters, view, page: 1 }),
    label: names[view],
    current: view === filters.view,
  }));
  return <Segments label="View" links={links} />;
}

/** The week or month that is shown, between the one before and the one after. */
function DaySteps({ days }: { days: DaysView }) {
  const { title, previous, next, now } = days;
  return (
    <div className="row apart day-steps">
      <h2>{title}</h2>{" "}
      <nav className="pagination" aria-label={days.view === "week" ? "Weeks" : "Months"}>
        <a href={previous.href} rel="prev">
          <span aria-hidden="true">← </span>
          {previous.label}
        </a>{" "}
        {now ? <a href={now.href}>{now.label}</a> : null}{" "}
        <a href={next.href} rel="next">
          {next.label}
          <span aria-hidden="true"> →</span>
        </a>
      </nav>
    </div>
  );
}
