import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { findMember, type Member } from "#app/domain/club/staff/staff.server.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { INVITATION_TEMPLATE } from "#app/domain/control/staff/daily-limit.server.ts";
import {
  invitationHashes,
  replaceInvitationLink,
} from "#app/domain/control/staff/invitation-links.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { linkToken, storedLinkToken } from "#app/runtime/ids.server.ts";

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

/** Names one sending of an invitation. The time is part of it, because a restored club repeats issue numbers. */
export type Sending = Pick<Member, "id" | "issue" | "invitedAt">;

/** Returns the key of an invitation's email. */
export const invitationKey = ({ id, issue, invitedAt }: Sending): string =>
  `${INVITATION_TEMPLATE}:${id}:${issue}:${invitedAt}`;

/** Returns the sending that an email's key names; null for other emails. */
export function readInvitationKey(key: string): Sending | null {
  const [, id, issue, invitedAt] = /^invitation:([\w-]+):(\d+):(\S+)$/.exec(key) ?? [];
  return id && issue && invitedAt ? { id, issue: Number(issue), invitedAt } : null;
}

type Invited = Pick<Member, "id" | "role" | "teamId" | "issue" | "email">;

/** Returns the link mailed to a pending member; an administrator may copy it (product/teams.md#invitations). */
export function invitationAddress(
  member: Invited,
  token = linkToken("invitation", member.id, member.issue),
): string {
  const address = new URL("/contact", env().appUrl);
  address.searchParams.set("invite", member.role);
  address.searchParams.set("team", member.teamId);
  address.searchParams.set("token", token);
  address.searchParams.set("email", member.email);
  return address.href;
}

/**
 * Returns the links that these members were mailed. While a secret is being replaced, this is the token whose hash is
 * stored: it may have been made with the previous one.
 */
export async function invitationAddresses(
  control: ControlDb,
  members: readonly Invited[],
): Promise<(member: Invited) => string> {
  if (env().sessionSecrets.length === 1) return (member) => invitationAddress(member);
  const hashes = await invitationHashes(
    control,
    members.map(({ id }) => id),
  );
  return (member) => {
    const hash = hashes.get(member.id);
    const token = hash && storedLinkToken(hash, "invitation", member.id, member.issue);
    return invitationAddress(member, token || undefined);
  };
}
