import type { ControlSchema, EvidenceLossesTable } from "#app/db/control/schema.ts";
import { kyselyOver, openFile, openReadOnly } from "#app/db/file-engine.server.ts";
import { evidenceLosses } from "#app/domain/control/evidence/evidence-heads.server.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { auditHeadIn } from "./audit.ts";

/**
 * Reads the head of each club's chain of evidence when its newest record reached the control database.
 * @param live false for a backup's copy, which is opened read-only
 */
export async function readHeads(path: string, { live }: { live: boolean }): Promise<Heads> {
  const { heads, audits } = await readEvidenceSeen(path, { live });
  return { evidence: heads, audits };
}

export interface Heads {
  evidence: Map<string, ChainHead>;
  /** Head of each club's audit log. */
  audits: Map<string, ChainHead>;
}

export interface EvidenceSeen {
  heads: Map<string, ChainHead>;
  audits: Map<string, ChainHead>;
  losses: EvidenceLossesTable[];
  /** Head of the platform's own audit log. */
  audit: ChainHead;
}

/** Reads the heads, and what the chains lost to restores. */
export async function readEvidenceSeen(path: string, { live }: { live: boolean }): Promise<EvidenceSeen> {
  const raw = live ? openFile(path) : openReadOnly(path);
  const control = kyselyOver<ControlSchema>(raw);
  const there = (table: string) =>
    raw.prepare("select 1 from sqlite_schema where name = ?").get(table) !== undefined;
  try {
    const heads = there("evidence_heads")
      ? await control.selectFrom("evidence_heads").select(["club_code", "seq", "hash"]).execute()
      : [];
    const audits = there("audit_heads")
      ? await control.selectFrom("audit_heads").select(["club_code", "seq", "hash"]).execute()
      : [];
    return {
      heads: byClub(heads),
      audits: byClub(audits),
      losses: there("evidence_losses") ? await evidenceLosses(control) : [],
      audit: auditHeadIn(raw),
    };
  } finally {
    await control.destroy();
  }
}

const byClub = (rows: { club_code: string; seq: number; hash: string }[]) =>
  new Map(rows.map(({ club_code, seq, hash }) => [club_code, { seq, hash }]));
