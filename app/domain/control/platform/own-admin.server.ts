import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { endOwnStaffToken } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { hashPassword, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { mayTryOwnPassword } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { endAdminSessions } from "./admin-sessions.server.ts";
import { platformAdminById, replacePlatformPassword } from "./admins.server.ts";

export interface OwnAdmin {
  firstName: string;
  lastName: string;
  company: string;
}

/** What staff may change of their own account (product.md#platform-staff). */
export const readOwnAdmin = (control: ControlDb, id: string): Promise<OwnAdmin> =>
  control
    .selectFrom("platform_admins")
    .select(["first_name as firstName", "last_name as lastName", "company"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** What the form was filled from (product.md#forms). */
export const ownAdminVersion = ({ firstName, lastName, company }: OwnAdmin): string =>
  versionOf({ firstName, lastName, company });

export async function saveOwnAdmin(
  tx: ControlTx,
  id: string,
  { firstName, lastName, company }: OwnAdmin,
): Promise<void> {
  await tx
    .updateTable("platform_admins")
    .set({ first_name: firstName, last_name: lastName, company })
    .where("id", "=", id)
    .execute();
}

/**
 * Saves the user's own name and company. @returns what is stored, if that is no longer what the form was filled from
 */
export const saveAdmin = (
  control: ControlDb,
  id: string,
  { version, ...fields }: OwnAdmin & { version: string },
): Promise<{ ok: true } | { ok: false; stored: OwnAdmin }> =>
  inTransaction(control, async (tx) => {
    const stored = await readOwnAdmin(tx, id);
    if (ownAdminVersion(stored) !== version) return { ok: false, stored };
    await saveOwnAdmin(tx, id, fields);
    await recordAudit(tx, { kind: "account.details-changed", actor: { kind: "staff", id }, at: now() });
    return { ok: true };
  });

/** Ends one of the user's own sessions, or all others. @returns how many have ended */
export const endOwnAdminSessions = (
  control: ControlDb,
  id: string,
  which: { id: string } | { allBut: string },
): Promise<number> =>
  inTransaction(control, async (tx) => {
    const count = await endAdminSessions(tx, id, which);
    const kind = "id" in which ? "sign-in.session-ended" : "sign-in.sessions-ended";
    if (count > 0)
      await recordAudit(tx, { kind, actor: { kind: "staff", id }, detail: { count }, at: now() });
    return count;
  });

/**
 * Ends one of the user's own tokens of programs (product.md#json-calls). @returns whether there was one that still
 * worked
 */
export const endOwnAdminToken = (control: ControlDb, id: string, tokenId: string): Promise<boolean> =>
  inTransaction(control, (tx) => endOwnStaffToken(tx, id, tokenId, now()));

type PasswordChange = { ok: true } | { ok: false; problem: "wrong" | "locked" | "changed" };

/**
 * Changes the user's own password, for who knows the current one. Every session ends, also this one's: the caller
 * starts a new one. The second factor stays; the owner is told by email.
 * @throws TooBusy
 */
export async function changeAdminPassword(
  control: ControlDb,
  id: string,
  typed: { current: string; password: string },
): Promise<PasswordChange> {
  if (!(await mayTryOwnPassword(id))) return { ok: false, problem: "locked" };
  const before = await platformAdminById(control, id);
  if (!(await verifyPassword(before?.password_hash, typed.current))) return { ok: false, problem: "wrong" };
  const passwordHash = await hashPassword(typed.password);
  return inTransaction(control, async (tx): Promise<PasswordChange> => {
    const admin = await platformAdminById(tx, id);
    // Somebody reset it between the comparison and now.
    if (!admin || admin.password_hash !== before?.password_hash) return { ok: false, problem: "changed" };
    await replacePlatformPassword(tx, id, passwordHash, now());
    await recordAudit(tx, { kind: "account.password-changed", actor: { kind: "staff", id }, at: now() });
    await queueMail(tx, {
      key: `password-changed:${newId()}`,
      template: "password-changed",
      variables: {},
      to: admin.email,
    });
    return { ok: true };
  });
}
