import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { memoize } from "./memoize.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text under the session secret (AES-256-GCM).
 * @param context needed again to open it
 */
export const seal = (text: string, context: string): string =>
  sealWith(env().sessionSecrets[0], text, context);

/** Seals a text under a secret of its own. */
export function sealWith(secret: string, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Opens a text sealed by `seal` with the same context, even under the previous secret; null for anything else. */
export const unseal = (sealed: string, context: string): string | null =>
  unsealWithAny(env().sessionSecrets, sealed, context);

/** Opens a text sealed by `sealWith` with one of the secrets and the same context; null for anything else. */
export function unsealWithAny(secrets: readonly string[], sealed: string, context: string): string | null {
  for (const secret of secrets) {
    const text = unsealWith(secret, sealed, context);
    if (text !== null) return text;
  }
  return null;
}

/** Opens a text sealed by `sealWith` with the same secret and context; null for anything else. */
export function unsealWith(secret: string, sealed: string, context: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  return bytes.length < IV_BYTES + TAG_BYTES ? null : openWith(keyOf(secret), bytes, context);
}

function openWith(key: Buffer, bytes: Buffer, context: string): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    // Sealed under another secret or for another context: the tag does not fit.
    return null;
  }
}

const keyOf = memoize((secret) => Buffer.from(hkdfSync("sha256", secret, "", "sealed texts", 32)));
