import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { checkOwnPassword } from "#app/domain/control/accounts/own-password.server.ts";
import { endSessionsOf } from "#app/domain/control/accounts/own-sessions.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import type { AuditEntry } from "#app/domain/values/audit/chain.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { enqueue, enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { seal } from "#app/runtime/seal.server.ts";

/** Lists the clubs in which the account is the only administrator, by name (product/teams.md#administrators). */
export const clubsWithoutOtherAdmin = (control: ControlDb, accountId: string) =>
  control
    .selectFrom("memberships as m")
    .innerJoin("clubs as c", "c.code", "m.club_code")
    .select(["c.code", "c.name"])
    .where("m.account_id", "=", accountId)
    .where("m.role", "=", "club_admin")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("memberships as other")
            .innerJoin("accounts as a", "a.id", "other.account_id")
            .select("a.id")
            .whereRef("other.club_code", "=", "m.club_code")
            .where("other.role", "=", "club_admin")
            .where("other.account_id", "<>", accountId)
            .where("a.password_hash", "is not", null),
        ),
      ),
    )
    .orderBy("c.name")
    .execute();

/** Loads the clubs whose own contact address this is: it stays theirs. */
export const clubsWithAddress = (control: ControlDb, email: string) =>
  control.selectFrom("clubs").select(["code", "name"]).where("email", "=", email).orderBy("name").execute();

/**
 * Deletes a person's account and all that the control database has of them and their addresses: sessions, places,
 * links, invitations, mails, messages to support (product/privacy.md#deleting-an-account). The caller has checked that
 * no club is left without an administrator.
 */
export async function deleteAccount(
  tx: ControlTx,
  { accountId, email, clubs }: { accountId: string; email: string; clubs: readonly string[] },
): Promise<void> {
  const changes = await tx
    .deleteFrom("email_changes")
    .where("account_id", "=", accountId)
    .returning(["id", "email_before", "changed_at"])
    .execute();
  await deleteOfAddresses(tx, await ownAddresses(tx, accountId, email, changes));
  const ids = [accountId, ...changes.map(({ id }) => id)];
  await tx.deleteFrom("link_tokens").where("subject_id", "in", ids).execute();
  const mailsAbout = changes.flatMap(({ id }) =>
    ["before", "after", "done", "taken-back"].map((which) => `email-change:${id}:${which}`),
  );
  if (mailsAbout.length > 0) await tx.deleteFrom("mails").where("key", "in", mailsAbout).execute();
  await endSessionsOf(tx, accountId);
  if (clubs.length > 0)
    await tx
      .deleteFrom("notification_entries")
      .where("club_code", "in", clubs)
      .where("account_id", "=", accountId)
      .execute();
  await tx.deleteFrom("calendar_feeds").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("kept_forms").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("passkeys").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("memberships").where("account_id", "=", accountId).execute();
  // Preferences, links that stop mails and tokens of programs go with it.
  await tx.deleteFrom("accounts").where("id", "=", accountId).execute();
}

/** Loads the present address and those that the account had; not one that another account has by now. */
async function ownAddresses(
  tx: ControlTx,
  accountId: string,
  email: string,
  changes: readonly { email_before: string; changed_at: string | null }[],
): Promise<string[]> {
  const former = changes.filter(({ changed_at }) => changed_at !== null).map((change) => change.email_before);
  if (former.length === 0) return [email];
  const others = await tx
    .selectFrom("accounts")
    .select("email")
    .where("email", "in", former)
    .where("id", "<>", accountId)
    .execute();
  const taken = new Set(others.map((other) => other.email));
  return [...new Set([email, ...former.filter((address) => !taken.has(address))])];
}

async function deleteOfAddresses(tx: ControlTx, addresses: readonly string[]): Promise<void> {
  await tx.deleteFrom("mails").where("to_address", "in", addresses).execute();
  await tx
    .deleteFrom("link_tokens")
    .where("email", "in", addresses)
    .where("purpose", "in", PERSONS)
    .execute();
  await tx.deleteFrom("admin_invitations").where("email", "in", addresses).execute();
  await tx.deleteFrom("contact_messages").where("email", "in", addresses).execute();
  await tx.deleteFrom("dead_addresses").where("address", "in", addresses).execute();
  await tx.deleteFrom("reactivated_addresses").where("address", "in", addresses).execute();
  // A club has its own contact for its mails of money too.
  await tx
    .updateTable("clubs")
    .set({ billing_email: null })
    .where("billing_email", "in", addresses)
    .execute();
}

