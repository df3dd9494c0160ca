import { Secret, TOTP } from "otpauth";
import { brand } from "#app/config/brand.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import {
  type InstallationKeys,
  installationKey,
  installationKeys,
} from "#app/runtime/installation-key.server.ts";
import { sealWith, unsealWith, unsealWithAny } from "#app/runtime/seal.server.ts";

const STEP_SECONDS = 30;
/** Steps before and after now whose code is taken, too: a phone's clock is seldom right to the second. */
const TOLERANCE = 1;

interface Admin {
  id: string;
  email: string;
}

const totpOf = (seed: string, email: string) =>
  new TOTP({ issuer: brand.name, label: email, secret: Secret.fromBase32(seed), period: STEP_SECONDS });

/**
 * Returns the context of the seeds' own key: the sessions' secret alone opens no codes
 * (product/platform-staff.md#platform-staff).
 */
const contextOf = (adminId: string) => `totp:${adminId}`;
const openSeed = (sealed: string, adminId: string) =>
  unsealWithAny(installationKeys(), sealed, contextOf(adminId));

/** Time in which a key that was shown can be confirmed. */
const SETUP_MS = 10 * MINUTE_MS;

/** A new authenticator's key, as its page shows it. */
export interface TotpSetup {
  /** Key in groups of four, for typing. */
  secret: string;
  /** Address for the QR code. */
  uri: string;
  /** The sealed key, which the form sends back: nothing is stored before it is confirmed. */
  token: string;
}

/** Makes a new key. */
export function newTotpSetup(admin: Admin, at: Date): TotpSetup {
  const seed = new Secret({ size: 20 }).base32;
  const until = new Date(at.getTime() + SETUP_MS).toISOString();
  const token = sealWith(installationKey(), `${until} ${seed}`, `${contextOf(admin.id)}:setup`);
  return { ...shownSetup(seed, admin), token };
}

/** Returns the key that the page showed before; null once it is ten minutes old. */
export function sameTotpSetup(admin: Admin, token: string, at: Date): TotpSetup | null {
  const seed = seedOfSetup(admin, token, at);
  return seed === null ? null : { ...shownSetup(seed, admin), token };
}

const shownSetup = (seed: string, { email }: Admin) => ({
  secret: seed.replace(/(.{4})(?=.)/g, "$1 "),
  uri: totpOf(seed, email).toString(),
});

function seedOfSetup(admin: Admin, token: string, at: Date): string | null {
  const [until = "", seed = ""] =
    unsealWithAny(installationKeys(), token, `${contextOf(admin.id)}:setup`)?.split(" ") ?? [];
  return until > at.toISOString() ? seed : null;
}

/**
 * Stores the key of a new authenticator if the code is right; that code is used then.
 * @returns `expired`: the key was shown too long ago
 */
export async function confirmTotp(
  tx: ControlTx,
  admin: Admin,
  { token, code }: { token: string; code: string },
  at: Date,
): Promise<{ ok: true } | { ok: false; problem: "expired" | "wrong-code" }> {
  const seed = seedOfSetup(admin, token, at);
  if (seed === null) return { ok: false, problem: "expired" };
  const step = stepOfCode(seed, admin, code, at);
  if (step === null) return { ok: false, problem: "wrong-code" };
  const row = {
    seed: sealWith(installationKey(), seed, contextOf(admin.id)),
    confirmed_at: at.toISOString(),
    last_step: step,
  };
  await tx
    .insertInto("platform_totp")
    .values({ admin_id: admin.id, ...row })
    .onConflict((conflict) => conflict.column("admin_id").doUpdateSet(row))
    .execute();
  return { ok: true };
}

/** Tells whether an administrator signs in with an authenticator. */
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
 * Takes a code of the authenticator: of the 30 seconds before, now or after, and each once.
 * @returns false for a wrong code, and for one whose 30 seconds were used already
 */
export async function takeTotp(tx: ControlTx, admin: Admin, code: string, at: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("platform_totp")
    .select(["seed", "last_step"])
    .where("admin_id", "=", admin.id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const seed = row ? openSeed(row.seed, admin.id) : null;
  const step = seed ? stepOfCode(seed, admin, code, at) : null;
  if (step === null) return false;
  const used = await tx
    .updateTable("platform_totp")
    .set({ last_step: step })
    .where("admin_id", "=", admin.id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Second factors that a given key opens, those sealed again, and those that no key opens. */
export interface SealedSeeds {
  readable: number;
  sealed: number;
  unreadable: { id: string; email: string }[];
}

/**
 * Seals every authenticator's key with the first of the installation keys (product/security.md#secrets). Idempotent.
 * @param only looks and changes nothing
 */
export async function sealSeedsAgain(
  control: ControlDb,
  keys: InstallationKeys,
  { only }: { only?: "look" } = {},
): Promise<SealedSeeds> {
  const rows = await control
    .selectFrom("platform_totp as t")
    .innerJoin("platform_admins as a", "a.id", "t.admin_id")
    .select(["a.id", "a.email", "t.seed"])
    .orderBy("a.id")
    .execute();
  const found: SealedSeeds = { readable: 0, sealed: 0, unreadable: [] };
  for (const { id, email, seed: sealed } of rows) {
    const seed = unsealWithAny(keys, sealed, contextOf(id));
    if (seed === null) found.unreadable.push({ id, email });
    else found.readable += 1;
    const isCurrent = unsealWith(keys[0], sealed, contextOf(id)) !== null;
    if (seed === null || isCurrent || only === "look") continue;
    found.sealed += 1;
    await control
      .updateTable("platform_totp")
      .set({ seed: sealWith(keys[0], seed, contextOf(id)) })
      .where("admin_id", "=", id)
      .where("seed", "=", sealed)
      .execute();
  }
  return found;
}

/** Returns the 30 seconds, counted since 1970, whose code this is; null for any other text. */
function stepOfCode(seed: string, { email }: Admin, code: string, at: Date): number | null {
  // Keyboards of other scripts type digits of their own.
  const token = code.normalize("NFKC").replace(/\s/g, "");
  if (!/^[0-9]{6}$/.test(token)) return null;
  const delta = totpOf(seed, email).validate({ token, window: TOLERANCE, timestamp: at.getTime() });
  return delta === null ? null : Math.floor(at.getTime() / (STEP_SECONDS * 1000)) + delta;
}
