import type { ClubTx, StaffHistoryTable } from "#app/db/club/schema.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { Member } from "./staff.server.ts";
import { periodStart } from "./staff-history.ts";

/** Notes the end of active members' running periods (product.md#staff). */
export async function recordPeriods(
  tx: ClubTx,
  members: readonly Member[],
  { by, ending, at }: { by: string | null; ending: StaffHistoryTable["ending"]; at: Date },
): Promise<void> {
  const rows = members.map((member) => ({
    id: newId(),
    staff_id: member.id,
    team_id: member.teamId,
    role: member.role,
    coach_role: member.coachRole,
    name: member.name,
    from_at: periodStart(member),
    from_by: member.roleBy,
    to_at: at.toISOString(),
    to_by: by,
    ending,
  }));
  await tx.insertInto("staff_history").values(rows).execute();
}
