import { type BoardFilters, boardAddress, withoutLimits } from "#app/domain/control/leaderboard/filters.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";

export function NoTeams({ filters }: { filters: BoardFilters }) {
  return (
    <Empty title="No teams found" action={wayOut(filters)}>
      <p>Try adjusting your filters to see more teams.</p>
    </Empty>
  );
}

/** Leads from an empty list to a board that may have teams. */
function wayOut(filters: BoardFilters) {
  const cleared = boardAddress(withoutLimits(filters));
  if (boardAddress(filters) !== cleared) return <ButtonLink href={cleared}>Clear the filters</ButtonLink>;
  if (filters.view === "national") return null;
  return <ButtonLink href="/leaderboard?view=national">See the National View</ButtonLink>;
}
