import { createHash } from "node:crypto";
import { canonical } from "./stale-form.ts";

/**
 * Returns the version of stored values, for the form that is filled from them (product/pages.md#forms): a fingerprint,
 * so that every change of a value counts, no matter who makes it, and a reverted one does not.
 */
export function versionOf(values: object): string {
  return createHash("sha256").update(canonical(values)).digest("base64url").slice(0, 22);
}
