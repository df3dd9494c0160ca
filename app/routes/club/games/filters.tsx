import { phaseName } from "#app/domain/club/games/labels.ts";
import { formatMonth, type ScheduleFilters } from "#app/domain/club/schedule/schedule-filters.ts";
import type { Choice } from "#app/ui/choices.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ShownCount } from "./counts.tsx";
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
        choices={Object.entries(phaseName).map(([value, label]) => ({ value, label }))}
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

/** A month without games is no choice, unless it is shown. */
const withShown = (months: readonly string[], shown: string) =>
  shown === "" || months.includes(shown) ? months : [shown, ...months];
