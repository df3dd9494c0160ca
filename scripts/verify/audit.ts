import { openFile, type RawFile } from "#app/db/file-engine.server.ts";
import { type AuditProblem, checkAudit, type StoredAudit } from "#app/domain/values/audit/chain.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";

/** Returns the head of a raw file's audit log; the file may be of a release before there was one. */
export function auditHeadIn(file: RawFile): ChainHead {
  if (!hasAudit(file)) return null;
  const last = file.prepare("select seq, hash from audit order by seq desc limit 1").get();
  return (last as ChainHead | undefined) ?? null;
}

/** Returns a line for each restore after which the platform's audit log was shorter than before. */
export function restoresIn(path: string): string[] {
  const file = openFile(path);
  try {
    if (!hasAudit(file)) return [];
    const rows = file
      .prepare("select at, detail from audit where kind = 'staff.data-restored' order by seq")
      .all() as Pick<StoredAudit, "at" | "detail">[];
    return rows.map(({ at, detail }) => {
      const { kept, lost } = JSON.parse(detail) as { kept: number; lost: number };
      return `control: a restore at ${at} left ${kept} rows of the audit log; ${pluralize(lost, "later row")} had been written`;
    });
  } finally {
    file.close();
  }
}

/**
 * Finds the first break of a file's audit log, in words for operators; null for a whole one
 * (product/security.md#audit).
 * @param head the newest row that had been seen elsewhere
 */
export function auditProblem(file: RawFile, head: ChainHead): string | null {
  const rows = hasAudit(file)
    ? (file.prepare("select * from audit order by seq").iterate() as Iterable<StoredAudit>)
    : [];
  const found = checkAudit(rows, head);
  return found && `audit: ${describe(found, head)}`;
}

function describe({ seq, problem }: AuditProblem, head: ChainHead): string {
  switch (problem) {
    case "changed":
      return `row ${seq} was changed after it was written`;
    case "missing":
      return `before row ${seq} rows are missing`;
    case "unlinked":
      return `row ${seq} does not follow on the row before it`;
    case "cut-off":
      return `rows ${seq} to ${head?.seq} are gone: the file is older than has been seen`;
    case "replaced":
      return `row ${seq} is not the one that has been seen under this number`;
  }
}

const hasAudit = (file: RawFile) =>
  file.prepare("select 1 from sqlite_schema where type = 'table' and name = 'audit'").get() !== undefined;
