import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import type { Outcome } from "#app/domain/values/delivery.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { endMembers, findMemberOfTeam, type Member, type MemberRef, memberColumns } from "./staff.server.ts";
import { type CoachRole, invitationEnds, RESEND_PAUSE_SECONDS, type StaffRole } from "./staff.ts";

export interface InvitationFields {
  teamId: string;
  role: StaffRole;
  coachRole: CoachRole | null;
  /** Lower case. */
  email: string;
  /** Name of the invited person, if the inviter gave one. */
  name?: string;
  /** Name of the inviter, for the team's history. */
  by?: string;
}

export type InviteProblem = "not-found" | "already-invited" | "already-member" | "manager-there";

/**
 * Adds a pending member to a team: the row is the invitation. A team has one manager, and an address is at most once
 * coach and once manager of a team (product/teams.md#staff). The same form sent twice is one invitation.
 * @param invitation.succeeds the manager is invited to follow the active one, who stays until the new one joins
 */
export async function inviteStaff(
  tx: ClubTx,
  {
    teamId,
    role,
    coachRole,
    email,
    name = "",
    by,
    succeeds,
  }: InvitationFields & {
    succeeds?: true;
  },
  at: Date = now(),
): Promise<{ ok: true } | { ok: false; problem: InviteProblem }> {
  if (!(await teamExists(tx, teamId))) return { ok: false, problem: "not-found" };
  const members = await tx
    .selectFrom("staff")
    .select(memberColumns)
    .where("team_id", "=", teamId)
    .where("role", "=", role)
    .where("status", "<>", "removed")
    .execute();
  const problem = problemWith({ email, role, coachRole, succeeds }, members, at);
  if (problem) return problem === "repeated" ? { ok: true } : { ok: false, problem };
  const staffId = newId();
  await tx
    .insertInto("staff")
    .values({
      id: staffId,
      team_id: teamId,
      role,
      coach_role: coachRole,
      email,
      name,
      status: "pending",
      account_id: null,
      issue: 1,
      invited_at: at.toISOString(),
      expires_at: invitationEnds(at),
      joined_at: null,
      last_activity_at: null,
      delivery: null,
      role_since: null,
      role_by: by ?? null,
    })
    .execute();
  await recordEvent(tx, { kind: "invitation", staffId, issue: 1 });
  const detail = { role: coachRole ?? role };
  await recordAudit(tx, { kind: "people.invited", subject: staffId, detail, at });
  return { ok: true };
}

/** Reasons for refusing some of several invitations, by their index in the list. */
export type ListProblems = ReadonlyMap<number, InviteProblem>;

/**
 * Looks what `inviteStaff` would refuse of several invitations, without writing any; in a list, an address is invited
 * once to a place, and a team has one manager.
 */
export async function problemsOfList(
  db: ClubDb,
  invitations: readonly InvitationFields[],
  at: Date = now(),
): Promise<ListProblems> {
  const teams = [...new Set(invitations.map(({ teamId }) => teamId))];
  const known =
    teams.length === 0
      ? []
      : await db
          .selectFrom("teams")
          .select("id")
          .where("id", "in", teams)
          .where("status", "=", "active")
          .execute();
  const active = new Set(known.map(({ id }) => id));
  const there =
    teams.length === 0
      ? []
      : await db
          .selectFrom("staff")
          .select(memberColumns)
          .where("team_id", "in", teams)
          .where("status", "<>", "removed")
          .execute();
  const before: InvitationFields[] = [];
  const problems = new Map<number, InviteProblem>();
  for (const [index, invitation] of invitations.entries()) {
    const { teamId, role } = invitation;
    const problem = !active.has(teamId)
      ? "not-found"
      : before.some((other) => isSamePlace(other, invitation))
        ? "already-invited"
        : role === "manager" && before.some((other) => other.teamId === teamId && other.role === role)
          ? "manager-there"
          : problemWith(
              invitation,
              there.filter((member) => member.teamId === teamId && member.role === role),
              at,
            );
    if (problem && problem !== "repeated") problems.set(index, problem);
    before.push(invitation);
  }
  return problems;
}

