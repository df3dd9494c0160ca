import { phaseName } from "#app/domain/club/games/labels.ts";
import { formatMonth, type ScheduleFilters } from "#app/domain/club/games/schedule-filters.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import type { Choice } from "#app/ui/choices.tsx";
import { SelectField } from "#app/ui/inputs.tsx";

/** Which games the list shows. Its answer is an address, so it works without a script and can be shared. */
export function ScheduleFiltersForm(props: {
  filters: ScheduleFilters;
  teams: readonly Choice[];
  months: readonly string[];
}) {
  const { filters, teams, months } = props;
  return (
    <form method="get" action="/schedule" className="form filters" data-autosubmit="">
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
      <SubmitButton look="secondary">Show</SubmitButton>
    </form>
  );
}
