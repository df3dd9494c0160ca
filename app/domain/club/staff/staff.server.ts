import type { ClubDb, ClubTx, StaffTable } from "#app/db/club/schema.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  type Assignment,
  type CoachRole,
  invitationEnds,
  RESEND_PAUSE_SECONDS,
  type StaffRole,
  type TeamScope,
} from "./staff.ts";

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

const memberColumns = [
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
] as const;

/** A manager or coach of a team, invited or active. */
export interface Member {
  id: string;
  teamId: string;
  role: StaffRole;
  coachRole: CoachRole | null;
  email: string;
  /** '' while the invitation is pending. */
  name: string;
  status: StaffTable["status"];
  accountId: string | null;
  issue: number;
  invitedAt: string;
  expiresAt: string;
}

/** The staff of the teams in scope, invited or active: managers, head coaches, assistants; who has joined first, by name. */
export async function staffOf(db: ClubDb, scope: TeamScope): Promise<Member[]> {
  if (scope !== "all" && scope.length === 0) return [];
  return db
    .selectFrom("staff")
    .select(memberColumns)
    .where("status", "<>", "removed")
    .$if(scope !== "all", (query) => query.where("team_id", "in", scope as readonly string[]))
    .orderBy("role", "desc")
    .orderBy("coach_role", "desc")
    .orderBy("status")
    .orderBy("name")
    .orderBy("email")
    .execute();
}

/** A member by id, whatever the state, or undefined. */
export function findMember(db: ClubDb, staffId: string): Promise<Member | undefined> {
  return db.selectFrom("staff").select(memberColumns).where("id", "=", staffId).executeTakeFirst();
}

export type PlacedMember = Member & { teamName: string };

/** A member, invited or active, of a team that is not deleted, or undefined. */
export function findMemberOfTeam(
  db: ClubDb,
  place: { teamId: string; staffId: string },
): Promise<PlacedMember | undefined> {
  return placed(db, place).where("staff.status", "<>", "removed").executeTakeFirst();
}

const placed = (db: ClubDb, place: { teamId: string; staffId: string }) =>
  db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(memberColumns)
    .select("teams.name as teamName")
    .where("staff.id", "=", place.staffId)
    .where("staff.team_id", "=", place.teamId)
    .where("teams.deleted_at", "is", null);

export interface InvitationFields {
  teamId: string;
  role: StaffRole;
  coachRole: CoachRole | null;
  /** Lower case. */
  email: string;
}

export type InviteRefusal = "already-invited" | "already-member" | "manager-there";

/**
 * Writes a pending member: the row is the invitation. The same form sent twice is one invitation.
 * A team has one manager, invited or active; one address is at most once coach and once manager of a team.
 */
export async function inviteMember(
  tx: ClubTx,
  fields: InvitationFields,
  at: Date,
): Promise<{ staffId: string; issue: number; repeated: boolean } | { refused: InviteRefusal }> {
  const { teamId, role, coachRole, email } = fields;
  const others = await tx
    .selectFrom("staff")
    .select(memberColumns)
    .where("team_id", "=", teamId)
    .where("role", "=", role)
    .where("status", "<>", "removed")
    .execute();
  const there = others.find((member) => member.email === email);
  if (there) {
    if (there.status === "active") return { refused: "already-member" };
    const repeated = there.coachRole === coachRole && isFresh(there, at);
    return repeated ? { staffId: there.id, issue: there.issue, repeated } : { refused: "already-invited" };
  }
  if (role === "manager" && others.length > 0) return { refused: "manager-there" };
  const staffId = newId();
  await tx
    .insertInto("staff")
    .values({
      id: staffId,
      team_id: teamId,
      role,
      coach_role: coachRole,
      email,
      name: "",
      status: "pending",
      account_id: null,
      issue: 1,
      invited_at: at.toISOString(),
      expires_at: invitationEnds(at),
      joined_at: null,
      last_activity_at: null,
    })
    .execute();
  return { staffId, issue: 1, repeated: false };
}

/** Invites a pending member again: a new link for 7 days, the one before is dead. Pressed twice, it is once. */
export async function renewInvitation(
  tx: ClubTx,
  member: Member,
  at: Date,
): Promise<{ member: Member; repeated: boolean }> {
  if (isFresh(member, at)) return { member, repeated: true };
  const issue = member.issue + 1;
  await tx
    .updateTable("staff")
    .set({ issue, invited_at: at.toISOString(), expires_at: invitationEnds(at) })
    .where("id", "=", member.id)
    .where("status", "=", "pending")
    .execute();
  return { member: { ...member, issue }, repeated: false };
}

/** Ends a membership or a pending invitation of one team. @returns the member as it was, or null. */
export async function removeMember(
  tx: ClubTx,
  place: { teamId: string; staffId: string },
): Promise<PlacedMember | null> {
  const member = await placed(tx, place).executeTakeFirst();
  if (!member) return null;
  await tx.updateTable("staff").set({ status: "removed" }).where("id", "=", place.staffId).execute();
  return member;
}

/** An invitation with its team, as the page behind the link shows it. */
export type Invitation = Member & { teamName: string; ageGroup: string; season: string };

/** The invitations of an address that still stand, and those it has accepted: by team name. */
export function invitationsOf(db: ClubDb, email: string): Promise<Invitation[]> {
  return db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(memberColumns)
    .select(["teams.name as teamName", "teams.age_group as ageGroup", "teams.season"])
    .where("staff.email", "=", email)
    .where("staff.status", "<>", "removed")
    .where("teams.deleted_at", "is", null)
    .orderBy("teams.name")
    .execute();
}

/**
 * Makes an account active in every team that this address is invited to and whose invitation has not run out.
 * Doing it again changes nothing.
 * @returns the ids of all its active places that came from invitations to this address.
 */
export async function acceptInvitations(
  tx: ClubTx,
  person: { accountId: string; email: string; name: string },
  at: Date,
): Promise<string[]> {
  const moment = at.toISOString();
  const joined = await tx
    .updateTable("staff")
    .set({
      status: "active",
      account_id: person.accountId,
      name: person.name,
      joined_at: moment,
      last_activity_at: moment,
    })
    .where("email", "=", person.email)
    .where("status", "=", "pending")
    .where("expires_at", ">", moment)
    .where("team_id", "in", (eb) => eb.selectFrom("teams").select("id").where("deleted_at", "is", null))
    .returning("team_id")
    .execute();
  const teams = [...new Set(joined.map(({ team_id }) => team_id))];
  if (teams.length > 0) {
    await tx.updateTable("teams").set({ last_activity_at: moment }).where("id", "in", teams).execute();
  }
  const places = await tx
    .selectFrom("staff")
    .select("id")
    .where("account_id", "=", person.accountId)
    .where("email", "=", person.email)
    .where("status", "=", "active")
    .execute();
  return places.map(({ id }) => id);
}

/** Which of these accounts have no place left in any team. */
export async function withoutPlace(db: ClubDb, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const placed = await db
    .selectFrom("staff")
    .select("account_id")
    .distinct()
    .where("account_id", "in", accountIds)
    .where("status", "=", "active")
    .execute();
  const still = new Set(placed.map(({ account_id }) => account_id));
  return accountIds.filter((id) => !still.has(id));
}

const isFresh = (member: Pick<Member, "invitedAt">, at: Date) =>
  at.getTime() - Date.parse(member.invitedAt) < RESEND_PAUSE_SECONDS * 1000;
