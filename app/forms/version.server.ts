import { createHash } from "node:crypto";
import { canonical } from "./stale-form.ts";

/**
 * The version of stored values, for the form that is filled from them (product.md#forms): a fingerprint, so that every
 * change of a value counts, no matter who makes it, and a value that was changed back does not.
 */
export function versionOf(values: object): string {
  return createHash("sha256").update(canonical(values)).digest("base64url").slice(0, 22);
}
