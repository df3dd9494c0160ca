import type { ClubDb } from "../../db/club/schema.ts";
import type { Assignment } from "./staff.ts";

/** The teams in which an account is an active manager or coach, by team name. Deleted teams do not count. */
export function assignmentsOf(db: ClubDb, accountId: string): Promise<Assignment[]> {
  return db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(["teams.id as teamId", "teams.name as teamName", "staff.role", "staff.coach_role as coachRole"])
    .where("staff.account_id", "=", accountId)
    .where("staff.status", "=", "active")
    .where("teams.deleted_at", "is", null)
    .orderBy("teams.name")
    .execute();
}
