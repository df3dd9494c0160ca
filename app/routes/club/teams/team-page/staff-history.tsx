import { pluralize } from "#app/domain/values/pluralize.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import type { PeriodOnPage } from "./periods.ts";

/** Who managed and coached the team so far; only for who manages it. */
export function StaffHistory({ periods }: { periods: readonly PeriodOnPage[] | null }) {
  if (!periods || periods.length === 0) return null;
  return (
    <details className="more">
      <summary>Manager and coaches so far ({pluralize(periods.length, "entry", "entries")})</summary>
      <DataTable
        caption="Who managed and coached this team, the latest first"
        columns={[{ name: "Name" }, { name: "Role" }, { name: "From" }, { name: "To" }]}
        rows={periods.map(({ id, who, role, from, to }) => ({ key: id, cells: [who, role, from, to] }))}
      />
    </details>
  );
}
