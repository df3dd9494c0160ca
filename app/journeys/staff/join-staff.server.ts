import { env } from "#app/config/env.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  acceptInvitations,
  type Invitation,
  invitationsOf,
} from "#app/domain/club/staff/invitations.server.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { staffState } from "#app/domain/club/staff/staff.ts";
import { findPersonByEmail, recordSignIn } from "#app/domain/control/accounts/accounts.server.ts";
import { createPerson, joinClub, type NewPerson } from "#app/domain/control/accounts/memberships.server.ts";
import { hashPassword, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import {
  cancelAttempt,
  clearFailedAttempts,
  recordFailedAttempt,
  startSignInAttempt,
} from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import {
  consumeInvitationLinks,
  findInvitationLink,
} from "#app/domain/control/staff/invitation-links.server.ts";
import { staffWelcomeEmail } from "#app/mail/emails/staff-welcome-email.tsx";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import { log } from "#app/observability/log.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { hashOf, linkToken } from "#app/runtime/ids.server.ts";
import { endMembershipsWithoutTeam } from "./end-memberships.server.ts";

/** Why a link opens nothing. */
export type InvitationProblem = "unknown" | "expired" | "used" | "withdrawn";

type Link = NonNullable<Awaited<ReturnType<typeof findInvitationLink>>>;

/** An invitation that its link has opened: the team it names, and the other teams that come with it. */
export interface OpenInvitation {
  link: Link;
  db: ClubDb;
  primary: Invitation;
  /** What else of this address is pending in the same club, or was accepted with it. */
  others: Invitation[];
  /** Everything is done: only who gives the account's password may come this way again. */
  finished: boolean;
}

/**
 * What an invitation's link opens, or why not. The token alone decides; team and role of the address must agree
 * with it. A link stays open until it is marked as used, which is the last step of joining.
 * @param openClub opens the club of a link that was found.
 */
export async function findInvitation(
  control: ControlDb,
  openClub: (link: Link) => Promise<ClubDb>,
  asked: { token: string; teamId: string; role: string },
): Promise<OpenInvitation | { problem: InvitationProblem }> {
  const link = await findInvitationLink(control, asked.token);
  if (!link) return { problem: "unknown" };
  const db = await openClub(link);
  const all = await invitationsOf(db, link.email);
  const primary = all.find(({ id }) => id === link.staffId);
  if (!primary || hashOf(linkToken("invitation", primary.id, primary.issue)) !== link.tokenHash) {
    return { problem: "withdrawn" };
  }
  if (primary.teamId !== asked.teamId || primary.role !== asked.role) return { problem: "unknown" };
  const at = now();
  if (staffState(primary, at) === "expired") return { problem: "expired" };
  const others = all.filter(({ id, status, ...other }) => {
    if (id === primary.id) return false;
    return status === primary.status && staffState({ status, ...other }, at) !== "expired";
  });
  return { link, db, primary, others, finished: link.usedAt !== null };
}

/** Somebody who joins: the account, and what it is called. */
interface Person {
  accountId: string;
  name: string;
}

/** Creates the account for an invitation's address. @returns null where the address has one (by now). */
export async function createInvitedAccount(
  control: ControlDb,
  { link }: OpenInvitation,
  given: Omit<NewPerson, "passwordHash" | "email"> & { password: string },
): Promise<Person | null> {
  const { password, ...person } = given;
  const passwordHash = await hashPassword(password);
  const at = now();
  const moment = at.toISOString();
  const accountId = await inTransaction(control, async (tx) => {
    const made = await createPerson(tx, { ...person, email: link.email, passwordHash }, at);
    if (made) await recordSignIn(tx, { id: made, password_changed_at: moment }, moment);
    return made;
  });
  return accountId ? { accountId, name: person.name } : null;
}

/** The account of an invitation's address, by its password: counted and slowed down like any other sign-in. */
export async function recognizeInvited(
  control: ControlDb,
  { link }: OpenInvitation,
  password: string,
  ip: string,
): Promise<Person | { refused: "locked" | "wrong" }> {
  if (!(await startSignInAttempt(link.email, ip))) return { refused: "locked" };
  const account = await findPersonByEmail(control, link.email);
  const fits = await verifyPassword(account?.password_hash, password).catch(async (error) => {
    await cancelAttempt(link.email);
    throw error;
  });
  if (!account || !fits) {
    await recordFailedAttempt(link.email, ip);
    return { refused: "wrong" };
  }
  await clearFailedAttempts(link.email);
  if (!(await recordSignIn(control, account, now().toISOString()))) return { refused: "wrong" };
  return { accountId: account.id, name: account.name };
}

/**
 * Gives a person every team that the invitation's address is invited to in its club. Two files change, so the
 * order matters: membership, then the places, then the link is used up; each step bears being done again, and
 * until the last one the same link finishes what a crash left.
 * @returns false where the invitation was taken back, renewed or ran out since it was opened: then nobody joins.
 */
export async function joinStaff(
  control: ControlDb,
  { link, db, primary, others }: OpenInvitation,
  person: Person,
): Promise<boolean> {
  const at = now();
  await joinClub(control, person.accountId, link.clubCode, at);
  const places = await inTransaction(db, async (tx) => {
    const still = (await invitationsOf(tx, link.email)).find(({ id }) => id === primary.id);
    if (still?.issue !== primary.issue || staffState(still, at) === "expired") return null;
    return acceptInvitations(tx, { ...person, email: link.email }, at);
  });
  if (!places) {
    await endMembershipsWithoutTeam({ control, db, club: { code: link.clubCode } }, [person.accountId]);
    return false;
  }
  const joined = [primary, ...others].filter(({ id }) => places.includes(id));
  const email = staffWelcomeEmail({
    club: link.clubName,
    clubCode: link.clubCode,
    name: person.name,
    email: link.email,
    places: joined.map((place) => ({
      role: staffTitle(place),
      team: `${place.teamName}, ${place.ageGroup}`,
    })),
    signInLink: `${env().appUrl}/club/login`,
  });
  await inTransaction(control, async (tx) => {
    // Once more: somebody may have been taken out of a last other team since the first step.
    await joinClub(tx, person.accountId, link.clubCode, at);
    await consumeInvitationLinks(tx, places, at);
    await queueMail(tx, {
      key: `staff-welcome:${link.staffId}`,
      tag: "staff-welcome",
      to: link.email,
      ...email,
      clubCode: link.clubCode,
      replyTo: link.clubEmail,
    });
  });
  log.info({ event: "staff joined", club: link.clubCode, user: person.accountId, places: places.length });
  return true;
}