const isSamePlace = (one: InvitationFields, other: InvitationFields) =>
  one.teamId === other.teamId && one.role === other.role && one.email === other.email;

/**
 * Invites several people, or none if one of them is refused. Idempotent for the same list.
 * @returns how many are invited, or the problem and its person
 */
export async function inviteAll(
  tx: ClubTx,
  invitations: readonly InvitationFields[],
  at: Date = now(),
): Promise<{ ok: true; invited: number } | { ok: false; problem: "some-refused"; problems: ListProblems }> {
  const problems = await problemsOfList(tx, invitations, at);
  if (problems.size > 0) return { ok: false, problem: "some-refused", problems };
  for (const invitation of invitations) {
    const result = await inviteStaff(tx, invitation, at);
    // Looked at above, in this transaction.
    if (!result.ok) throw new Error(`An invitation was refused: ${result.problem}`);
  }
  return { ok: true, invited: invitations.length };
}

/**
 * Invites a pending member again: a new link for 7 days replaces the one before. A second press within a minute is
 * the first one (product/teams.md#invitations).
 */
export async function resendInvitation(
  tx: ClubTx,
  ref: MemberRef,
  at: Date = now(),
): Promise<{ ok: true; member: Member } | { ok: false; problem: "not-found" | "already-joined" }> {
  const member = await findMemberOfTeam(tx, ref);
  if (!member) return { ok: false, problem: "not-found" };
  if (member.status === "active") return { ok: false, problem: "already-joined" };
  if (isFresh(member, at)) return { ok: true, member };
  const issue = member.issue + 1;
  await tx
    .updateTable("staff")
    .set({ issue, invited_at: at.toISOString(), expires_at: invitationEnds(at), delivery: null })
    .where("id", "=", member.id)
    .where("status", "=", "pending")
    .execute();
  await recordEvent(tx, { kind: "invitation", staffId: member.id, issue });
  await recordAudit(tx, { kind: "people.invitation-resent", subject: member.id, at });
  return { ok: true, member: { ...member, issue } };
}

export type CorrectionProblem =
  | "not-found"
  | "already-joined"
  | "already-invited"
  | "already-member"
  /** The address is the one that takes no mail. */
  | "same-address"
  /** Sent again or corrected since the form was opened. */
  | "changed";

/**
 * Gives a pending invitation another address and sends it there: a new link for 7 days, and the old one stops working
 * (product/emails.md#undelivered-mail). The same form sent twice is one correction.
 * @param change.issue the sending that the form was opened for
 */
export async function correctInvitation(
  tx: ClubTx,
  ref: MemberRef,
  change: { email: string; issue: number },
  at: Date = now(),
): Promise<{ ok: true; member: Member } | { ok: false; problem: CorrectionProblem }> {
  const member = await findMemberOfTeam(tx, ref);
  if (!member) return { ok: false, problem: "not-found" };
  if (member.status === "active") return { ok: false, problem: "already-joined" };
  const { email } = change;
  if (member.issue !== change.issue) {
    const repeated = member.issue === change.issue + 1 && member.email === email && isFresh(member, at);
    return repeated ? { ok: true, member } : { ok: false, problem: "changed" };
  }
  if (member.email === email) return { ok: false, problem: "same-address" };
  const same = await tx
    .selectFrom("staff")
    .select("status")
    .where("team_id", "=", member.teamId)
    .where("role", "=", member.role)
    .where("email", "=", email)
    .where("status", "<>", "removed")
    .executeTakeFirst();
  if (same) return { ok: false, problem: same.status === "active" ? "already-member" : "already-invited" };
  const issue = member.issue + 1;
  const [invitedAt, expiresAt] = [at.toISOString(), invitationEnds(at)];
  await tx
    .updateTable("staff")
    .set({ email, issue, invited_at: invitedAt, expires_at: expiresAt, delivery: null })
    .where("id", "=", member.id)
    .where("status", "=", "pending")
    .execute();
  await recordEvent(tx, { kind: "invitation", staffId: member.id, issue });
  await recordAudit(tx, { kind: "people.invitation-corrected", subject: member.id, at });
  return {
    ok: true,
    member: { ...member, email, issue, invitedAt, expiresAt, delivery: null, deliveryReason: null },
  };
}

