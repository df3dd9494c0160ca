import { env } from "#app/config/env.server.ts";
import type { AccountsTable, ControlDb, ControlTx, MembershipsTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { consumeLinksOfSubject } from "#app/domain/control/links/links.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { type Mail, queueMail, queueMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { acceptAdminInvitation, auditAdmin, type OpenAdminInvitation } from "./admin-invitations.server.ts";

/** Account in the club: its own, an administrator's, or one of the staff. */
export interface ClubAccount extends Pick<AccountsTable, "kind" | "name" | "email"> {
  accountId: string;
  role: MembershipsTable["role"];
  lastSignInAt: string | null;
  joinedAt: string;
}

/** Lists the accounts of a club, its own one first. */
export async function clubAccounts(control: ControlDb, clubCode: string): Promise<ClubAccount[]> {
  return control
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select(["a.id as accountId", "a.kind", "a.name", "a.email", "m.role"])
    .select(["m.last_sign_in_at as lastSignInAt", "m.created_at as joinedAt"])
    .where("m.club_code", "=", clubCode)
    .orderBy("a.kind")
    .orderBy("a.name")
    .execute();
}

/**
 * Makes somebody an administrator of a club; a coach or manager stays one.
 * @returns whether they were none before
 */
async function addAdministrator(
  tx: ControlTx,
  place: { accountId: string; clubCode: string },
  at: Date,
): Promise<boolean> {
  const before = await administratorOf(tx, place);
  if (before) return false;
  await tx
    .insertInto("memberships")
    .values({
      account_id: place.accountId,
      club_code: place.clubCode,
      role: "club_admin",
      created_at: at.toISOString(),
      last_sign_in_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "club_code"]).doUpdateSet({ role: "club_admin" }),
    )
    .execute();
  return true;
}

/**
 * Ends somebody's being administrator; as coach or manager they stay (product/teams.md#administrators). The last
 * administrator who can sign in stays, and so does the club's own account. Repeating it changes nothing.
 */
async function endAdministrator(
  tx: ControlTx,
  place: { accountId: string; clubCode: string },
): Promise<{ ok: true; ended: boolean } | { ok: false; problem: "last-administrator" | "own-account" }> {
  const account = await administratorOf(tx, place);
  if (!account) return { ok: true, ended: false };
  if (account.kind === "club") return { ok: false, problem: "own-account" };
  const others = await tx
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select("a.id")
    .where("m.club_code", "=", place.clubCode)
    .where("m.role", "=", "club_admin")
    .where("a.id", "<>", place.accountId)
    .where("a.password_hash", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (!others) return { ok: false, problem: "last-administrator" };
  await tx
    .updateTable("memberships")
    .set({ role: "staff" })
    .where("account_id", "=", place.accountId)
    .where("club_code", "=", place.clubCode)
    .execute();
  return { ok: true, ended: true };
}

function administratorOf(control: ControlDb, place: { accountId: string; clubCode: string }) {
  return control
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select("a.kind")
    .where("m.account_id", "=", place.accountId)
    .where("m.club_code", "=", place.clubCode)
    .where("m.role", "=", "club_admin")
    .executeTakeFirst();
}

/** Loads the distinct email addresses, in lower case, of a club's administrators and its own account. */
export async function administratorAddresses(control: ControlDb, clubCode: string): Promise<string[]> {
  const rows = await control
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .innerJoin("clubs as c", "c.code", "m.club_code")
    .select((eb) => eb.fn.coalesce("a.email", "c.email").as("email"))
    .distinct()
    .where("m.club_code", "=", clubCode)
    .where("m.role", "=", "club_admin")
    .execute();
  return [...new Set(rows.map(({ email }) => email.toLowerCase()))].filter((email) => email !== "");
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** Queues one email to each of a club's administrators. @param mail.key names the occasion: it is sent once to each */
export async function mailAdministrators(
  tx: ControlTx,
  clubCode: string,
  { key, ...mail }: DistributiveOmit<Mail, "to" | "clubCode">,
): Promise<void> {
  const addresses = await administratorAddresses(tx, clubCode);
  await queueMails(
    tx,
    addresses.map((to) => ({ ...mail, key: `${key}:${to}`, to, clubCode })),
  );
}

/**
 * Makes a person an administrator by their invitation and tells the others by mail, in one transaction. Refused if
 * the invitation was withdrawn, sent again, accepted or has expired since it was opened.
 */
export function joinAdministrators(
  control: ControlDb,
  invitation: OpenAdminInvitation,
  person: { accountId: string; name: string },
): Promise<{ ok: true } | { ok: false; problem: "withdrawn" }> {
  const at = now();
  return inTransaction(control, async (tx) => {
    const { id, club_code: clubCode, email, invited_by: by } = invitation;
    if (!(await acceptAdminInvitation(tx, invitation, at))) return { ok: false, problem: "withdrawn" };
    await consumeLinksOfSubject(tx, "administrator", id, at);
    const others = await administratorAddresses(tx, clubCode);
    const isNew = await addAdministrator(tx, { accountId: person.accountId, clubCode }, at);
    if (isNew) {
      await auditAdmin(tx, "people.administrator-added", invitation, person.accountId);
      await notifyAdministrators(tx, others, { clubCode, change: "added", name: person.name, email, by, at });
    }
    return { ok: true };
  });
}

/** Ends somebody's being administrator and tells them and the others by mail, in one transaction. */
export function removeAdministrator(
  control: ControlDb,
  person: { accountId: string; name: string; email: string; clubCode: string },
  by: { accountId: string; name: string },
): ReturnType<typeof endAdministrator> {
  const at = now();
  return inTransaction(control, async (tx) => {
    const result = await endAdministrator(tx, person);
    if (!result.ok || !result.ended) return result;
    const { clubCode, name, email } = person;
    const removed = { id: person.accountId, club_code: clubCode };
    await auditAdmin(tx, "people.administrator-removed", removed, by.accountId);
    const others = await administratorAddresses(tx, clubCode);
    await notifyAdministrators(tx, others, { clubCode, change: "removed", name, email, by: by.name, at });
    return result;
  });
}

async function notifyAdministrators(
  tx: ControlTx,
  addresses: readonly string[],
  what: { clubCode: string; change: "added" | "removed"; name: string; email: string; by: string; at: Date },
): Promise<void> {
  const club = await findClub(tx, what.clubCode);
  if (!club) return;
  const { change, name, email, by } = what;
  const key = `administrator-${change}:${club.code}:${email}:${what.at.toISOString()}`;
  const envelope = { clubCode: club.code, fromName: club.name, replyTo: club.email };
  const said = {
    club: { name: club.name, color: club.color },
    name,
    by,
    when: formatMoment(what.at.toISOString(), club.timezone),
  };
  const settingsLink = `${env().appUrl}/club/settings?tab=users`;
  const mails = addresses
    .filter((address) => address !== email)
    .map((to) => ({
      key: `${key}:${to}`,
      template: "administrator-changed" as const,
      variables: { ...said, change, email, settingsLink },
      to,
      ...envelope,
    }));
  await queueMails(tx, mails);
  if (change === "added") return;
  const template = "administrator-ended" as const;
  await queueMail(tx, { key: `${key}:${email}`, template, variables: said, to: email, ...envelope });
}
