import { createHash } from "node:crypto";

/** What the first row of a chain names as the hash of the one before. */
export const GENESIS = "0".repeat(64);

/** SHA-256 of a text as UTF-8, in hexadecimal: what `sha256sum` prints. */
export const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** JSON with sorted keys and no blanks: equal values have one text, and so one hash. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`).join(",")}}`;
}

/** Where a chain ends: the newest row's number and hash; null for an empty one. */
export type ChainHead = { seq: number; hash: string } | null;
