import { inTransaction } from "#app/db/engine.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { findMember } from "#app/domain/club/staff/staff.server.ts";
import { INVITATION_DAYS, staffTitle } from "#app/domain/club/staff/staff.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { replaceInvitationLink } from "#app/domain/control/staff/invitation-links.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { renderLetter } from "#app/mail/email.ts";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import { linkToken } from "#app/runtime/ids.server.ts";
import type { EventContext } from "./change-club.server.ts";
import { INVITATION_TAG, invitationAddress } from "./invitation-address.server.ts";

/**
 * Makes an invitation's link valid and queues its mail, in one step; running it again changes nothing. News that
 * was overtaken (accepted, taken back, sent again since) is dropped.
 */
export async function deliverInvitation(
  { control, db, clubCode }: EventContext,
  { staffId, issue }: Extract<ClubEvent, { kind: "invitation" }>,
): Promise<void> {
  const member = await findMember(db, staffId);
  if (member?.status !== "pending" || member.issue !== issue) return;
  const team = await findTeam(db, member.teamId);
  if (!team) return;
  const club = await db.selectFrom("club").select(["name", "email", "timezone"]).executeTakeFirstOrThrow();
  const role = staffTitle(member);
  const letter = renderLetter({
    club: club.name,
    heading: `Join ${team.name} as ${role}`,
    paragraphs: [
      `${club.name} invites you to join ${team.name} as ${role}.`,
      "After each game you rate how the parents and spectators behaved on the sideline. It takes less than a minute, on a phone.",
      "This account is FREE - the club has already covered all costs.",
    ],
    facts: [
      ["Team", `${team.name}, ${team.ageGroup}, ${team.season}`],
      ["Your role", role],
      ["Valid until", formatMoment(member.expiresAt, club.timezone)],
    ],
    button: { label: "Accept the Invitation", href: invitationAddress(member) },
    after: [
      `The link works once and for ${INVITATION_DAYS} days. It is meant for you: please do not pass it on.`,
    ],
    why: `You get this email because ${club.name} entered ${member.email} as ${role} of ${team.name}. If you do not know this club, you need not do anything.`,
  });
  await inTransaction(control, async (tx) => {
    const sentAt = new Date(member.invitedAt);
    const token = linkToken("invitation", staffId, issue);
    await replaceInvitationLink(tx, { token, clubCode, staffId, email: member.email, sentAt });
    await queueMail(tx, {
      // With the moment: in a club that was restored the numbers of the issues come once more.
      key: `invitation:${staffId}:${issue}:${member.invitedAt}`,
      tag: INVITATION_TAG,
      to: member.email,
      subject: `${club.name}: join ${team.name} as ${role}`,
      ...letter,
      clubCode,
      fromName: club.name,
      replyTo: club.email,
    });
  });
}