/** Returns the problem of an invitation with people who have, or are invited to, the same role in its team. */
function problemWith(
  {
    email,
    role,
    coachRole,
    succeeds,
  }: Pick<InvitationFields, "email" | "role" | "coachRole"> & { succeeds?: true },
  members: readonly Member[],
  at: Date,
): Exclude<InviteProblem, "not-found"> | "repeated" | null {
  const same = members.find((member) => member.email === email);
  if (same) {
    if (same.status === "active") return "already-member";
    return same.coachRole === coachRole && isFresh(same, at) ? "repeated" : "already-invited";
  }
  const inTheWay = members.filter(({ status }) => status === "pending" || !succeeds);
  return role === "manager" && inTheWay.length > 0 ? "manager-there" : null;
}

async function teamExists(tx: ClubTx, teamId: string): Promise<boolean> {
  const team = await tx
    .selectFrom("teams")
    .select("id")
    .where("id", "=", teamId)
    .where("status", "=", "active")
    .executeTakeFirst();
  return team !== undefined;
}

/** An invitation with its team. */
export type Invitation = Member & { teamName: string; ageGroup: string; season: string };

/** Lists an address's invitations, pending, expired or accepted, by team name. */
export function invitationsOf(db: ClubDb, ...emails: string[]): Promise<Invitation[]> {
  return db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(memberColumns)
    .select(["teams.name as teamName", "teams.age_group as ageGroup", "teams.season"])
    .where("staff.email", "in", emails)
    .where("staff.status", "<>", "removed")
    .where("teams.status", "=", "active")
    .orderBy("teams.name")
    .execute();
}

/**
 * Readdresses the open invitations of an address that was merged into another account, so that the list names the
 * address that signs in (product/support.md#merging-accounts).
 * @returns the ids of those to a place that the account has already, which are withdrawn
 */
export async function readdressInvitations(
  tx: ClubTx,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const pending = () => tx.updateTable("staff").where("email", "=", from).where("status", "=", "pending");
  const withdrawn = await pending()
    .set({ status: "removed" })
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("staff as other")
          .select("other.id")
          .whereRef("other.team_id", "=", "staff.team_id")
          .whereRef("other.role", "=", "staff.role")
          .where("other.email", "=", to)
          .where("other.status", "<>", "removed"),
      ),
    )
    .returning("id")
    .execute();
  await pending().set({ email: to }).execute();
  return withdrawn.map(({ id }) => id);
}

/**
 * Makes an account active in every team whose pending invitation to its address has not expired
 * (product/teams.md#invitations). Doing it again changes nothing.
 * @returns the ids of all the account's active memberships that came from invitations to this address
 */
export async function acceptInvitations(
  tx: ClubTx,
  person: { accountId: string; email: string; name: string },
  at: Date,
): Promise<string[]> {
  const moment = at.toISOString();
  await endReplacedManagers(tx, person.email, at);
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
    .where("team_id", "in", (eb) => eb.selectFrom("teams").select("id").where("status", "=", "active"))
    .returning(["id", "team_id"])
    .execute();
  const actor = { kind: "account", id: person.accountId } as const;
  for (const { id } of joined)
    await recordAudit(tx, { kind: "people.invitation-accepted", actor, subject: id, at });
  const teams = [...new Set(joined.map(({ team_id }) => team_id))];
  if (teams.length > 0) {
    await tx.updateTable("teams").set({ last_activity_at: moment }).where("id", "in", teams).execute();
    // The people who can still rate decide which results are sealed (product/ratings.md#blind).
    await recordEvent(tx, ...teams.map((teamId) => ({ kind: "leaderboard-entry" as const, teamId })));
  }
  const active = await tx
    .selectFrom("staff")
    .select("id")
    .where("account_id", "=", person.accountId)
    .where("email", "=", person.email)
    .where("status", "=", "active")
    .execute();
  return active.map(({ id }) => id);
}

