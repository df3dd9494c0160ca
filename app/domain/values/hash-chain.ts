import { createHash } from "node:crypto";

/** Previous hash of a chain's first row. */
export const GENESIS = "0".repeat(64);

/** Returns the SHA-256 of a text as UTF-8, in hexadecimal: what `sha256sum` prints. */
export const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Returns JSON with sorted keys and no blanks: equal values have one text, and so one hash. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`).join(",")}}`;
}

/** Number and hash of a chain's newest row; null for an empty chain. */
export type ChainHead = { seq: number; hash: string } | null;
