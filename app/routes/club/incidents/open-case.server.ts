import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import type { IncidentProblem } from "#app/domain/club/incidents/incident-changes.server.ts";
import type { IncidentClock } from "#app/domain/club/incidents/incident-view.ts";
import { findIncident, type IncidentCase } from "#app/domain/club/incidents/incidents.server.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import type { Reading } from "#app/forms/read-form.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/** The case that an address is about; 404 where the club has no such case. */
export async function openCase(ctx: ClubContext, incidentId: string | undefined): Promise<IncidentCase> {
  const incident = incidentId ? await findIncident(ctx.db, incidentId) : undefined;
  if (!incident) throw notFound();
  return incident;
}

export const caseClock = ({ club }: ClubContext): IncidentClock => ({ timezone: club.timezone, at: now() });

/** Leads to the page of a case with a message. */
export const backToCase = (incidentId: string, text: string, kind?: "good" | "bad") =>
  redirectWith(href("/incidents/:incidentId", { incidentId }), text, kind);

/** The answer to a form about a case that was not changed. @throws 404 if the case is gone */
export function refuseChange(
  reading: Extract<Reading<unknown>, { ok: true }>,
  problem: IncidentProblem,
): Response {
  return reading.refuse({ "": problemLabel(problem) });
}

function problemLabel(problem: IncidentProblem): string {
  if (problem === "not-found") throw notFound();
  return incidentProblemLabels[problem];
}
