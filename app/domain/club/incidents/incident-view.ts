import type { IncidentsTable } from "#app/db/club/schema.ts";
import type { StoredRating } from "#app/domain/club/ratings/ratings.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";

/** An incident note as its page shows it, and what became of the rating that opened it. */
export function viewIncident(incident: IncidentsTable, versions: readonly StoredRating[], timezone: string) {
  const opening = versions.find(({ id }) => id === incident.rating_id);
  const current = versions.find(
    ({ side, superseded_at }) => side === opening?.side && superseded_at === null,
  );
  return {
    note: {
      what: incident.what,
      when: incident.when_text,
      minor: incident.official_was_minor,
      level: incident.abuse_level,
      status: incident.status,
      opened: formatMoment(incident.opened_at, timezone),
      updated: incident.updated_by_name
        ? `${incident.updated_by_name}, ${formatMoment(incident.updated_at, timezone)}`
        : null,
    },
    correctedTo:
      current && current.score !== 0
        ? { score: current.score, by: current.given_by_name, at: formatMoment(current.given_at, timezone) }
        : null,
  };
}

export type IncidentView = ReturnType<typeof viewIncident>;
