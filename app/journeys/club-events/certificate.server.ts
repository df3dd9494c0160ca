import type { ClubEvent } from "#app/db/outbox.server.ts";
import { type Certificate, findCertificate } from "#app/domain/club/rewards/certificates.server.ts";
import { isAchievement } from "#app/domain/club/rewards/rewards.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import type { Notification } from "#app/journeys/notifications/notification.ts";
import { notify, reachOf } from "#app/journeys/notifications/notify.server.ts";

const notificationOf = (
  { id, teamId, type }: Pick<Certificate, "id" | "teamId" | "type">,
  at: string,
): Notification => ({
  kind: isAchievement(type) ? "achievement-milestones" : "rewards-earned",
  key: `certificate:${id}:${at}`,
  teamId,
  to: { staff: ["manager", "coach"] },
  content: { about: "certificate", earnedId: id },
});

/** Mails a certificate to the team's manager and coaches. */
export async function deliverCertificate(
  ctx: ClubFileContext,
  { earnedId, at }: Extract<ClubEvent, { kind: "certificate" }>,
): Promise<void> {
  const sent = new Date(at);
  const certificate = await findCertificate(ctx.db, earnedId, sent);
  if (certificate) await notify(ctx, notificationOf(certificate, at), sent);
}

/** Counts the people whom a certificate's email reaches. */
export const certificateReach = (
  ctx: ClubFileContext,
  certificate: Pick<Certificate, "id" | "teamId" | "type">,
): Promise<number> => reachOf(ctx, notificationOf(certificate, ""));
