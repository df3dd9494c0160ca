import { now } from "../../clock.server.ts";
import { incidentAlert } from "../../domain/club/incidents.server.ts";
import { rightName } from "../../domain/club/rating-rules.ts";
import { tagLabels } from "../../domain/club/rating-tags.ts";
import { gameTitle } from "../../domain/club/rating-view.ts";
import { adminEmails } from "../../domain/control/club-admins.server.ts";
import { sayGameTime } from "../../domain/times.ts";
import { env } from "../../env.server.ts";
import type { ClubNews } from "../../jobs/club-outbox.server.ts";
import { renderLetter } from "../../mail/letter.ts";
import { queueMail } from "../../mail/outbox.server.ts";
import type { NewsScene } from "../change-club.server.ts";

/**
 * Mails a club's administrators that a game got a 0, once an incident and address, where the team wants alerts.
 * The letter names the game and what was ticked; what the rater wrote may name people, and stays in the app.
 */
export async function deliverIncident(
  { control, db, clubCode }: NewsScene,
  { incidentId }: Extract<ClubNews, { kind: "incident" }>,
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
      ["When", sayGameTime(alert, alert.timezone, now())],
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
