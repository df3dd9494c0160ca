import { Fragment } from "react";
import type { GamePhase } from "#app/domain/club/games/game-rules.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import type { ScheduleCounts } from "#app/domain/club/schedule/schedule.server.ts";
import {
  formatMonth,
  type ScheduleFilters,
  scheduleAddress,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { type Choice, choicesOf, SelectField } from "#app/ui/inputs.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import type { DaysView } from "./view-data.ts";

/** Which games the view shows, and how many they are. A week is chosen by its links, so it has no select. */
export function ScheduleFilterBar(props: {
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

/** A month without games is not a choice, unless it is shown. */
const withShown = (months: readonly string[], shown: string) =>
  shown === "" || months.includes(shown) ? months : [shown, ...months];

const phases = Object.keys(phaseName) as GamePhase[];

/** '16 upcoming, 49 completed': each number leads to the list of its games. */
export function PhaseCounts({ counts, filters }: { counts: ScheduleCounts; filters: ScheduleFilters }) {
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

/** How many games the filters leave, and the way back to all. */
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
