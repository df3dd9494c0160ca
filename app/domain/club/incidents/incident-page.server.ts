import type { ClubDb } from "#app/db/club/schema.ts";
import { countIncidents, INCIDENTS_A_PAGE, listIncidents } from "./incident-list.server.ts";
import { type IncidentClock, viewCase } from "./incident-view.ts";
import { type IncidentStatus, incidentStatuses } from "./incidents.ts";

/** The filter of the list, as the address spells it. */
export type IncidentFilter = IncidentStatus | "all";

/** The page of cases that an address asks for; an unknown filter counts as none. */
export async function loadIncidentList(db: ClubDb, search: URLSearchParams, clock: IncidentClock) {
  const status: IncidentFilter = incidentStatuses.find((name) => name === search.get("status")) ?? "all";
  const asked = /^[1-9]\d{0,4}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  const counts = await countIncidents(db);
  const pages = Math.max(1, Math.ceil(counts[status] / INCIDENTS_A_PAGE));
  const page = Math.min(asked, pages);
  const rows = await listIncidents(db, { status, page });
  return { counts, status, page, pages, cases: rows.map(({ talk, ...row }) => viewCase(row, talk, clock)) };
}
