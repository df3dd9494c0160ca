import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { COMMON_PASSWORD, isCommonPassword } from "#app/domain/control/passwords/common-passwords.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { MIN_PASSWORD } from "#app/domain/control/passwords/password-rules.ts";
import { isPlatformRole, type PlatformRole } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { addPlatformAdmin, hasSuperAdmin } from "./admins.server.ts";

export interface AdminPerson {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
}

/**
 * Tells whether staff may register with the setup key: it is configured, and there is no super admin
 * (product/platform-staff.md#platform-staff).
 */
export const setupIsOpen = async (control: ControlDb): Promise<boolean> =>
  env().adminSetupKey !== null && !(await hasSuperAdmin(control));

/** Compares in constant time, whatever the lengths. */
export function isSetupKey(typed: string): boolean {
  const key = env().adminSetupKey;
  return key !== null && timingSafeEqual(digest(typed), digest(key));
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Adds the first administrators. Twenty at once give one super admin.
 * @param by how they came, in words: 'setup key'
 * @throws TooBusy
 */
export async function registerAdmin(
  control: ControlDb,
  person: AdminPerson & { role: PlatformRole; password: string },
  by: "setup key" | "command line",
): Promise<{ ok: true; id: string } | { ok: false; problem: "closed" | "already-staff" }> {
  const { password, ...rest } = person;
  const passwordHash = await hashPassword(password);
  return inTransaction(control, async (tx) => {
    if (by === "setup key" && (await hasSuperAdmin(tx))) return { ok: false, problem: "closed" };
    const id = await addPlatformAdmin(tx, { ...rest, passwordHash, by }, now());
    const actor = { kind: "staff", id } as const;
    const detail = { role: rest.role, by };
    if (id) await recordAudit(tx, { kind: "staff.joined", actor, detail, at: now() });
    return id ? { ok: true, id } : { ok: false, problem: "already-staff" };
  });
}

/**
 * Returns the first broken rule of a new administrator's last step, at its field; null if none is
 * (product/platform-staff.md#platform-staff).
 */
export function newAdminProblem(typed: {
  password: string;
  confirmPassword: string;
  role: string;
  terms: boolean;
}): Record<string, string> | null {
  const { password, confirmPassword, role, terms } = typed;
  if (password.length < MIN_PASSWORD) return { password: "Password must be at least 8 characters long" };
  if (isCommonPassword(password)) return { password: COMMON_PASSWORD };
  if (password !== confirmPassword) return { confirmPassword: "Passwords do not match" };
  if (!isPlatformRole(role)) return { role: "Please select a role" };
  return terms ? null : { terms: "Please accept the terms and conditions" };
}
