import type { ControlSchema, EvidenceLossesTable } from "#app/db/control/schema.ts";
import { kyselyOver, openFile, openReadOnly } from "#app/db/engine.server.ts";
import { evidenceLosses } from "#app/domain/control/evidence/evidence-losses.server.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";

/**
 * How far each club's chain of evidence had come when its newest record reached the control database.
 * @param live false for a backup's copy, which is opened read-only
 */
export async function readHeads(path: string, { live }: { live: boolean }): Promise<Map<string, ChainHead>> {
  return (await readEvidenceSeen(path, { live })).heads;
}

/** The same, and what the chains lost to restores. */
export async function readEvidenceSeen(
  path: string,
  { live }: { live: boolean },
): Promise<{ heads: Map<string, ChainHead>; losses: EvidenceLossesTable[] }> {
  const raw = live ? openFile(path) : openReadOnly(path);
  const control = kyselyOver<ControlSchema>(raw);
  const there = (table: string) =>
    raw.prepare("select 1 from sqlite_schema where name = ?").get(table) !== undefined;
  try {
    const heads = there("evidence_heads")
      ? await control.selectFrom("evidence_heads").select(["club_code", "seq", "hash"]).execute()
      : [];
    return {
      heads: new Map(heads.map(({ club_code, seq, hash }) => [club_code, { seq, hash }])),
      losses: there("evidence_losses") ? await evidenceLosses(control) : [],
    };
  } finally {
    await control.destroy();
  }
}
