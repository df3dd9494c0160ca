import { env } from "#app/config/env.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { incidentAlert } from "#app/domain/club/incidents/incidents.server.ts";
import { rightName } from "#app/domain/club/ratings/rating-permission.ts";
import { tagLabels } from "#app/domain/club/ratings/rating-tags.ts";
import { gameTitle } from "#app/domain/club/ratings/rating-view.ts";
import { adminEmails } from "#app/domain/control/accounts/club-admins.server.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import { renderLetter } from "#app/mail/email.ts";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { EventContext } from "./change-club.server.ts";

/**
 * Mails a club's administrators that a game got a 0, once an incident and address, where the team wants alerts.
 * The letter names the game and what was ticked; what the rater wrote may name people, and stays in the app.
 */
export async function deliverIncident(
  { control, db, clubCode }: EventContext,
  { incidentId }: Extract<ClubEvent, { kind: "incident" }>,
): Promise<void> {
  const alert = await incidentAlert(db, incidentId);
  if (!alert || alert.incident_alerts === 0) return;
  const title = gameTitle({ ...alert, team_name: alert.teamName });
  const letter = renderLetter({
    club: alert.clubName,
    heading: "A sideline got a Major Incident",
    paragraphs: [
      `${title} was rated 0, Major Incident. A private note was opened for it, which only your club's administrators see.`,
    ],
    facts: [
      ["Game", title],
      ["When", formatGameTime(alert, alert.timezone, now())],
      ["Where", alert.location],
      ["Rated by", rightName[alert.given_as]],
      ["What happened", tagLabels(JSON.parse(alert.tags) as string[]).join(", ")],
    ],
    button: { label: "Open the private note", href: `${env().appUrl}/rating/${alert.gameId}/incident` },
    why: "You get this because you administer the club and its team has incident alerts on. You can turn them off in the team's email settings.",
  });
  const addresses = new Set(
    [alert.email, ...(await adminEmails(control, clubCode))].filter((to) => to !== ""),
  );
  for (const to of addresses) {
    await queueMail(control, {
      key: `incident:${incidentId}:${to}`,
      tag: "incident",
      to,
      subject: `Major Incident: ${title}`,
      ...letter,
      clubCode,
      fromName: alert.clubName,
    });
  }
}
