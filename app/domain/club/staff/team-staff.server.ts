import type { ClubDb } from "#app/db/club/schema.ts";
import type { StaffRole } from "./staff.ts";

/** A role of an account in an active team. */
export interface TeamRole {
  accountId: string;
  teamId: string;
  role: StaffRole;
}

/** A statement takes a limited number of parameters. */
const IDS_AT_ONCE = 500;

/** The roles of a club's active staff: in one team, or of some accounts, or all. */
export async function teamRoles(
  db: ClubDb,
  { teamId, accountIds }: { teamId?: string; accountIds?: readonly string[] },
): Promise<TeamRole[]> {
  if (accountIds && accountIds.length > IDS_AT_ONCE) {
    const rest = await teamRoles(db, { teamId, accountIds: accountIds.slice(IDS_AT_ONCE) });
    return [...(await teamRoles(db, { teamId, accountIds: accountIds.slice(0, IDS_AT_ONCE) })), ...rest];
  }
  return db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(["staff.account_id as accountId", "staff.team_id as teamId", "staff.role"])
    .where("staff.status", "=", "active")
    .where("staff.account_id", "is not", null)
    .where("teams.status", "=", "active")
    .$if(teamId !== undefined, (query) => query.where("staff.team_id", "=", teamId as string))
    .$if(accountIds !== undefined, (query) =>
      query.where("staff.account_id", "in", accountIds as readonly string[]),
    )
    .$narrowType<{ accountId: string }>()
    .execute();
}

/** The active teams of a list with their switches for mail, by id. */
export async function teamSwitches(db: ClubDb, teamIds: readonly string[]) {
  const rows = await db
    .selectFrom("teams")
    .select(["id", "name", "manager_updates", "coach_updates", "incident_alerts"])
    .where("id", "in", teamIds)
    .where("status", "=", "active")
    .execute();
  return new Map(
    rows.map(({ id, name, manager_updates, coach_updates, incident_alerts }) => [
      id,
      {
        name,
        managerUpdates: manager_updates === 1,
        coachUpdates: coach_updates === 1,
        incidentAlerts: incident_alerts === 1,
      },
    ]),
  );
}