/** Links of a person; a club's own stay, also where its address is the same. */
const PERSONS = [
  "invitation",
  "administrator",
  "reset",
  "email-before",
  "email-after",
  "email-back",
  "billing-email",
] as const;

/** Returns name and address as a job carries them until the clubs' files have forgotten the person. */
const sealPerson = ({
  accountId,
  ...who
}: {
  accountId: string;
  name: string;
  email: string;
  deletedAt: string;
}): string => seal(JSON.stringify(who), accountId);

/** Delay until the job checks that the confirmation was sent. */
const FAREWELL_AFTER_MS = HOUR_MS;

export type Deletion = { ok: true } | { ok: false; problem: "wrong" | "locked" | "no-person" | "last-admin" };

/**
 * Deletes the user's own account at once; requires the password: all sessions end, the control database forgets the
 * person, a mail confirms it, and jobs take name and address out of the clubs' files
 * (product/privacy.md#deleting-an-account).
 * @throws TooBusy
 */
export async function deleteOwnAccount(
  control: ControlDb,
  accountId: string,
  typed: { current: string },
): Promise<Deletion> {
  const own = await checkOwnPassword(control, accountId, typed.current);
  if (!own.ok) return own;
  return inTransaction(control, async (tx): Promise<Deletion> => {
    const account = await tx
      .selectFrom("accounts")
      .select(["name", "email", "password_hash"])
      .where("id", "=", accountId)
      .executeTakeFirst();
    // Somebody reset the password, or deleted the account, between the comparison and now.
    if (!account || account.password_hash !== own.stored.passwordHash) return { ok: false, problem: "wrong" };
    const { name, email } = account;
    if (!email) return { ok: false, problem: "no-person" };
    if ((await clubsWithoutOtherAdmin(tx, accountId)).length > 0) return { ok: false, problem: "last-admin" };
    const actor = { kind: "account", id: accountId } as const;
    await removeAccount(tx, { accountId, name, email }, actor);
    return { ok: true };
  });
}

/**
 * Deletes an account in the transaction of the decision: the control database forgets the person, a mail
 * confirms it, and jobs take name and address out of the clubs' files (product/privacy.md#deleting-an-account).
 */
export async function removeAccount(
  tx: ControlTx,
  { accountId, name, email }: { accountId: string; name: string; email: string },
  actor: AuditEntry["actor"],
): Promise<void> {
  const at = now();
  // The person's other accounts that are part of this one: they go with it, also while a club's merge is pending.
  const merged = await tx
    .selectFrom("accounts")
    .select(["id", "name", "email"])
    .where("merged_into", "=", accountId)
    .execute();
  for (const { id, name: its, email: address } of merged)
    await removeAccount(tx, { accountId: id, name: its, email: address ?? "" }, actor);
  await tx
    .deleteFrom("account_merges")
    .where((eb) => eb.or([eb("kept_id", "=", accountId), eb("other_id", "=", accountId)]))
    .execute();
  const places = await tx
    .selectFrom("memberships")
    .select("club_code")
    .where("account_id", "=", accountId)
    .execute();
  const clubs = places.map(({ club_code }) => club_code);
  await recordAccountAudit(tx, accountId, { kind: "account.deleted", actor, at });
  await deleteAccount(tx, { accountId, email, clubs });
  const sealed = sealPerson({ accountId, name, email, deletedAt: at.toISOString() });
  await enqueueAll(
    tx,
    clubs.map((clubCode) => ({
      kind: "account.forget",
      key: `account-forget:${accountId}:${clubCode}`,
      payload: { clubCode, accountId, sealed },
    })),
  );
  await enqueue(tx, {
    kind: "account.forget-elsewhere",
    key: `account-forget:${accountId}`,
    payload: { accountId, sealed },
    bulk: true,
  });
  const mailKey = `account-deleted:${newId()}`;
  await queueMail(tx, { key: mailKey, template: "account-deleted", variables: {}, to: email });
  const runAt = new Date(at.getTime() + FAREWELL_AFTER_MS);
  await enqueue(tx, { kind: "account.farewell", payload: { mailKey }, runAt });
}
