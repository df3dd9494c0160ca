import { href } from "#app/config/addresses.ts";
import type { IncidentFilter } from "#app/domain/club/incidents/incident-page.server.ts";
import { incidentStatuses } from "#app/domain/club/incidents/incidents.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { TextOnly } from "#app/ui/buttons.tsx";

export const statusQuery = (status: IncidentFilter) => ({ status: status === "all" ? undefined : status });

/** The statuses as links, each with the number of its cases. */
export function StatusTabs(props: { counts: Record<IncidentFilter, number>; status: IncidentFilter }) {
  return (
    <nav className="page-tabs" aria-label="Status">
      <ul>
        {(["all", ...incidentStatuses] as const).map((status) => (
          <li key={status}>
            <a
              href={href("/incidents", statusQuery(status))}
              aria-current={status === props.status ? "page" : undefined}
            >
              {status === "all" ? "All" : incidentStatusName[status]} ({props.counts[status]})
            </a>
            {status === props.status ? <TextOnly> (you are here)</TextOnly> : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
