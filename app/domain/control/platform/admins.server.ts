import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { PlatformAdminsTable } from "#app/db/control/staff-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Passwords } from "#app/domain/control/accounts/own-password.server.ts";
import { closeActing } from "#app/domain/control/acting/acting.server.ts";
import { endStaffTokensOf } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { consumeLinksOfSubject } from "#app/domain/control/links/links.server.ts";
import type { PlatformRole } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

export type PlatformAdmin = PlatformAdminsTable;

export interface NewPlatformAdmin {
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  role: PlatformRole;
  passwordHash: string;
  /** Name of the person or tool that made the account. */
  by: string;
}

/** Loads the administrator with an email in lower case; undefined also for one who was removed. */
export function findPlatformAdmin(control: ControlDb, email: string): Promise<PlatformAdmin | undefined> {
  return control
    .selectFrom("platform_admins")
    .selectAll()
    .where("email", "=", email)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/** Loads the administrator with an id; undefined also for one who was removed. */
export function platformAdminById(control: ControlDb, id: string): Promise<PlatformAdmin | undefined> {
  return control
    .selectFrom("platform_admins")
    .selectAll()
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/**
 * Tells whether an administrator still has the password that was compared, and works here, in the caller's transaction.
 */
export async function hasSamePassword(
  tx: ControlTx,
  { id, password_changed_at }: Pick<PlatformAdmin, "id" | "password_changed_at">,
): Promise<boolean> {
  return (await platformAdminById(tx, id))?.password_changed_at === password_changed_at;
}

/** Loads everybody who works for the platform now, by name, with whether each has a second factor: 1 or 0. */
export function listPlatformAdmins(control: ControlDb) {
  return control
    .selectFrom("platform_admins as a")
    .leftJoin("platform_totp as t", (join) =>
      join.onRef("t.admin_id", "=", "a.id").on("t.confirmed_at", "is not", null),
    )
    .select(["a.id", "a.email", "a.first_name", "a.last_name", "a.role", "a.last_sign_in_at"])
    .select((eb) => eb("t.admin_id", "is not", null).as("second_factor"))
    .where("a.removed_at", "is", null)
    .orderBy("a.last_name")
    .orderBy("a.first_name")
    .orderBy("a.id")
    .execute();
}

/**
 * Tells whether the platform has a super admin, which makes the setup key useless
 * (product/platform-staff.md#platform-staff).
 */
export async function hasSuperAdmin(control: ControlDb): Promise<boolean> {
  const found = await control
    .selectFrom("platform_admins")
    .select("id")
    .where("role", "=", "super_admin")
    .where("removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Adds an administrator. A removed person who comes back keeps the old id and nothing else.
 * @returns null if that email is an administrator's already
 */
export async function addPlatformAdmin(
  tx: ControlTx,
  admin: NewPlatformAdmin,
  at: Date,
): Promise<string | null> {
  const known = await tx
    .selectFrom("platform_admins")
    .select(["id", "removed_at"])
    .where("email", "=", admin.email)
    .executeTakeFirst();
  if (known && known.removed_at === null) return null;
  const id = known?.id ?? newId();
  const row = {
    id,
    email: admin.email,
    first_name: admin.firstName,
    last_name: admin.lastName,
    company: admin.company,
    role: admin.role,
    password_hash: admin.passwordHash,
    password_changed_at: at.toISOString(),
    created_at: at.toISOString(),
    created_by: admin.by,
    last_sign_in_at: null,
    removed_at: null,
  };
  if (known) {
    await forgetSecondFactor(tx, id);
    await tx.updateTable("platform_admins").set(row).where("id", "=", id).execute();
  } else {
    await tx.insertInto("platform_admins").values(row).execute();
  }
  return id;
}

export type RemovalProblem = "not-found" | "last-super-admin";

/**
 * Removes an administrator: sessions, second factor and password end at once; the row stays for what it once did. The
 * last super admin cannot be removed, also not by two at once.
 */
export async function removePlatformAdmin(
  tx: ControlTx,
  id: string,
  at: Date,
): Promise<{ ok: true } | { ok: false; problem: RemovalProblem }> {
  const admin = await platformAdminById(tx, id);
  if (!admin) return { ok: false, problem: "not-found" };
  if (admin.role === "super_admin" && (await countSuperAdmins(tx)) === 1)
    return { ok: false, problem: "last-super-admin" };
  await tx
    .updateTable("platform_admins")
    .set({ removed_at: at.toISOString(), password_hash: "" })
    .where("id", "=", id)
    .execute();
  await forgetSecondFactor(tx, id);
  await endPlatformSessions(tx, id);
  return { ok: true };
}

/**
 * Changes an administrator's role: sessions and tokens end, so that nothing goes on with the rights before. The last
 * super admin stays one, also when two change each other at once.
 * @param change.was the role that it is changed from
 */
export async function changePlatformRole(
  tx: ControlTx,
  id: string,
  { role, was }: { role: PlatformRole; was: PlatformRole },
): Promise<{ ok: true } | { ok: false; problem: "changed" | "last-super-admin" }> {
  const admin = await platformAdminById(tx, id);
  if (admin?.role !== was) return { ok: false, problem: "changed" };
  if (role === was) return { ok: true };
  if (was === "super_admin" && (await countSuperAdmins(tx)) === 1)
    return { ok: false, problem: "last-super-admin" };
  await tx.updateTable("platform_admins").set({ role }).where("id", "=", id).execute();
  await endPlatformSessions(tx, id);
  return { ok: true };
}

async function countSuperAdmins(tx: ControlTx): Promise<number> {
  const { count } = await tx
    .selectFrom("platform_admins")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "super_admin")
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Sets a new password, ends every session and uses up the open reset links, so that an older email cannot undo it. The
 * second factor stays (product/platform-staff.md#platform-staff).
 */
export async function replacePlatformPassword(
  tx: ControlTx,
  id: string,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("platform_admins")
    .set({ password_hash: passwordHash, password_changed_at: at.toISOString() })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .execute();
  await endPlatformSessions(tx, id);
  await consumeLinksOfSubject(tx, "staff-reset", id, at);
}

/** Passwords of the platform's staff, for the changes that owners of any account make. */
export const staffPasswords: Passwords = {
  read: async (control, id) => {
    const admin = await platformAdminById(control, id);
    return admin && { passwordHash: admin.password_hash, email: admin.email, clubCode: null };
  },
  replace: replacePlatformPassword,
  passkeys: async () => [],
  record: (tx, id, kind) => recordAudit(tx, { kind, actor: { kind: "staff", id }, at: now() }),
};

/** Ends every session and API token of an administrator, and every sign-in without its second factor. */
export async function endPlatformSessions(tx: ControlTx, adminId: string): Promise<void> {
  await tx.deleteFrom("platform_sessions").where("admin_id", "=", adminId).execute();
  await closeActing(tx, now());
  await tx.deleteFrom("platform_challenges").where("admin_id", "=", adminId).execute();
  await endStaffTokensOf(tx, adminId);
}

/** Forgets the authenticator and the recovery codes of an administrator. */
export async function forgetSecondFactor(tx: ControlTx, adminId: string): Promise<void> {
  await tx.deleteFrom("platform_totp").where("admin_id", "=", adminId).execute();
  await tx.deleteFrom("platform_recovery_codes").where("admin_id", "=", adminId).execute();
}

/** Removes an administrator at once, but never the last super admin. @param by the id of the person who removes them */
export const removeAdmin = (control: ControlDb, id: string, by: string) =>
  inTransaction(control, async (tx) => {
    const removed = await removePlatformAdmin(tx, id, now());
    const actor = { kind: "staff", id: by } as const;
    if (removed.ok) await recordAudit(tx, { kind: "staff.removed", actor, subject: id, at: now() });
    return removed;
  });
