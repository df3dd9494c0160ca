import { randomInt } from "node:crypto";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { hashPassword, verifyPassword } from "#app/domain/control/passwords/password.server.ts";

/** How many recovery codes there are, each good once (product.md#platform-staff). */
const CODES = 8;
/** Without letters and digits that look alike. 10 of them are 49 bits, and a guess costs one of five tries. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE = /^(\d{1,2})-?([2-9a-z]{5})-?([2-9a-z]{5})$/;

/** Codes for when the phone is lost, like '3-k7p2q-x9wmd', and their hashes. The number finds the hash to compare. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const secrets = Array.from({ length: CODES }, () => [part(), part()].join("-"));
  const hashes: string[] = [];
  for (const secret of secrets) hashes.push(await hashPassword(secret));
  return { codes: secrets.map((secret, index) => `${index + 1}-${secret}`), hashes };
}

const part = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Whether a text has the form of a recovery code, so that it is not a code of an authenticator. */
export const looksLikeRecoveryCode = (typed: string) => CODE.test(tidy(typed));

const tidy = (typed: string) => typed.trim().toLowerCase().replace(/\s+/g, "");

/** Replaces the recovery codes of an administrator. */
export async function storeRecoveryCodes(
  tx: ControlTx,
  adminId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom("platform_recovery_codes").where("admin_id", "=", adminId).execute();
  const rows = hashes.map((code_hash, index) => ({
    admin_id: adminId,
    number: index + 1,
    code_hash,
    used_at: null,
  }));
  await tx.insertInto("platform_recovery_codes").values(rows).execute();
}

/**
 * The number of the recovery code that was typed, if it is right and was never used; else null. Takes the same time
 * whether or not there is such a code. Use it up with `consumeRecoveryCode`.
 * @throws TooBusy
 */
export async function matchRecoveryCode(
  control: ControlDb,
  adminId: string,
  typed: string,
): Promise<number | null> {
  const [, number, first, second] = CODE.exec(tidy(typed)) ?? [];
  const row = number
    ? await control
        .selectFrom("platform_recovery_codes")
        .select(["number", "code_hash"])
        .where("admin_id", "=", adminId)
        .where("number", "=", Number(number))
        .where("used_at", "is", null)
        .executeTakeFirst()
    : undefined;
  const matches = await verifyPassword(row?.code_hash, `${first}-${second}`);
  return matches && row ? row.number : null;
}

/** Uses a recovery code up. @returns how many are left, or null if another request has just used it */
export async function consumeRecoveryCode(
  tx: ControlTx,
  adminId: string,
  number: number,
  at: Date,
): Promise<number | null> {
  const used = await tx
    .updateTable("platform_recovery_codes")
    .set({ used_at: at.toISOString() })
    .where("admin_id", "=", adminId)
    .where("number", "=", number)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n ? recoveryCodesLeft(tx, adminId) : null;
}

export async function recoveryCodesLeft(control: ControlDb, adminId: string): Promise<number> {
  const { left } = await control
    .selectFrom("platform_recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("left"))
    .where("admin_id", "=", adminId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}