/** Ends the places of managers whose invited successor joins (product/teams.md#change-of-manager). */
async function endReplacedManagers(tx: ClubTx, email: string, at: Date): Promise<void> {
  const followed = await tx
    .selectFrom("staff as next")
    .innerJoin("teams", "teams.id", "next.team_id")
    .innerJoin("staff", (join) =>
      join
        .onRef("staff.team_id", "=", "next.team_id")
        .on("staff.role", "=", "manager")
        .on("staff.status", "=", "active"),
    )
    .select(memberColumns)
    .select("next.role_by as by")
    .where("next.email", "=", email)
    .where("next.role", "=", "manager")
    .where("next.status", "=", "pending")
    .where("next.expires_at", ">", at.toISOString())
    .where("teams.status", "=", "active")
    .execute();
  const inviters = new Set(followed.map(({ by }) => by));
  for (const by of inviters) {
    const members = followed.filter((member) => member.by === by);
    await endMembers(tx, members, { by, ending: "replaced", at });
  }
}

const isFresh = (member: Pick<Member, "invitedAt">, at: Date) =>
  at.getTime() - Date.parse(member.invitedAt) < RESEND_PAUSE_SECONDS * 1000;

/** A pending invitation whose email did not arrive, with its team. */
export interface UndeliveredInvitation {
  staffId: string;
  teamId: string;
  teamName: string;
  role: Member["role"];
  coachRole: Member["coachRole"];
  email: string;
  /** bounced: the address takes no mail; complained: it was marked as spam. */
  delivery: "bounced" | "complained";
}

/**
 * Stores what became of the email of one sending of an invitation (product/emails.md#undelivered-mail). A sending that
 * was replaced, accepted or revoked since changes nothing.
 */
export async function recordInvitationDelivery(
  tx: ClubTx,
  { id, issue, invitedAt }: Pick<Member, "id" | "issue" | "invitedAt">,
  { delivery, reason }: Outcome,
): Promise<void> {
  await tx
    .updateTable("staff")
    .set({ delivery, delivery_reason: reason })
    .where("id", "=", id)
    .where("issue", "=", issue)
    .where("invited_at", "=", invitedAt)
    .where("status", "=", "pending")
    .execute();
}

/** Ends the dead state of the open invitations to an address that takes mail again. @param address lower case */
export async function reviveInvitations(tx: ClubTx, address: string): Promise<void> {
  await tx
    .updateTable("staff")
    .set({ delivery: "delayed", delivery_reason: "reactivated" })
    .where(sql<boolean>`lower(email) = ${address}`)
    .where("status", "=", "pending")
    .where("delivery", "in", ["bounced", "complained"])
    .execute();
}

/** Lists the pending invitations that need a better address, by team name; for club administrators only. */
export async function undeliveredInvitations(db: ClubDb): Promise<UndeliveredInvitation[]> {
  const rows = await db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select([
      "staff.id as staffId",
      "teams.id as teamId",
      "teams.name as teamName",
      "staff.role",
      "staff.coach_role as coachRole",
      "staff.email",
      "staff.delivery",
    ])
    .where("staff.status", "=", "pending")
    .where("staff.delivery", "in", ["bounced", "complained"])
    .where("teams.status", "=", "active")
    .orderBy("teams.name")
    .orderBy("staff.email")
    .execute();
  return rows as UndeliveredInvitation[];
}
