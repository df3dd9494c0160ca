import { env } from "#app/config/env.server.ts";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  acceptInvitations,
  type Invitation,
  invitationsOf,
  readdressInvitations,
} from "#app/domain/club/staff/invitations.server.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { type MemberRef, markStaffRemoved } from "#app/domain/club/staff/staff.server.ts";
import { staffState } from "#app/domain/club/staff/staff.ts";
import {
  findAccountsByEmail,
  joiningAccount,
  recordSignIn,
} from "#app/domain/control/accounts/accounts.server.ts";
import { createPerson, joinClub, type NewPerson } from "#app/domain/control/accounts/memberships.server.ts";
import { hashPassword, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { latestPasswordOf, withinSignInLimits } from "#app/domain/control/sign-in/within-limits.server.ts";
import { withinDailyLimit } from "#app/domain/control/staff/daily-limit.server.ts";
import {
  consumeInvitationLinks,
  findInvitationLink,
} from "#app/domain/control/staff/invitation-links.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { endMembershipsWithoutTeam } from "#app/journeys/club-events/team-access.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { log } from "#app/observability/log.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { storedLinkToken } from "#app/runtime/ids.server.ts";

/** Reason why a link opens no invitation. */
export type InvitationProblem = "unknown" | "expired" | "used" | "withdrawn";

type Link = NonNullable<Awaited<ReturnType<typeof findInvitationLink>>>;

/** An invitation whose link was found. */
export interface OpenInvitation {
  link: Link;
  db: ClubDb;
  primary: Invitation;
  /** The address's other invitations in the same club: pending ones, or those accepted with this one. */
  others: Invitation[];
  /** Already accepted: the account's password is needed to come this way again. */
  finished: boolean;
}

/**
 * Finds the invitation of a link by its token; team and role in the address must agree with it
 * (product/teams.md#invitations). A link stays valid until the last step of joining marks it as used.
 * @param openClub opens the link's club
 */
export async function findInvitation(
  control: ControlDb,
  openClub: (link: Link) => Promise<ClubDb>,
  address: { token: string; teamId: string; role: string },
): Promise<{ ok: true; invitation: OpenInvitation } | { ok: false; problem: InvitationProblem }> {
  const link = await findInvitationLink(control, address.token);
  if (!link) return { ok: false, problem: "unknown" };
  const db = await openClub(link);
  const account = await joiningAccount(control, link.email);
  const all = await invitationsOf(db, link.email, account?.email ?? link.email);
  const primary = all.find(({ id }) => id === link.staffId);
  if (!primary || !storedLinkToken(link.tokenHash, "invitation", primary.id, primary.issue)) {
    return { ok: false, problem: "withdrawn" };
  }
  if (primary.teamId !== address.teamId || primary.role !== address.role)
    return { ok: false, problem: "unknown" };
  const at = now();
  if (staffState(primary, at) === "expired") return { ok: false, problem: "expired" };
  const others = all.filter(({ id, status, ...other }) => {
    if (id === primary.id) return false;
    return status === primary.status && staffState({ status, ...other }, at) !== "expired";
  });
  return { ok: true, invitation: { link, db, primary, others, finished: link.usedAt !== null } };
}

/** The account that joins. */
interface Person {
  accountId: string;
  name: string;
}

/** Creates the account for an invited address, unless the address has one by now. */
export async function createInvitedAccount(
  control: ControlDb,
  email: string,
  { password, ...person }: Omit<NewPerson, "passwordHash" | "email"> & { password: string },
): Promise<{ ok: true; person: Person } | { ok: false; problem: "has-account" }> {
  const passwordHash = await hashPassword(password);
  const at = now();
  const moment = at.toISOString();
  const accountId = await inTransaction(control, async (tx) => {
    const id = await createPerson(tx, { ...person, email, passwordHash }, at);
    if (id) await recordSignIn(tx, { id, password_changed_at: moment }, moment);
    return id;
  });
  if (!accountId) return { ok: false, problem: "has-account" };
  return { ok: true, person: { accountId, name: person.name } };
}

/**
 * Recognizes the account of an invited address by its password, with the limits of any sign-in. @param source.browserOf
 * the mark of a browser known to one of these accounts
 */
export async function recognizeInvited(
  control: ControlDb,
  email: string,
  password: string,
  source: { ip: string; browserOf: (accountIds: string[]) => Promise<string | null> },
): Promise<{ ok: true; person: Person } | { ok: false; problem: "locked" | "wrong"; accounts: string[] }> {
  const accounts = await findAccountsByEmail(control, email);
  const person = await joiningAccount(control, email);
  const attempt = {
    name: email,
    passwordSince: latestPasswordOf(person ? [...accounts, person] : accounts),
    ip: source.ip,
    browser: await source.browserOf(accounts.map(({ id }) => id)),
  };
  const checked = await withinSignInLimits(attempt, async () =>
    (await verifyPassword(person?.password_hash, password)) && person ? person : null,
  );
  const tried = accounts.map(({ id }) => id);
  if (!checked.ok) return { ...checked, accounts: tried };
  const { match: account } = checked;
  if (!(await recordSignIn(control, account, now().toISOString())))
    return { ok: false, problem: "wrong", accounts: tried };
  return { ok: true, person: { accountId: account.id, name: account.name } };
}

/**
 * Adds a person to every team of the club that the invitation's address is invited to. Two files change, so the
 * order matters: the membership, then the teams, then the link is marked as used. Every step can be repeated, so the
 * same link finishes what a crash interrupted. An invitation does not work if it was revoked, renewed or expired
 * since it was opened.
 */
export async function joinStaff(
  control: ControlDb,
  { link, db, primary, others }: OpenInvitation,
  person: Person,
): Promise<{ ok: true } | { ok: false; problem: "withdrawn" }> {
  const at = now();
  await joinClub(control, person.accountId, link.clubCode, at);
  const ctx = { control, db, club: { code: link.clubCode } };
  // The invited address may have been merged into the account that joins.
  const email = (await joiningAccount(control, link.email))?.email ?? link.email;
  const places = await changeClub({ ...ctx, user: person }, async (tx) => {
    const still = (await invitationsOf(tx, link.email, email)).find(({ id }) => id === primary.id);
    if (still?.issue !== primary.issue || staffState(still, at) === "expired") return null;
    const there = email === link.email ? [] : await readdressInvitations(tx, { from: link.email, to: email });
    return [...there, ...(await acceptInvitations(tx, { ...person, email }, at))];
  });
  if (!places) {
    await endMembershipsWithoutTeam(ctx, [person.accountId]);
    return { ok: false, problem: "withdrawn" };
  }
  const joined = [primary, ...others].filter(({ id }) => places.includes(id));
  const variables = {
    club: { name: link.clubName, color: link.clubColor },
    clubCode: link.clubCode,
    name: person.name,
    email,
    places: joined.map((assignment) => ({
      role: staffTitle(assignment),
      team: `${assignment.teamName}, ${assignment.ageGroup}`,
    })),
    signInLink: `${env().appUrl}/club/login`,
  };
  await inTransaction(control, async (tx) => {
    // A removal from another team may have ended the membership since the first step.
    await joinClub(tx, person.accountId, link.clubCode, at);
    await consumeInvitationLinks(tx, places, at);
    await queueMail(tx, {
      key: `staff-welcome:${link.staffId}`,
      template: "staff-welcome",
      variables,
      to: email,
      clubCode: link.clubCode,
      fromName: link.clubName,
      replyTo: link.clubEmail,
    });
  });
  log.info({ event: "staff joined", club: link.clubCode, user: person.accountId, places: places.length });
  return { ok: true };
}

/**
 * Removes a member from a team, or revokes an invitation, with effect from their next request. A member without another
 * team leaves the club (product/teams.md#staff).
 * @param by the name of the person who removes them
 */
export function removeStaff(
  ctx: ClubFileContext,
  ref: MemberRef,
  by: string | null = null,
): ReturnType<typeof markStaffRemoved> {
  return changeClub(ctx, (tx) => markStaffRemoved(tx, ref, by));
}

/**
 * Carries out `invite` (inviteStaff, inviteAll or resendInvitation), whose mails go out after the commit, unless the
 * club has sent its daily number of invitations (product/teams.md#invitations).
 */
export function sendInvitation<Result extends { ok: boolean }>(
  ctx: ClubFileContext,
  invite: (tx: ClubTx) => Promise<Result>,
  invitations = 1,
): Promise<Result | { ok: false; problem: "daily-limit" }> {
  return withinDailyLimit(ctx.control, ctx.club.code, () => changeClub(ctx, invite), invitations);
}
