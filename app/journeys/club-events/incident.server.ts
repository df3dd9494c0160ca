import { env } from "#app/config/env.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { incidentAlert } from "#app/domain/club/incidents/incidents.server.ts";
import { ratedAsName } from "#app/domain/club/ratings/labels.ts";
import { tagLabels } from "#app/domain/club/ratings/rating-tags.ts";
import { adminEmails } from "#app/domain/control/accounts/club-admins.server.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { incidentAlertEmail } from "#app/mail/emails/incident-alert-email.tsx";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Alerts a club's administrators to a game with a 0, once per incident and address (product.md#incidents). */
export async function deliverIncident(
  { control, db, club: { code: clubCode } }: ClubFileContext,
  { incidentId }: Extract<ClubEvent, { kind: "incident" }>,
): Promise<void> {
  const alert = await incidentAlert(db, incidentId);
  if (!alert || alert.incident_alerts === 0) return;
  const email = incidentAlertEmail({
    club: { name: alert.clubName, color: alert.clubColor },
    game: gameTitle({ ...alert, team_name: alert.teamName }),
    when: formatGameTime(alert, alert.timezone, now()),
    location: alert.location,
    ratedBy: ratedAsName[alert.given_as],
    tags: tagLabels(JSON.parse(alert.tags) as string[]).join(", "),
    link: `${env().appUrl}/rating/${alert.gameId}/incident`,
  });
  const addresses = new Set(
    [alert.email, ...(await adminEmails(control, clubCode))].filter((to) => to !== ""),
  );
  for (const to of addresses) {
    await queueMail(control, {
      key: `incident:${incidentId}:${to}`,
      tag: "incident",
      to,
      ...email,
      clubCode,
    });
  }
}
