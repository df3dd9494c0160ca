import type { StaffHistoryTable } from "#app/db/club/schema.ts";
import type { Member } from "./staff.server.ts";

/** A period of a team's staff that has ended, as it is stored. */
export type EndedPeriod = Pick<
  StaffHistoryTable,
  "id" | "role" | "coach_role" | "name" | "from_at" | "from_by" | "to_at" | "to_by" | "ending"
>;

/** A period of a team's staff: who was what, from when to when, and by whom (product.md#staff). */
export interface StaffPeriod extends Omit<EndedPeriod, "ending"> {
  /** null while it lasts. */
  ending: EndedPeriod["ending"] | null;
}

/** Lists a team's ended periods and the running ones of its members, the latest first; invitations are none. */
export function staffPeriods(ended: readonly EndedPeriod[], members: readonly Member[]): StaffPeriod[] {
  const running = members
    .filter(({ status }) => status === "active")
    .map((member) => ({
      id: member.id,
      role: member.role,
      coach_role: member.coachRole,
      name: member.name,
      from_at: periodStart(member),
      from_by: member.roleBy,
      to_at: null,
      to_by: null,
      ending: null,
    }));
  return [...running, ...ended].sort(
    (a, b) => b.from_at.localeCompare(a.from_at) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}

/** Since when a member is what they are: the last change of the role, or joining. */
export const periodStart = (member: Pick<Member, "roleSince" | "joinedAt" | "invitedAt">): string =>
  member.roleSince ?? member.joinedAt ?? member.invitedAt;
