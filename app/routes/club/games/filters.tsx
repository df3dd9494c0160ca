import { phaseName } from "#app/domain/club/games/labels.ts";
import { formatMonth, type ScheduleFilters } from "#app/domain/club/games/schedule-filters.ts";
import type { Choice } from "#app/ui/choices.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { ShownCount } from "./counts.tsx";

/** Which games the list shows, and how many they are. */
export function ScheduleFilterBar(props: {
  filters: ScheduleFilters;
  shown: number;
  teams: readonly Choice[];
  months: readonly string[];
}) {
  const { filters, shown, teams, months } = props;
  const team = teams.find(({ value }) => value === filters.team)?.label;
  return (
    <FilterBar action="/schedule" count={<ShownCount shown={shown} filters={filters} team={team} />}>
      <SelectField name="team" label="Team" required empty="All teams" value={filters.team} choices={teams} />
      <SelectField
        name="phase"
        label="Status"
        required
        empty="All games"
        value={filters.phase}
        choices={Object.entries(phaseName).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        name="month"
        label="Month"
        required
        empty="All months"
        value={filters.month}
        choices={months.map((value) => ({ value, label: formatMonth(value) }))}
      />
    </FilterBar>
  );
}
