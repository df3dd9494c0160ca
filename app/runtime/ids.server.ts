import { createHash, createHmac, randomBytes } from "node:crypto";
import { env } from "#app/config/env.server.ts";

const ID_BYTES = 16;
const IDS_PER_REFILL = 256;
let random = Buffer.alloc(0);
let used = 0;

/**
 * Returns a random id of 128 bits, 22 characters of base64url. Random bytes are drawn in bulk, because each draw is
 * slow.
 */
export function newId(): string {
  if (used === random.length) {
    random = randomBytes(ID_BYTES * IDS_PER_REFILL);
    used = 0;
  }
  used += ID_BYTES;
  return random.toString("base64url", used - ID_BYTES, used);
}

/** Creates a random secret of 256 bits for sessions and browsers, 43 characters of base64url. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** Returns SHA-256 of a secret, base64url: the only form in which the database stores it. */
export const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

export type LinkPurpose =
  | "setup"
  | "invitation"
  | "administrator"
  | "payment"
  | "reset"
  | "calendar"
  | "mail-stop"
  | "club-email"
  | "agreement"
  | "registration"
  | "address-back"
  | "pulse"
  | "pulse-answer"
  | "staff-invitation"
  | "staff-reset";

/**
 * Derives a link's token, 256 bits, from the session secret, so that an email can be written again while only the
 * token's hash is stored.
 */
export function linkToken(purpose: LinkPurpose, subject: string, issue: number): string {
  return derivedToken(env().sessionSecrets[0], [purpose, subject, issue]);
}

/**
 * Returns the token of a link whose hash is stored, made with the current or the previous secret; null if it is
 * neither.
 */
export function storedLinkToken(
  hash: string,
  ...link: [purpose: LinkPurpose, subject: string, issue: number]
): string | null {
  const tokens = env().sessionSecrets.map((secret) => derivedToken(secret, link));
  return tokens.find((token) => hashOf(token) === hash) ?? null;
}

/** Lists the hashes that a link's token may be stored under: by each secret in use, the newest first. */
export const linkHashes = (...link: [purpose: LinkPurpose, subject: string, issue: number]): string[] =>
  env().sessionSecrets.map((secret) => hashOf(derivedToken(secret, link)));

const derivedToken = (secret: string, link: [LinkPurpose, string, number]) =>
  createHmac("sha256", secret).update(link.join("\n")).digest("base64url");
