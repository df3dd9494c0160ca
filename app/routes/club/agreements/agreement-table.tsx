import { href } from "#app/config/addresses.ts";
import { agreementStatusName, parentLabel } from "#app/domain/club/agreements/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { AgreementListPage } from "./list-page.server.ts";

type Row = AgreementListPage["agreements"][number];

/** A row for each parent. @param props.addresses whether the reader may see addresses at all */
export function AgreementTable({
  agreements,
  addresses,
}: {
  agreements: readonly Row[];
  addresses: boolean;
}) {
  return (
    <DataTable
      caption="Agreements, by the parent's name"
      columns={[
        { name: "Parent" },
        { name: "Child" },
        { name: "Team" },
        { name: "Status" },
        { name: "Sent" },
        { name: "Signed" },
        { name: "Reminders", numeric: true },
      ]}
      rows={agreements.map((row) => ({
        key: row.id,
        cells: [
          <Parent key="parent" row={row} linked={addresses} />,
          row.children.map(({ name }) => name).join(", ") || "None yet",
          <Teams key="teams" row={row} />,
          <Status key="status" row={row} />,
          row.sent ?? "Not yet",
          row.signed ?? "Not yet",
          row.reminders,
        ],
      }))}
    />
  );
}

function Parent({ row, linked }: { row: Row; linked: boolean }) {
  const label = parentLabel(row);
  return (
    <>
      {linked ? <a href={href("/agreements/:agreementId", { agreementId: row.id })}>{label}</a> : label}
      {row.email && row.email !== label ? (
        <>
          {" "}
          <span className="muted small">{row.email}</span>
        </>
      ) : null}
    </>
  );
}

/** The teams that the reader sees; of others only that there are some (product.md#agreements-tracker). */
function Teams({ row }: { row: Row }) {
  return (
    <>
      {[...new Set(row.children.map(({ teamName }) => teamName ?? "No team"))].join(", ") || "No team"}
      {row.elsewhere ? <span className="muted small"> also in another team</span> : null}
    </>
  );
}

function Status({ row }: { row: Row }) {
  const waits = (row.status === "pending" || row.status === "expired") && row.dead;
  return (
    <>
      <Badge strong={waits || row.toMatch || row.status === "expired"}>
        {agreementStatusName[row.status]}
      </Badge>
      {row.paper ? " On paper" : null}
      {waits ? " Email not delivered" : null}
      {row.toMatch ? " To match" : null}
    </>
  );
}
