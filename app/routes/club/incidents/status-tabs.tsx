import { href } from "#app/config/addresses.ts";
import type { IncidentFilter } from "#app/domain/club/incidents/incident-list.server.ts";
import { incidentStatuses } from "#app/domain/club/incidents/incidents.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { Segments } from "#app/ui/shell/segments.tsx";

export const statusQuery = (status: IncidentFilter) => ({ status: status === "all" ? undefined : status });

/** The statuses as links, each with the number of its cases. */
export function StatusTabs(props: { counts: Record<IncidentFilter, number>; status: IncidentFilter }) {
  const links = (["all", ...incidentStatuses] as const).map((status) => ({
    key: status,
    href: href("/incidents", statusQuery(status)),
    label: `${status === "all" ? "All" : incidentStatusName[status]} (${props.counts[status]})`,
    current: status === props.status,
  }));
  return <Segments label="Status" links={links} />;
}
