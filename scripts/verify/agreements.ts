import type { RawFile } from "#app/db/file-engine.server.ts";
import {
  type Chain,
  type ChainProblem,
  checkChain,
  parseRecord,
  type StoredRecord,
} from "#app/domain/club/evidence/evidence.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";

/** Reads a club's chain of evidence from its raw file, which may be of a release before there was one. */
export function chainIn(file: RawFile): Chain {
  const there = file
    .prepare("select count(*) from sqlite_schema where type = 'table' and name = 'evidence_records'")
    .pluck()
    .get();
  if (there === 0) return { records: [], persons: new Map(), texts: new Map() };
  const pairs = (sql: string) => new Map(file.prepare(sql).raw().all() as [string, string][]);
  return {
    records: file
      .prepare("select seq, record, previous_hash, hash from evidence_records order by seq")
      .all() as StoredRecord[],
    persons: pairs("select record_id, content from evidence_persons"),
    texts: pairs("select hash, text from agreement_texts"),
  };
}

/** Returns the head of a chain; null for an empty one. */
export function headOf({ records }: Pick<Chain, "records">): ChainHead {
  const last = records.at(-1);
  return last ? { seq: last.seq, hash: last.hash } : null;
}

/** Lists problems of a club's agreements, in words for operators; empty for a whole chain. */
export function agreementProblems(chain: Chain, head: ChainHead): string[] {
  const problems = checkChain(chain, head);
  // One change shows at several positions: for each record the first thing to know.
  const byRecord = new Map<number, ChainProblem>();
  for (const problem of problems) if (!byRecord.has(problem.seq)) byRecord.set(problem.seq, problem);
  return [...byRecord.values()].map((problem) => describe(problem, chain, head));
}

function describe({ seq, problem }: ChainProblem, { records }: Chain, head: ChainHead): string {
  const named = nameOf(seq, records);
  switch (problem) {
    case "changed":
      return `agreements: ${named} was changed after it was written`;
    case "missing":
      return `agreements: before ${named} records are missing`;
    case "unlinked":
      return `agreements: ${named} does not follow on the record before it`;
    case "text-missing":
    case "text-changed":
      return `agreements: the text that ${named} names ${problem === "text-missing" ? "is gone" : "was changed"}`;
    case "person-missing":
    case "person-changed":
      return `agreements: the person of ${named} ${problem === "person-missing" ? "is gone without an erasure" : "was changed"}`;
    case "cut-off":
      return `agreements: ${pluralize((head?.seq ?? 0) - seq + 1, "newer record")} missing from record ${seq} on: the file is older than the platform has seen`;
    case "replaced":
      return `agreements: ${named} is not the one that the platform has seen under this number`;
  }
}

/** Returns 'record 17 (signed 2026-11-22, agreement abc)'. */
function nameOf(seq: number, records: readonly StoredRecord[]): string {
  const stored = records.find((record) => record.seq === seq);
  const record = stored && parseRecord(stored.record);
  return record ? `record ${seq} (${record.kind}, agreement ${record.agreement})` : `record ${seq}`;
}
