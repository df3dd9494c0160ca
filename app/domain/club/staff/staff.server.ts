import type { ClubDb, ClubTx, StaffHistoryTable, StaffTable } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type Assignment, type CoachRole, periodStart, type StaffRole, type TeamScope } from "./staff.ts";

const activeAssignments = compiled((db: ClubDb, { accountId }: { accountId: string }) =>
  db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(["teams.id as teamId", "teams.name as teamName", "teams.season"])
    .select(["staff.role", "staff.coach_role as coachRole"])
    .where("staff.account_id", "=", accountId)
    .where("staff.status", "=", "active")
    .where("teams.status", "=", "active")
    .orderBy("teams.name")
    .orderBy("teams.season"),
);

/** Lists what an account is in each team of the club, by name of its active teams. */
export async function assignmentsOf(db: ClubDb, accountId: string): Promise<Assignment[]> {
  return sortByName(await activeAssignments(db, { accountId }), ({ teamName }) => teamName);
}

export const memberColumns = [
  "staff.id",
  "staff.team_id as teamId",
  "staff.role",
  "staff.coach_role as coachRole",
  "staff.email",
  "staff.name",
  "staff.status",
  "staff.account_id as accountId",
  "staff.issue",
  "staff.invited_at as invitedAt",
  "staff.expires_at as expiresAt",
  "staff.joined_at as joinedAt",
  "staff.last_activity_at as lastActivityAt",
  "staff.role_since as roleSince",
  "staff.role_by as roleBy",
  "staff.delivery",
  "staff.delivery_reason as deliveryReason",
] as const;

/** A manager or coach of a team, invited or active. */
export interface Member {
  id: string;
  teamId: string;
  role: StaffRole;
  coachRole: CoachRole | null;
  email: string;
  /** Name in a pending invitation, or ''. */
  name: string;
  status: StaffTable["status"];
  accountId: string | null;
  issue: number;
  invitedAt: string;
  expiresAt: string;
  /** null while the invitation is pending. */
  joinedAt: string | null;
  /** Time the member last joined or rated in this team. */
  lastActivityAt: string | null;
  /** Last change of the role; null since joining. */
  roleSince: string | null;
  /** Name of the person who invited to the role or gave it; null if unrecorded. */
  roleBy: string | null;
  /** Delivery state of a pending invitation's email; null while unknown. */
  delivery: StaffTable["delivery"];
  /** Reason why it did not arrive. */
  deliveryReason: StaffTable["delivery_reason"];
}

const staffInScope = compiled(
  (db: ClubDb, { teams }: { teams: readonly string[] }, { all }: { all: boolean }) =>
    db
      .selectFrom("staff")
      .select(memberColumns)
      .where("status", "<>", "removed")
      .$if(!all, (query) => query.where("team_id", "in", teams))
      .orderBy("role", "desc")
      .orderBy("coach_role", "desc")
      .orderBy("status")
      .orderBy("name")
      .orderBy("email"),
);

/**
 * Lists the staff of the teams in scope: managers, head coaches, assistants; each with those who joined first, by name.
 */
export async function staffOf(db: ClubDb, scope: TeamScope): Promise<Member[]> {
  if (scope !== "all" && scope.length === 0) return [];
  const all = scope === "all";
  return staffInScope(db, { teams: all ? [] : scope }, { all });
}

/** Finds a member in any state. */
export function findMember(db: ClubDb, staffId: string): Promise<Member | undefined> {
  return db.selectFrom("staff").select(memberColumns).where("id", "=", staffId).executeTakeFirst();
}

/** Names a member within a team. */
export interface MemberRef {
  teamId: string;
  staffId: string;
}

export type TeamMember = Member & { teamName: string };

/** Finds a member, invited or active, of an active team. */
export function findMemberOfTeam(db: ClubDb, member: MemberRef): Promise<TeamMember | undefined> {
  return memberOfTeam(db, member).where("staff.status", "<>", "removed").executeTakeFirst();
}

/**
 * Removes a member from a team, or revokes a pending invitation. Idempotent.
 * @param by the name of the person who removes them, for the team's history
 * @returns the member as it was before
 */
export async function markStaffRemoved(
  tx: ClubTx,
  ref: MemberRef,
  by: string | null,
  at: Date = now(),
): Promise<{ ok: true; member: TeamMember } | { ok: false; problem: "not-found" }> {
  const member = await memberOfTeam(tx, ref).executeTakeFirst();
  if (!member) return { ok: false, problem: "not-found" };
  await endMembers(tx, [member], { by, ending: "removed", at });
  return { ok: true, member };
}

