import { inTransaction } from "#app/db/engine.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { findMember } from "#app/domain/club/staff/staff.server.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { INVITATION_TEMPLATE } from "#app/domain/control/staff/daily-limit.server.ts";
import { replaceInvitationLink } from "#app/domain/control/staff/invitation-links.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { linkToken } from "#app/runtime/ids.server.ts";
import { invitationAddress, invitationKey } from "./invitation-address.server.ts";

/**
 * Activates an invitation's link and queues its email in one transaction. Idempotent; an outdated event (accepted,
 * withdrawn or sent again since) is dropped.
 */
export async function deliverInvitation(
  { control, db, club: { code: clubCode } }: ClubFileContext,
  { staffId, issue }: Extract<ClubEvent, { kind: "invitation" }>,
): Promise<void> {
  const member = await findMember(db, staffId);
  if (member?.status !== "pending" || member.issue !== issue) return;
  const team = await findTeam(db, member.teamId);
  if (!team) return;
  const club = await db
    .selectFrom("club")
    .select(["name", "email", "timezone", "color"])
    .executeTakeFirstOrThrow();
  const variables = {
    club: { name: club.name, color: club.color },
    team: { name: team.name, ageGroup: team.ageGroup, season: team.season },
    role: staffTitle(member),
    to: member.email,
    validUntil: formatMoment(member.expiresAt, club.timezone),
    link: invitationAddress(member),
  };
  await inTransaction(control, async (tx) => {
    const sentAt = new Date(member.invitedAt);
    const token = linkToken("invitation", staffId, issue);
    await replaceInvitationLink(tx, { token, clubCode, staffId, email: member.email, sentAt });
    await queueMail(tx, {
      key: invitationKey(member),
      template: INVITATION_TEMPLATE,
      variables,
      to: member.email,
      clubCode,
      fromName: club.name,
      replyTo: club.email,
    });
  });
}
