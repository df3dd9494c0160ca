import { Secret, TOTP } from "otpauth";
import { brand } from "#app/config/brand.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { installationKey } from "#app/runtime/installation-key.server.ts";
import { sealWith, unsealWith } from "#app/runtime/seal.server.ts";

const STEP_SECONDS = 30;
/** Steps before and after now whose code is taken, too: a phone's clock is seldom right to the second. */
const TOLERANCE = 1;

const totpOf = (seed: string, email: string) =>
  new TOTP({ issuer: brand.name, label: email, secret: Secret.fromBase32(seed), period: STEP_SECONDS });

/** The seed is sealed with a key of its own: the sessions' secret alone opens no codes (product.md#platform-staff). */
const contextOf = (adminId: string) => `totp:${adminId}`;
const openSeed = (sealed: string, adminId: string) =>
  unsealWith(installationKey(), sealed, contextOf(adminId));

/** Begins to set up an authenticator; a second call gives the same seed until it is confirmed. */
export async function beginTotp(
  tx: ControlTx,
  admin: { id: string; email: string },
): Promise<{
  /** For typing by hand, in groups of four. */
  secret: string;
  /** For the QR code. */
  uri: string;
}> {
  const known = await tx
    .selectFrom("platform_totp")
    .select(["seed", "confirmed_at"])
    .where("admin_id", "=", admin.id)
    .executeTakeFirst();
  if (known?.confirmed_at) throw new Error("This administrator has an authenticator already");
  const kept = known ? openSeed(known.seed, admin.id) : null;
  const seed = kept ?? new Secret({ size: 20 }).base32;
  if (!kept) {
    const row = {
      seed: sealWith(installationKey(), seed, contextOf(admin.id)),
      confirmed_at: null,
      last_step: 0,
    };
    await tx
      .insertInto("platform_totp")
      .values({ admin_id: admin.id, ...row })
      .onConflict((conflict) => conflict.column("admin_id").doUpdateSet(row))
      .execute();
  }
  return { secret: seed.replace(/(.{4})(?=.)/g, "$1 "), uri: totpOf(seed, admin.email).toString() };
}

/** Whether an administrator signs in with an authenticator. */
export async function hasTotp(control: ControlDb, adminId: string): Promise<boolean> {
  const found = await control
    .selectFrom("platform_totp")
    .select("admin_id")
    .where("admin_id", "=", adminId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Takes a code of the authenticator: of the 30 seconds before, now or after, and each once. The first right one
 * confirms a new authenticator.
 * @returns false for a wrong code, and for one whose 30 seconds were used already
 */
export async function takeTotp(
  tx: ControlTx,
  admin: { id: string; email: string },
  code: string,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom("platform_totp")
    .select(["seed", "last_step"])
    .where("admin_id", "=", admin.id)
    .executeTakeFirst();
  const seed = row ? openSeed(row.seed, admin.id) : null;
  if (!row || !seed) return false;
  const token = code.replace(/\s/g, "");
  const delta = totpOf(seed, admin.email).validate({ token, window: TOLERANCE, timestamp: at.getTime() });
  if (delta === null) return false;
  const step = Math.floor(at.getTime() / (STEP_SECONDS * 1000)) + delta;
  const used = await tx
    .updateTable("platform_totp")
    .set((eb) => ({
      last_step: step,
      confirmed_at: eb.fn.coalesce("confirmed_at", eb.val(at.toISOString())),
    }))
    .where("admin_id", "=", admin.id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
