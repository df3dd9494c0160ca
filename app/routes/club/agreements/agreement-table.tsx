import { href } from "#app/config/addresses.ts";
import { agreementStatusName, parentLabel } from "#app/domain/club/agreements/labels.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status } from "#app/ui/status.tsx";
import type { AgreementListPage } from "./list-page.server.ts";

type Row = AgreementListPage["agreements"][number];

/** Lists parents; a row opens the parent's page for users who may send. */
export function AgreementTable({ agreements, opens }: { agreements: readonly Row[]; opens: boolean }) {
  return (
    <RowTable
      caption="Agreements, by the parent's name"
      columns={[
        { name: "Parent", place: "name" },
        { name: "Status", place: "state" },
        { name: "Team", place: "left" },
        { name: "Sent, signed", place: "line" },
        { name: "Child", place: "more" },
      ]}
      rows={agreements.map((row) => ({
        key: row.id,
        href: opens ? href("/agreements/:agreementId", { agreementId: row.id }) : undefined,
        tick: opens ? tickOf(row) : undefined,
        cells: [
          parentLabel(row),
          <AgreementStatus key="status" {...row} />,
          teamsOf(row),
          row.progress,
          row.children.map(({ name }) => name).join(", ") || "None yet",
        ],
      }))}
    />
  );
}

const tickOf = (row: Row) =>
  row.choosable ? { name: "id", value: row.id, label: `Choose ${parentLabel(row)}` } : null;

/**
 * Names the teams that the reader sees; of others only that there are some (product/agreements.md#agreements-tracker).
 */
function teamsOf({ children, elsewhere }: Row): string {
  const teams = [...new Set(children.map(({ teamName }) => teamName ?? "No team"))].join(", ") || "No team";
  return elsewhere ? `${teams}, also in another team` : teams;
}

/** Shows an agreement's status, or the club's next step. */
export function AgreementStatus(props: Pick<Row, "status" | "dead" | "toMatch">) {
  const { status, toMatch } = props;
  const waits = status === "pending" || status === "expired";
  if (toMatch) return <Status kind="act">Who signed?</Status>;
  if (waits && props.dead) return <Status kind="act">Not delivered</Status>;
  const kinds = {
    signed: "done",
    expired: "act",
    declined: "bad",
    withdrawn: "bad",
    pending: "plain",
  } as const;
  return <Status kind={kinds[status]}>{agreementStatusName[status]}</Status>;
}
