import type { ControlSchema } from "#app/db/control/schema.ts";
import { kyselyOver, openFile, openReadOnly } from "#app/db/engine.server.ts";
import type { ChainHead } from "#app/domain/club/evidence/evidence.ts";

/**
 * How far each club's chain of evidence had come when its newest record reached the control database.
 * @param live false for a backup's copy, which is opened read-only
 */
export async function readHeads(path: string, { live }: { live: boolean }): Promise<Map<string, ChainHead>> {
  const raw = live ? openFile(path) : openReadOnly(path);
  const control = kyselyOver<ControlSchema>(raw);
  try {
    const there = raw.prepare("select 1 from sqlite_schema where name = 'evidence_heads'").get();
    if (!there) return new Map();
    const heads = await control.selectFrom("evidence_heads").select(["club_code", "seq", "hash"]).execute();
    return new Map(heads.map(({ club_code, seq, hash }) => [club_code, { seq, hash }]));
  } finally {
    await control.destroy();
  }
}
