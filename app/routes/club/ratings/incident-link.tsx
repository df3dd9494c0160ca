import { href } from "#app/config/addresses.ts";
import type { IncidentStatus } from "#app/domain/club/incidents/incidents.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { Notice } from "#app/ui/notice.tsx";

/** The way from a game to its private case, for administrators. */
export function IncidentLink({ incidentId, status }: { incidentId: string; status: IncidentStatus }) {
  return (
    <Notice tone="bad" title={`Incident: ${incidentStatusName[status].toLowerCase()}`}>
      <p>
        This game got a Major Incident.{" "}
        <a href={href("/incidents/:incidentId", { incidentId })}>Open the private case</a>
      </p>
    </Notice>
  );
}
