import { env } from "#app/config/env.server.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { linkToken } from "#app/runtime/ids.server.ts";

/** The tag of invitation emails, which count towards a club's daily limit. */
export const INVITATION_TAG = "invitation";

/** The link mailed to a pending member; an administrator may copy it (product.md#invitations). */
export function invitationAddress(
  member: Pick<Member, "id" | "role" | "teamId" | "issue" | "email">,
): string {
  const address = new URL("/contact", env().appUrl);
  address.searchParams.set("invite", member.role);
  address.searchParams.set("team", member.teamId);
  address.searchParams.set("token", linkToken("invitation", member.id, member.issue));
  address.searchParams.set("email", member.email);
  return address.href;
}
