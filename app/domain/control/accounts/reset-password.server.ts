import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { consumeLink, createLink, findLink } from "#app/domain/control/links/links.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId, newSecret } from "#app/runtime/ids.server.ts";
import type { resettableAccounts } from "./accounts.server.ts";
import { type Passwords, passkeysLeft } from "./own-password.server.ts";

type ResetAccounts = Awaited<ReturnType<typeof resettableAccounts>>;

/**
 * Emails a reset link for each of an address's accounts: it may have signed up several clubs
 * (product/accounts.md#links).
 */
export const mailResetLinks = (control: ControlDb, email: string, accounts: ResetAccounts): Promise<void> =>
  inTransaction(control, async (tx) => {
    for (const { id } of accounts) {
      // The person who asks is not known to be its owner.
      const asked = { kind: "account.reset-asked", actor: { kind: "system", id: null } } as const;
      await recordAccountAudit(tx, id, { ...asked, subject: id, at: now() });
    }
    await queueResetLinks(tx, email, accounts);
  });

/** Does the same inside a transaction; the caller records who asked. */
export async function queueResetLinks(tx: ControlTx, email: string, accounts: ResetAccounts): Promise<void> {
  for (const account of accounts) {
    const token = `rst_${newSecret()}`;
    await createLink(
      tx,
      { purpose: "reset", club_code: account.clubCode, subject_id: account.id, email, token },
      now(),
    );
    const { clubName, clubCode } = account;
    await queueMail(tx, {
      key: `reset:${newId()}`,
      template: "password-reset",
      variables: {
        account: clubName ? `${clubName} (${clubCode?.toUpperCase()})` : email,
        link: `${env().appUrl}/contact?reset=${token}`,
      },
      to: email,
      clubCode,
    });
  }
}

/** Form of any reset token; mail programs and people cut addresses short. */
const RESET_TOKEN = /^rst_[\w-]{1,128}$/;

/**
 * Loads the link of a member or of the platform's staff; their addresses look alike (product/accounts.md#links).
 * @returns missing or malformed without a look into the database; a used link is unknown
 */
export async function findResetLink(control: ControlDb, token: string | null) {
  if (!token) return { ok: false, problem: "missing" } as const;
  if (!RESET_TOKEN.test(token)) return { ok: false, problem: "malformed" } as const;
  const found = await findLink(control, "reset", token, now());
  if (found.ok || found.problem === "expired") return found;
  return findLink(control, "staff-reset", token, now());
}

/**
 * Sets a new password: the link is used up, all sessions end, the account is unlocked everywhere and its owner gets an
 * email. A second factor stays, and so do passkeys, which the email names.
 * @returns whether passkeys are left
 * @throws TooBusy
 */
export async function completeReset(
  control: ControlDb,
  passwords: Passwords,
  link: LinkTokensTable,
  password: string,
): Promise<{ ok: true; passkeys: boolean } | { ok: false; problem: "link-used" }> {
  const passwordHash = await hashPassword(password);
  return inTransaction(control, async (tx) => {
    if (!(await consumeLink(tx, link.token_hash, now()))) return { ok: false, problem: "link-used" };
    await passwords.replace(tx, link.subject_id, passwordHash, now());
    await passwords.record(tx, link.subject_id, "account.password-reset");
    const names = await passwords.passkeys(tx, link.subject_id);
    await queueMail(tx, {
      key: `reset-done:${link.token_hash}`,
      template: "password-changed",
      variables: passkeysLeft(names),
      to: link.email,
      clubCode: link.club_code,
    });
    return { ok: true, passkeys: names.length > 0 };
  });
}
