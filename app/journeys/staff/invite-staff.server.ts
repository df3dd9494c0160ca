import type { ClubTx } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import {
  findMemberOfTeam,
  type InvitationFields,
  type InviteRefusal,
  inviteMember,
  type Member,
  renewInvitation,
} from "#app/domain/club/staff/staff.server.ts";
import { INVITATIONS_A_DAY } from "#app/domain/club/staff/staff.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { INVITATION_TAG } from "#app/journeys/club-events/invitation-address.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { countMails } from "#app/mail/queue-mail.server.ts";
import { now } from "#app/runtime/clock.server.ts";

const DAY_MS = 86_400_000;

/**
 * Invites somebody as manager or coach of a team. The mail goes out after the commit; the same form sent twice
 * is one invitation and one mail.
 */
export async function inviteStaff(
  ctx: ClubFileContext,
  invitation: InvitationFields,
): Promise<{ sent: true } | { refused: InviteRefusal | "limit" | "not-found" }> {
  if (await limitReached(ctx)) return { refused: "limit" };
  return changeClub(ctx, async (tx) => {
    if (!(await findTeam(tx, invitation.teamId))) return { refused: "not-found" };
    const outcome = await inviteMember(tx, invitation, now());
    if ("refused" in outcome) return outcome;
    if (!outcome.repeated) await recordInvitation(tx, outcome.staffId, outcome.issue);
    return { sent: true };
  });
}

/** Sends a pending invitation again: a new link for 7 days, the old one is dead. */
export async function resendInvitation(
  ctx: ClubFileContext,
  place: { teamId: string; staffId: string },
): Promise<{ member: Member } | { refused: "limit" | "not-found" | "already-joined" }> {
  if (await limitReached(ctx)) return { refused: "limit" };
  return changeClub(ctx, async (tx) => {
    const placed = await findMemberOfTeam(tx, place);
    if (!placed) return { refused: "not-found" };
    if (placed.status === "active") return { refused: "already-joined" };
    const { member, repeated } = await renewInvitation(tx, placed, now());
    if (!repeated) await recordInvitation(tx, member.id, member.issue);
    return { member };
  });
}

const recordInvitation = (tx: ClubTx, staffId: string, issue: number) =>
  recordEvent(tx, { kind: "invitation", staffId, issue });

async function limitReached(ctx: { control: ControlDb; club: { code: string } }): Promise<boolean> {
  const since = new Date(now().getTime() - DAY_MS);
  return (await countMails(ctx.control, ctx.club.code, INVITATION_TAG, since)) >= INVITATIONS_A_DAY;
}
