import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import type { GamePhase } from "#app/domain/club/games/game-rules.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import type { ScheduleCounts } from "#app/domain/club/schedule/schedule.server.ts";
import {
  formatMonth,
  GAMES_A_PAGE,
  type ScheduleFilters,
  type ScheduleView,
  scheduleAddress,
  scheduleFilters,
  scheduleViews,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DayList } from "#app/ui/day-list.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { type Choice, choicesOf, SelectField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { Month } from "./month.tsx";
import { loadSchedulePage } from "./schedule-page.server.ts";
import { ScheduledGame, Week } from "./scheduled-game.tsx";
import type { DaysView } from "./view-data.ts";

export const handle = { extra: "schedule", madeOf: [] };

export const meta = () => title("Schedule");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "games.see");
  return loadSchedulePage(ctx, scheduleFilters(new URL(args.request.url).searchParams));
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

/** Explains why the schedule is empty, and what the user can do about it. */
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

/** Links the schedule's views; each keeps the filters. */
function ViewLinks({ filters }: { filters: ScheduleFilters }) {
  const links = scheduleViews.map((view) => ({
    key: view,
    href: scheduleAddress({ ...filters, view, page: 1 }),
    label: names[view],
    current: view === filters.view,
  }));
  return <Segments label="View" links={links} />;
}

/** Shows the current week or month, between links to the previous and the next. */
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

/** Filters the games of a view and counts them. A week is chosen by its links, so it has no select. */
function ScheduleFilterBar(props: {
  filters: ScheduleFilters;
  days: DaysView | null;
  shown: number;
  teams: readonly Choice[];
  months: readonly string[];
}) {
  const { filters, days, shown, teams, months } = props;
  const team = teams.find(({ value }) => value === filters.team)?.label;
  return (
    <FilterBar
      action="/schedule"
      count={<ShownCount shown={shown} filters={filters} days={days} team={team} />}
    >
      {days ? <Hidden name="view" value={days.view} /> : null}
      {filters.view === "week" && filters.week ? <Hidden name="week" value={filters.week} /> : null}
      <SelectField name="team" label="Team" required empty="All teams" value={filters.team} choices={teams} />
      <SelectField
        name="phase"
        label="Status"
        required
        empty="All games"
        value={filters.phase}
        choices={choicesOf(phaseName)}
      />
      {filters.view === "week" ? null : (
        <SelectField
          name="month"
          label="Month"
          required
          empty={days ? "This month" : "All months"}
          value={filters.month}
          choices={withShown(months, filters.month).map((value) => ({ value, label: formatMonth(value) }))}
        />
      )}
    </FilterBar>
  );
}

/** Adds the shown month to the choices, even without games. */
const withShown = (months: readonly string[], shown: string) =>
  shown === "" || months.includes(shown) ? months : [shown, ...months];

const phases = Object.keys(phaseName) as GamePhase[];

/** Shows '16 upcoming, 49 completed': each number links to its games. */
function PhaseCounts({ counts, filters }: { counts: ScheduleCounts; filters: ScheduleFilters }) {
  const some = phases.filter((phase) => counts[phase] > 0);
  if (some.length === 0) return <>All your teams' games: upcoming, played, and still to rate.</>;
  return (
    <>
      {some.map((phase, index) => (
        <Fragment key={phase}>
          {index > 0 ? ", " : null}
          <a href={scheduleAddress({ ...filters, view: "list", phase, page: 1 })}>
            {count(counts[phase])} {phaseName[phase].toLowerCase()}
          </a>
        </Fragment>
      ))}
      .
    </>
  );
}

/** Counts the filtered games and links back to all. */
function ShownCount(props: {
  shown: number;
  filters: ScheduleFilters;
  days: DaysView | null;
  team: string | undefined;
}) {
  const { shown, filters, days, team } = props;
  const all = scheduleAddress({ view: filters.view, week: filters.week, month: days ? filters.month : "" });
  const chosen = [
    filters.phase ? phaseName[filters.phase].toLowerCase() : "",
    team ?? "",
    filters.month && !days ? formatMonth(filters.month) : "",
  ].filter(Boolean);
  return (
    <>
      {pluralize(shown, "game")}
      {chosen.length > 0 ? (
        <>
          : {chosen.join(", ")}. <a href={all}>Show all</a>
        </>
      ) : null}
    </>
  );
}
