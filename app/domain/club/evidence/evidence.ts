import type { EvidenceRecordsTable } from "#app/db/club/schema.ts";
import { type ChainHead, canonicalJson, GENESIS, sha256 } from "#app/domain/values/hash-chain.ts";

/** The name of the record's format; a stranger who checks an export reads it there. */
export const EVIDENCE_FORMAT = "goodside-agreement-1";

/** Content of a record; it contains the person only as the hash of a text that can be erased. */
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
  /** YYYY-MM-DD as the signer typed it, or as written on the paper. */
  signatureDate: string | null;
  /** Member of the club who entered a paper signature, said that another person signed, or carried an erasure out. */
  enteredBy: string | null;
  /** SHA-256 of the person's text; null for an erasure, and where a record is given to its signer. */
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

/** Fault of a chain, and its record. */
export interface ChainProblem {
  seq: number;
  problem: /** Its text is not the one of its hash, or its columns disagree with its text. */
    | "changed"
    /** Records before it are gone. */
    | "missing"
    /** It does not follow from the record before: inserted, or out of order. */
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
  /** Records by number. */
  records: readonly StoredRecord[];
  /** The person's text by the record's id. */
  persons: ReadonlyMap<string, string>;
  /** Texts by their hash. */
  texts: ReadonlyMap<string, string>;
}

export interface ParsedRecord {
  id: string;
  seq: number;
  previous: string;
  kind: string;
  agreement: string;
  text: { hash: string } | null;
  person: string | null;
}

/** Reads what of a record the check needs; null where the text is not a record of ours. */
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
 * Checks a whole chain: no record was changed, removed, inserted or moved, each text and person is the one that its
 * record names, and no record that the platform saw is missing (product/evidence.md#evidence).
 * @returns the problems by the record that they break; none for a whole chain
 */
export function checkChain({ records, persons, texts }: Chain, head: ChainHead): ChainProblem[] {
  const check = new ChainCheck();
  for (const stored of records) {
    const record = parseRecord(stored.record);
    check.add(stored, record, (record && persons.get(record.id)) ?? null);
  }
  return check.finish(texts, head);
}

/** The same record by record, for chains that are read as they arrive. */
export class ChainCheck {
  readonly #problems: ChainProblem[] = [];
  readonly #hashes = new Map<number, string>();
  readonly #textsOf: { seq: number; hash: string }[] = [];
  readonly #withoutPerson: { seq: number; agreement: string }[] = [];
  /** The number of each erasure's record by its agreement. */
  readonly #erased = new Map<string, number>();
  #last: Pick<StoredRecord, "seq" | "hash"> | null = null;

  /**
   * @param record what `parseRecord` reads of it
   * @param person the text of its person; null if there is none
   */
  add(stored: StoredRecord, record: ParsedRecord | null, person: string | null): void {
    const { seq, hash } = stored;
    const say = (problem: ChainProblem["problem"]) => this.#problems.push({ seq, problem });
    if (!record || sha256(stored.record) !== hash || record.seq !== seq) say("changed");
    else if (record.previous !== stored.previous_hash) say("changed");
    const last = this.#last?.seq ?? 0;
    if (seq !== last + 1) say(seq > last ? "missing" : "unlinked");
    else if (stored.previous_hash !== (this.#last?.hash ?? GENESIS)) say("unlinked");
    if (record) {
      if (record.kind === "erased") this.#erased.set(record.agreement, seq);
      if (record.text) this.#textsOf.push({ seq, hash: record.text.hash });
      if (record.person !== null && person === null)
        this.#withoutPerson.push({ seq, agreement: record.agreement });
      else if (record.person !== null && person !== null && sha256(person) !== record.person)
        say("person-changed");
    }
    this.#hashes.set(seq, hash);
    this.#last = { seq, hash };
  }

  /** Returns the problems of all that was added, by the number of the record. */
  finish(texts: ReadonlyMap<string, string>, head: ChainHead): ChainProblem[] {
    const changed = new Set([...texts].filter(([hash, text]) => sha256(text) !== hash).map(([hash]) => hash));
    for (const { seq, hash } of this.#textsOf) {
      if (!texts.has(hash)) this.#problems.push({ seq, problem: "text-missing" });
      else if (changed.has(hash)) this.#problems.push({ seq, problem: "text-changed" });
    }
    for (const { seq, agreement } of this.#withoutPerson)
      if ((this.#erased.get(agreement) ?? 0) < seq) this.#problems.push({ seq, problem: "person-missing" });
    const known = head && this.#hashes.get(head.seq);
    const last = this.#last?.seq ?? 0;
    if (head && head.seq > last) this.#problems.push({ seq: last + 1, problem: "cut-off" });
    else if (head && known !== undefined && known !== head.hash)
      this.#problems.push({ seq: head.seq, problem: "replaced" });
    return this.#problems.sort((one, other) => one.seq - other.seq);
  }
}
