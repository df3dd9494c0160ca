import type { ClubEvent } from "#app/db/outbox.server.ts";
import { incidentTeam } from "#app/domain/club/incidents/told-incidents.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";

/** Alerts a club's administrators to a game with a 0, once per incident and person (product.md#incidents). */
export async function deliverIncident(
  ctx: ClubFileContext,
  { incidentId }: Extract<ClubEvent, { kind: "incident" }>,
): Promise<void> {
  const teamId = await incidentTeam(ctx.db, incidentId);
  if (!teamId) return;
  await notify(ctx, {
    kind: "incident-alerts",
    key: incidentId,
    teamId,
    to: { administrators: true },
    content: { about: "incident", incidentId },
  });
}
