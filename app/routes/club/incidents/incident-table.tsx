import type { ReactNode } from "react";
import { href } from "#app/config/addresses.ts";
import type { IncidentFilter } from "#app/domain/club/incidents/incident-list.server.ts";
import type { CaseView } from "#app/domain/club/incidents/incident-view.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { Empty } from "#app/ui/empty.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status } from "#app/ui/status.tsx";

/** Lists cases with the next step of each. */
export function IncidentTable({ cases }: { cases: readonly CaseView[] }) {
  return (
    <RowTable
      caption="Incidents; those that are not closed first, newest first"
      columns={[
        { name: "Game", place: "name" },
        { name: "Status", place: "state" },
        { name: "When", place: "left" },
        { name: "Next", place: "line" },
        { name: "Case", place: "more" },
        { name: "Tags", place: "more" },
      ]}
      rows={cases.map((item) => ({
        key: item.id,
        href: href("/incidents/:incidentId", { incidentId: item.id }),
        cells: [
          item.title,
          <IncidentStatus key="status" status={item.status} />,
          item.day,
          nextOf(item),
          String(item.number),
          item.tags.join(", ") || "None",
        ],
      }))}
    />
  );
}

/** Shows a case's status: an open case waits for the club, one that was discussed for its closing. */
export function IncidentStatus({ status }: { status: CaseView["status"] }) {
  const kinds = { open: "act", "talked-to": "plain", closed: "done" } as const;
  return <Status kind={kinds[status]}>{incidentStatusName[status]}</Status>;
}

function nextOf(item: CaseView): ReactNode {
  if (item.erased) return `Erased on ${item.erased}`;
  if (item.next.step === "none") return `To be erased on ${item.erases}`;
  const opened = item.age === "today" ? "opened today" : `opened ${item.age} ago`;
  return (
    <>
      {item.next.overdue ? <strong>{item.next.label}</strong> : item.next.label}, {opened}
    </>
  );
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
