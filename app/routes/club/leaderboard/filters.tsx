import type { BoardCards } from "#app/domain/control/leaderboard/board.server.ts";
import { type BoardFilters, boardAddress, SEARCH_LENGTH } from "#app/domain/control/leaderboard/filters.ts";
import { boardSentence } from "#app/domain/control/leaderboard/labels.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";

/** State View and National View: two addresses of one board. */
export function ViewToggle({ filters }: { filters: BoardFilters }) {
  const views = [
    // Without a state in its address, the State View shows the club's own.
    { view: "state", label: "State View", state: filters.state },
    { view: "national", label: "National View", state: null },
  ] as const;
  const links = views.map(({ view, label, state }) => ({
    key: view,
    href: boardAddress(filters, { view, state }),
    label,
    current: filters.view === view,
  }));
  return <Segments label="View" links={links} />;
}

/** Which board is shown, and what it says in a sentence. */
export function BoardFilterBar({ filters, cards }: { filters: BoardFilters; cards: BoardCards }) {
  const all = { value: "all", label: "All States" };
  return (
    <FilterBar action="/leaderboard" count={<strong>{boardSentence(filters, cards)}</strong>}>
      <Hidden name="view" value={filters.view} />
      <SelectField
        name="state"
        label="State"
        required
        value={filters.state ?? "all"}
        choices={filters.view === "national" ? [all, ...stateChoices] : stateChoices}
      />
      <SelectField
        name="age"
        label="Age Group"
        required
        value={filters.ageGroup ?? "all"}
        choices={[{ value: "all", label: "All Ages" }, ...ageGroups.map(named)]}
      />
      <SelectField
        name="gender"
        label="Gender"
        required
        value={filters.gender ?? "all"}
        choices={[{ value: "all", label: "All" }, ...genders.map(named)]}
      />
      <TextField
        name="q"
        label="Search team, club or city"
        type="search"
        value={filters.q}
        maxLength={SEARCH_LENGTH}
      />
    </FilterBar>
  );
}

const named = (value: string) => ({ value, label: value });
