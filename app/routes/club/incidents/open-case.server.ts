import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import type { IncidentClock } from "#app/domain/club/incidents/incident-view.ts";
import { findIncident, type IncidentCase } from "#app/domain/club/incidents/incidents.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Opens the case of an address; 404 if the club has no such case. */
export async function openCase(ctx: ClubContext, incidentId: string | undefined): Promise<IncidentCase> {
  const incident = incidentId ? await findIncident(ctx.db, incidentId) : undefined;
  if (!incident) throw notFound();
  return incident;
}

export const caseClock = ({ club }: ClubContext): IncidentClock => ({ timezone: club.timezone, at: now() });

export const caseAddress = (incidentId: string) => href("/incidents/:incidentId", { incidentId });
