import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type InviteProblem, inviteStaff } from "./invitations.server.ts";
import {
  endMembers,
  findMemberOfTeam,
  type MemberRef,
  recordPeriods,
  staffOf,
  type TeamMember,
} from "./staff.server.ts";
import type { CoachRole, StaffRole } from "./staff.ts";

/** A role of an account in an active team. */
export interface TeamRole {
  accountId: string;
  teamId: string;
  role: StaffRole;
}

/** A statement takes a limited number of parameters. */
const IDS_AT_ONCE = 500;

const activeRoles = compiled(
  (
    db: ClubDb,
    { teamId, accountIds }: { teamId: string; accountIds: readonly string[] },
    of: { team: boolean; accounts: boolean },
  ) =>
    db
      .selectFrom("staff")
      .innerJoin("teams", "teams.id", "staff.team_id")
      .select(["staff.account_id as accountId", "staff.team_id as teamId", "staff.role"])
      .where("staff.status", "=", "active")
      .where("staff.account_id", "is not", null)
      .where("teams.status", "=", "active")
      .$if(of.team, (query) => query.where("staff.team_id", "=", teamId))
      .$if(of.accounts, (query) => query.where("staff.account_id", "in", accountIds))
      .$narrowType<{ accountId: string }>(),
);

/** Loads the roles of a club's active staff: in one team, or of some accounts, or all. */
export async function teamRoles(
  db: ClubDb,
  { teamId, accountIds }: { teamId?: string; accountIds?: readonly string[] },
): Promise<TeamRole[]> {
  if (accountIds && accountIds.length > IDS_AT_ONCE) {
    const rest = await teamRoles(db, { teamId, accountIds: accountIds.slice(IDS_AT_ONCE) });
    return [...(await teamRoles(db, { teamId, accountIds: accountIds.slice(0, IDS_AT_ONCE) })), ...rest];
  }
  return activeRoles(
    db,
    { teamId: teamId ?? "", accountIds: accountIds ?? [] },
    { team: teamId !== undefined, accounts: accountIds !== undefined },
  );
}

/**
 * Loads the role that the API reports: team manager for a manager of any team, otherwise coach
 * (product/api.md#json-calls).
 */
export async function roleOfAccount(db: ClubDb, accountId: string): Promise<"team_manager" | "coach"> {
  const roles = await teamRoles(db, { accountIds: [accountId] });
  return roles.some(({ role }) => role === "manager") ? "team_manager" : "coach";
}

const switchesOfTeams = compiled((db: ClubDb, { teamIds }: { teamIds: readonly string[] }) =>
  db
    .selectFrom("teams")
    .select(["id", "name", "manager_updates", "coach_updates", "incident_alerts"])
    .where("id", "in", teamIds)
    .where("status", "=", "active"),
);

/** Loads the active teams of a list with their switches for mail, by id. */
export async function teamSwitches(db: ClubDb, teamIds: readonly string[]) {
  const rows = await switchesOfTeams(db, { teamIds });
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

/**
 * Makes a coach head or assistant coach, with a line in the team's history; ratings given before keep the role in which
 * they were given (product/teams.md#staff). For a pending invitation only the role changes. Idempotent.
 * @param by the name of the person who changes it
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

interface Succession {
  teamId: string;
  /** Lower case. */
  email: string;
  name: string;
  /** Time at which the present manager leaves: once the new one joins, or now. */
  until: "joined" | "now";
  /** Name of the person who replaces them. */
  by: string;
}

/**
 * Invites the manager who follows a team's active one, who stays until then or goes at once
 * (product/teams.md#change-of-manager). The same form sent twice is one invitation; a second successor is refused
 * with 'manager-there'.
 */
export async function replaceManager(
  tx: ClubTx,
  { teamId, email, name, until, by }: Succession,
  at: Date = now(),
): Promise<{ ok: true } | { ok: false; problem: InviteProblem }> {
  const invitation = { teamId, role: "manager", coachRole: null, email, name, by, succeeds: true } as const;
  const invited = await inviteStaff(tx, invitation, at);
  if (!invited.ok || until === "joined") return invited;
  const members = await staffOf(tx, [teamId]);
  const present = members.filter(({ role, status }) => role === "manager" && status === "active");
  await endMembers(tx, present, { by, ending: "replaced", at });
  return invited;
}
