import { href } from "#app/config/addresses.ts";
import type { IncidentFilter } from "#app/domain/club/incidents/incident-list.server.ts";
import type { CaseView } from "#app/domain/club/incidents/incident-view.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";

/** Cases with what each needs next. */
export function IncidentTable({ cases }: { cases: readonly CaseView[] }) {
  return (
    <DataTable
      caption="Incidents; those that are not closed first, newest first"
      columns={[
        { name: "Game" },
        { name: "When" },
        { name: "Rated by" },
        { name: "Tags" },
        { name: "Opened" },
        { name: "Status" },
        { name: "Next" },
      ]}
      rows={cases.map((item) => ({
        key: item.id,
        cells: [
          <a key="game" href={href("/incidents/:incidentId", { incidentId: item.id })}>
            {item.title}
          </a>,
          item.when,
          item.ratedBy,
          item.tags.join(", ") || "None",
          item.age === "today" ? "Today" : `${item.age} ago`,
          <Badge key="status" strong={item.status === "open"}>
            {incidentStatusName[item.status]}
          </Badge>,
          <NextCell key="next" item={item} />,
        ],
      }))}
    />
  );
}

function NextCell({ item }: { item: CaseView }) {
  if (item.erased) return <span className="muted">Erased on {item.erased}</span>;
  if (item.next.step === "none") return <span className="muted">To be erased on {item.erases}</span>;
  return item.next.overdue ? <strong>{item.next.label}</strong> : item.next.label;
}

export function NoIncidents({ status, all }: { status: IncidentFilter; all: number }) {
  if (all === 0) {
    return (
      <Empty title="No incidents">
        <p>No sideline has got a Major Incident. When one does, its case opens here by itself.</p>
      </Empty>
    );
  }
  return (
    <Empty
      title={
        status === "all"
          ? "No incidents on this page"
          : `No case is ${incidentStatusName[status].toLowerCase()}`
      }
      action={<a href={href("/incidents")}>Show all incidents</a>}
    />
  );
}
