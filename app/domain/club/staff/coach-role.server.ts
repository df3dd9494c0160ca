import type { ClubTx } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { findMemberOfTeam, type MemberRef, type TeamMember } from "./staff.server.ts";
import type { CoachRole } from "./staff.ts";
import { recordPeriods } from "./staff-history.server.ts";

/**
 * Makes a coach head or assistant coach, with a line in the team's history; ratings given before keep the role in
 * which they were given (product.md#staff). Of a pending invitation only the role changes. Repeating it changes
 * nothing.
 * @param by the name of whoever changes it
 * @returns the coach as they were before
 */
export async function changeCoachRole(
  tx: ClubTx,
  ref: MemberRef,
  coachRole: CoachRole,
  by: string,
  at: Date = now(),
): Promise<{ ok: true; member: TeamMember } | { ok: false; problem: "not-found" }> {
  const member = await findMemberOfTeam(tx, ref);
  if (!member?.coachRole) return { ok: false, problem: "not-found" };
  if (member.coachRole === coachRole) return { ok: true, member };
  const joined = member.status === "active";
  if (joined) await recordPeriods(tx, [member], { by, ending: "role-changed", at });
  await tx
    .updateTable("staff")
    .set({ coach_role: coachRole, ...(joined ? { role_since: at.toISOString(), role_by: by } : {}) })
    .where("id", "=", member.id)
    .execute();
  const detail = { role: coachRole };
  await recordAudit(tx, { kind: "people.role-changed", subject: member.id, detail, at });
  return { ok: true, member };
}
