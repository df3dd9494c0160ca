import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import type { ControlTx } from "#app/db/control/schema.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";

/** Time between opening a page with a passkey's button and pressing it (product/accounts.md#passkeys). */
const CHALLENGE_MS = 10 * MINUTE_MS;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;

/** Purpose of a challenge: signing in, or adding a passkey to one account. */
export type ChallengePurpose = "sign-in" | `add ${string}`;

/**
 * Returns a challenge for a device to sign, base64url. It carries its own time and proof, so that opening a page stores
 * nothing.
 */
export function newChallenge(purpose: ChallengePurpose, at: Date): string {
  const body = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(body);
  body.writeUIntBE(at.getTime(), RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([body, macOf(body, purpose, env().sessionSecrets[0])]).toString("base64url");
}

/** Tells whether we made a challenge for this purpose within the last 10 minutes. */
export function isOwnChallenge(challenge: string, purpose: ChallengePurpose, at: Date): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return false;
  const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const age = at.getTime() - body.readUIntBE(RANDOM_BYTES, TIME_BYTES);
  if (age > CHALLENGE_MS || age < -CHALLENGE_MS) return false;
  const given = bytes.subarray(-MAC_BYTES);
  return env().sessionSecrets.some((secret) => timingSafeEqual(given, macOf(body, purpose, secret)));
}

const macOf = (body: Buffer, purpose: string, secret: string) =>
  createHmac("sha256", secret).update(`passkey ${purpose}\n`).update(body).digest().subarray(0, MAC_BYTES);

/** Notes that a challenge was answered. @returns false if it had been before */
export async function noteAnswered(tx: ControlTx, challenge: string, at: Date): Promise<boolean> {
  const noted = await tx
    .insertInto("answered_challenges")
    .values({ challenge, expires_at: new Date(at.getTime() + 3 * CHALLENGE_MS).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}
