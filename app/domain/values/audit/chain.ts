import { type ChainHead, canonicalJson, GENESIS, sha256 } from "#app/domain/values/hash-chain.ts";
import { type AuditKind, topicOf } from "./kinds.ts";

/**
 * New entry of an audit log; ids, numbers and fixed words only, never a name or an address (product/security.md#audit).
 */
export interface AuditEntry {
  kind: AuditKind;
  /** `id`: of an account, a member of the platform's staff, or a parent's agreement; null for an unknown person. */
  actor: { kind: "account" | "staff" | "parent" | "system"; id: string | null };
  /** The id of what it was done to. */
  subject?: string;
  detail?: Record<string, string | number>;
  at: Date;
}

/** Row of an audit log as stored; `club_code` in the control database only. */
export interface StoredAudit {
  seq: number;
  at: string;
  topic: string;
  kind: string;
  actor_kind: string;
  actor_id: string | null;
  club_code?: string | null;
  subject: string | null;
  detail: string;
  previous_hash: string;
  hash: string;
}

/** Names the format that is hashed; part of every hash. */
const FORMAT = "goodside-audit-1";

/**
 * Returns the row that follows on `last`: it has the next number, the last row's hash, and the hash of all its own
 * fields.
 * @param clubCode absent in a club's own log
 */
export function nextAuditRow(
  { kind, actor, subject = null, detail = {}, at }: Omit<AuditEntry, "subject"> & { subject?: string | null },
  last: { seq: number; hash: string } | null,
  clubCode?: string | null,
) {
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: at.toISOString(),
    topic: topicOf(kind),
    kind,
    actor_kind: actor.kind,
    actor_id: actor.id,
    ...(clubCode === undefined ? {} : { club_code: clubCode }),
    subject,
    detail: canonicalJson(detail),
    previous_hash: last?.hash ?? GENESIS,
  };
  return { ...row, hash: hashOfAudit(row) };
}

const hashOfAudit = (row: Omit<StoredAudit, "hash">): string =>
  sha256(canonicalJson({ ...row, format: FORMAT }));

/** First fault of an audit log, and its row. */
export interface AuditProblem {
  seq: number;
  problem: /** A field is not the one of its hash. */
    | "changed"
    /** Rows before it are gone. */
    | "missing"
    /** It does not follow from the row before: inserted, or out of order. */
    | "unlinked"
    /** Rows from here on are gone: a later one had been seen. */
    | "cut-off"
    /** Another row had been seen under this number. */
    | "replaced";
}

/**
 * Checks a whole log, by number: no row was changed, removed, inserted or moved, and none that was seen is missing.
 * @returns the first problem; null for a whole log
 */
export function checkAudit(rows: Iterable<StoredAudit>, head: ChainHead): AuditProblem | null {
  let last = { seq: 0, hash: GENESIS };
  for (const { hash, ...row } of rows) {
    const { seq } = row;
    if (seq !== last.seq + 1) return { seq, problem: seq > last.seq ? "missing" : "unlinked" };
    if (hashOfAudit(row) !== hash) return { seq, problem: "changed" };
    if (row.previous_hash !== last.hash) return { seq, problem: "unlinked" };
    if (head?.seq === seq && head.hash !== hash) return { seq, problem: "replaced" };
    last = { seq, hash };
  }
  return head && head.seq > last.seq ? { seq: last.seq + 1, problem: "cut-off" } : null;
}