/**
 * Ends members' time in their teams, with a line in the history of active ones, and revokes pending invitations.
 * Members already removed stay unchanged.
 */
export async function endMembers(
  tx: ClubTx,
  members: readonly Member[],
  how: { by: string | null; ending: "removed" | "replaced"; at: Date },
): Promise<void> {
  const ids = members.filter(({ status }) => status !== "removed").map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.updateTable("staff").set({ status: "removed" }).where("id", "in", ids).execute();
  for (const { id, status } of members.filter((member) => member.status !== "removed")) {
    const kind = status === "active" ? "people.removed" : "people.invitation-withdrawn";
    await recordAudit(tx, { kind, subject: id, detail: { reason: how.ending }, at: how.at });
  }
  const active = members.filter(({ status }) => status === "active");
  if (active.length === 0) return;
  await recordPeriods(tx, active, how);
  // The people who can still rate decide which results are sealed (product/ratings.md#blind).
  const teams = [...new Set(active.map(({ teamId }) => teamId))];
  await recordEvent(tx, ...teams.map((teamId) => ({ kind: "leaderboard-entry" as const, teamId })));
  const accounts = [...new Set(active.flatMap(({ accountId }) => accountId ?? []))];
  await recordEvent(tx, ...accounts.map((accountId) => ({ kind: "staff-left" as const, accountId })));
}

const memberOfTeam = (db: ClubDb, { teamId, staffId }: MemberRef) =>
  db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(memberColumns)
    .select("teams.name as teamName")
    .where("staff.id", "=", staffId)
    .where("staff.team_id", "=", teamId)
    .where("teams.status", "=", "active");

/** Lists the accounts on a team's staff, in any status of the team. */
export async function accountsOfTeam(db: ClubDb, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("staff")
    .select("account_id")
    .distinct()
    .where("team_id", "=", teamId)
    .where("status", "=", "active")
    .execute();
  return rows.flatMap(({ account_id }) => account_id ?? []);
}

/** Loads the accounts on the staff of the active teams. */
export async function accountsOnTeams(db: ClubDb): Promise<string[]> {
  const rows = await db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select("staff.account_id")
    .distinct()
    .where("staff.status", "=", "active")
    .where("teams.status", "=", "active")
    .execute();
  return rows.flatMap(({ account_id }) => account_id ?? []);
}

/** Filters the accounts that are on no active team's staff. */
export async function accountsWithoutTeam(db: ClubDb, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const active = await db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select("staff.account_id")
    .distinct()
    .where("staff.account_id", "in", accountIds)
    .where("staff.status", "=", "active")
    .where("teams.status", "=", "active")
    .execute();
  const withTeam = new Set(active.map(({ account_id }) => account_id));
  return accountIds.filter((id) => !withTeam.has(id));
}

/**
 * Writes a person's new name into the club's file; what was given under the old name keeps it
 * (product/accounts.md#own-account).
 */
export async function renameStaff(db: ClubDb, accountId: string, name: string): Promise<void> {
  await db.updateTable("staff").set({ name }).where("account_id", "=", accountId).execute();
}

/**
 * Writes a person's new address into the club's file (product/accounts.md#own-account). Where the team had that address
 * in the same role before, as an invitation or a former member, the place keeps the old one.
 */
export async function readdressStaff(db: ClubDb, accountId: string, email: string): Promise<void> {
  await db
    .updateTable("staff")
    .set({ email })
    .where("account_id", "=", accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("staff as other")
            .select("other.id")
            .whereRef("other.team_id", "=", "staff.team_id")
            .whereRef("other.role", "=", "staff.role")
            .where("other.email", "=", email),
        ),
      ),
    )
    .execute();
}

/** Loads everybody with an email (lower case) on a team's staff, invited or active; the latest invitation first. */
export function membersWithEmail(db: ClubDb, email: string): Promise<Member[]> {
  return db
    .selectFrom("staff")
    .select(memberColumns)
    .where("email", "=", email)
    .where("status", "<>", "removed")
    .orderBy("invited_at", "desc")
    .orderBy("id")
    .execute();
}

/** Notes the end of active members' running periods (product/teams.md#staff). */
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
