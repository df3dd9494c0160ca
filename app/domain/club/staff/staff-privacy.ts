import type { Role } from "./club-user.ts";
import type { Member } from "./staff.server.ts";

/** Who looks at a team's staff: `role` is what they are in that team, not elsewhere (product.md#staff). */
export interface StaffViewer {
  role: Role;
}

/** Whether a viewer sees that somebody is on a team's staff: coaches see only people who have joined (product.md#staff). */
export const seesMember = ({ role }: StaffViewer, { status }: Pick<Member, "status">): boolean =>
  role !== "coach" || status === "active";

/**
 * Whether a viewer sees the email address of a coach or manager: administrators always; the team's manager that of
 * people who have joined, and of coaches, whom a manager invites; coaches never (product.md#staff).
 */
export function seesEmailOf(
  { role }: StaffViewer,
  member: Pick<Member, "status"> & { role: Member["role"] },
): boolean {
  if (role === "team_manager") return member.status === "active" || member.role === "coach";
  return role === "club_admin";
}

/**
 * Whether a viewer may resend, correct, promote or remove a member, and copy the link: administrators everybody, the
 * team's manager its coaches (product.md#permissions).
 */
export const looksAfter = ({ role }: StaffViewer, member: { role: Member["role"] }): boolean =>
  role === "club_admin" || (role === "team_manager" && member.role === "coach");
