import type { Role } from "./club-user.ts";
import type { Member } from "./staff.server.ts";

/** Who looks at a team's staff; for managers and coaches, at a team that they are assigned to. */
export interface StaffViewer {
  role: Role;
}

/** Whether a viewer sees that somebody is on a team's staff: coaches see only people who have joined (product.md#staff). */
export const seesMember = ({ role }: StaffViewer, { status }: Pick<Member, "status">): boolean =>
  role !== "coach" || status === "active";

/**
 * Whether a viewer sees the email address of a coach or manager: administrators always, managers once the person has
 * joined, coaches never (product.md#staff).
 */
export function seesEmailOf({ role }: StaffViewer, { status }: Pick<Member, "status">): boolean {
  return role === "club_admin" || (role === "team_manager" && status === "active");
}
