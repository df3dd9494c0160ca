import { createHash } from "node:crypto";
import type { EvidenceRecordsTable } from "#app/db/club/schema.ts";

/** What the first record of a club names as the one before (product.md#evidence). */
export const GENESIS = "0".repeat(64);

/** The name of the record's format; a stranger who checks an export reads it there. */
export const EVIDENCE_FORMAT = "goodside-agreement-1";

/** SHA-256 of a text as UTF-8, in hexadecimal: what `sha256sum` prints. */
export const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** JSON with sorted keys and no blanks: equal values have one text, and so one hash. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`).join(",")}}`;
}

/** What a record says; the person stands in it only as the hash of a text that can be erased. */
export interface RecordFields {
  id: string;
  kind: EvidenceRecordsTable["kind"];
  club: { code: string; name: string };
  agreement: string;
  issue: number;
  /** ISO-8601 UTC. */
  at: string;
  language: "en" | "es";
  text: { version: string; hash: string } | null;
  /** The five sentences by name, each true; null where none was agreed to. */
  affirmations: Record<string, true> | null;
  electronicConsent: boolean;
  /** YYYY-MM-DD as the signer typed it, or as it stands on the paper. */
  signatureDate: string | null;
  /** Who of the club entered a paper signature, or carried an erasure out. */
  enteredBy: string | null;
  /** SHA-256 of the person's text; null for an erasure. */
  person: string | null;
}

export type StoredRecord = Pick<EvidenceRecordsTable, "seq" | "record" | "previous_hash" | "hash">;

/** Makes the next record of a chain: it names its number and the hash of the record before. */
export function nextRecord(
  fields: RecordFields,
  last: Pick<EvidenceRecordsTable, "seq" | "hash"> | null,
): StoredRecord {
  const seq = (last?.seq ?? 0) + 1;
  const previous_hash = last?.hash ?? GENESIS;
  const record = canonicalJson({ ...fields, format: EVIDENCE_FORMAT, seq, previous: previous_hash });
  return { seq, record, previous_hash, hash: sha256(record) };
}

/** What is wrong with a chain, and at which record. */
export interface ChainProblem {
  seq: number;
  problem: /** Its text is not the one of its hash, or its columns disagree with its text. */
    | "changed"
    /** Records before it are gone. */
    | "missing"
    /** It does not follow on the record before: inserted, or out of order. */
    | "unlinked"
    | "text-missing"
    | "text-changed"
    /** The person's text is gone without an erasure. */
    | "person-missing"
    | "person-changed"
    /** Records after it are gone: the platform had a later head. */
    | "cut-off"
    /** The platform had another record under this number. */
    | "replaced";
}

export interface Chain {
  /** By their number. */
  records: readonly StoredRecord[];
  /** The person's text by the record's id. */
  persons: ReadonlyMap<string, string>;
  /** Texts by their hash. */
  texts: ReadonlyMap<string, string>;
}

/** Where the platform last saw a club's chain; null for never. */
export type ChainHead = { seq: number; hash: string } | null;

interface ParsedRecord {
  id: string;
  seq: number;
  previous: string;
  kind: string;
  agreement: string;
  text: { hash: string } | null;
  person: string | null;
}

/** Reads what of a record the check needs; null where the text is no record of ours. */
export function parseRecord(text: string): ParsedRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const {
    id,
    seq,
    previous,
    kind,
    agreement,
    text: shown,
    person,
    format,
  } = value as Record<string, unknown>;
  if (format !== EVIDENCE_FORMAT || typeof id !== "string" || typeof seq !== "number") return null;
  if (typeof previous !== "string" || typeof kind !== "string" || typeof agreement !== "string") return null;
  if (person !== null && typeof person !== "string") return null;
  const hash = shown === null ? null : (shown as { hash?: unknown } | undefined)?.hash;
  if (hash !== null && typeof hash !== "string") return null;
  return { id, seq, previous, kind, agreement, person, text: hash === null ? null : { hash } };
}

/**
 * Checks a whole chain: that no record was changed, removed, inserted or moved, that each text and person is the one
 * that its record names, and that the chain reaches as far as the platform last saw it (product.md#evidence).
 * @returns the problems by the record that they break; none for a whole chain
 */
export function checkChain({ records, persons, texts }: Chain, head: ChainHead): ChainProblem[] {
  const problems: ChainProblem[] = [];
  const parsed = records.map(({ record }) => parseRecord(record));
  const erased = new Map<string, number>();
  for (const record of parsed) if (record?.kind === "erased") erased.set(record.agreement, record.seq);
  let last: StoredRecord | null = null;
  for (const [index, stored] of records.entries()) {
    const say = (problem: ChainProblem["problem"]) => problems.push({ seq: stored.seq, problem });
    const record = parsed[index];
    if (!record || sha256(stored.record) !== stored.hash || record.seq !== stored.seq) say("changed");
    else if (record.previous !== stored.previous_hash) say("changed");
    if (stored.seq !== (last?.seq ?? 0) + 1) say(stored.seq > (last?.seq ?? 0) ? "missing" : "unlinked");
    else if (stored.previous_hash !== (last?.hash ?? GENESIS)) say("unlinked");
    if (record) {
      const text = record.text && texts.get(record.text.hash);
      if (record.text && text === undefined) say("text-missing");
      else if (record.text && sha256(text ?? "") !== record.text.hash) say("text-changed");
      const person = persons.get(record.id);
      if (record.person !== null && person !== undefined && sha256(person) !== record.person)
        say("person-changed");
      const gone = record.person !== null && person === undefined;
      if (gone && (erased.get(record.agreement) ?? 0) < record.seq) say("person-missing");
    }
    last = stored;
  }
  const known = head && records.find(({ seq }) => seq === head.seq);
  if (head && head.seq > (last?.seq ?? 0)) problems.push({ seq: (last?.seq ?? 0) + 1, problem: "cut-off" });
  else if (head && known && known.hash !== head.hash) problems.push({ seq: head.seq, problem: "replaced" });
  return problems;
}
