import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { endOwnStaffToken } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { endAdminSessions } from "./admin-sessions.server.ts";

export interface OwnAdmin {
  firstName: string;
  lastName: string;
  company: string;
}

/** Loads what staff may change of their own account (product/platform-staff.md#platform-staff). */
export const readOwnAdmin = (control: ControlDb, id: string): Promise<OwnAdmin> =>
  control
    .selectFrom("platform_admins")
    .select(["first_name as firstName", "last_name as lastName", "company"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Returns the version of the form's values (product/pages.md#forms). */
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
 * Saves the user's own name and company.
 * @returns the stored values if they differ from what the form was filled from
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
    const { length: count } = await endAdminSessions(tx, id, which);
    const kind = "id" in which ? "sign-in.session-ended" : "sign-in.sessions-ended";
    if (count > 0)
      await recordAudit(tx, { kind, actor: { kind: "staff", id }, detail: { count }, at: now() });
    return count;
  });

/**
 * Ends one of the user's own tokens of programs (product/api.md#json-calls). @returns whether there was one that still
 * worked
 */
export const endOwnAdminToken = (control: ControlDb, id: string, tokenId: string): Promise<boolean> =>
  inTransaction(control, (tx) => endOwnStaffToken(tx, id, tokenId, now()));
