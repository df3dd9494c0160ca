import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { INVITATION_TEMPLATE } from "#app/domain/control/staff/daily-limit.server.ts";
import { invitationHashes } from "#app/domain/control/staff/invitation-links.server.ts";
import { linkToken, storedLinkToken } from "#app/runtime/ids.server.ts";

/** Names one sending of an invitation. The time is part of it, because a restored club repeats issue numbers. */
export type Sending = Pick<Member, "id" | "issue" | "invitedAt">;

/** The key of an invitation's email. */
export const invitationKey = ({ id, issue, invitedAt }: Sending): string =>
  `${INVITATION_TEMPLATE}:${id}:${issue}:${invitedAt}`;

/** The sending that an email's key names; null for other emails. */
export function readInvitationKey(key: string): Sending | null {
  const [, id, issue, invitedAt] = /^invitation:([\w-]+):(\d+):(\S+)$/.exec(key) ?? [];
  return id && issue && invitedAt ? { id, issue: Number(issue), invitedAt } : null;
}

type Invited = Pick<Member, "id" | "role" | "teamId" | "issue" | "email">;

/** The link mailed to a pending member; an administrator may copy it (product.md#invitations). */
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
 * How to write the link that each of these members was mailed. While a secret is being replaced, this is the token
 * whose hash is stored: it may have been made with the previous one.
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
