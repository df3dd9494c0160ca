import { z } from "zod";
import type { ClubDb, EvidenceRecordsTable } from "#app/db/club/schema.ts";

const person = z.object({
  name: z.string(),
  email: z.string(),
  players: z.string(),
  teams: z.array(z.string()),
  signature: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  reason: z.string(),
});
const record = z.object({
  text: z.object({ version: z.string(), hash: z.string() }).nullable(),
  signatureDate: z.string().nullable(),
  enteredBy: z.string().nullable(),
});

export type KeptEvidence = z.infer<typeof record> & {
  kind: EvidenceRecordsTable["kind"];
  /** ISO 8601 in UTC. */
  at: string;
  person: z.infer<typeof person>;
};

/** What the club's evidence keeps of whoever an agreement is with, oldest first (product.md#parents-data). */
export async function keptEvidence(db: ClubDb, agreementId: string): Promise<KeptEvidence[]> {
  const rows = await db
    .selectFrom("evidence_records as r")
    .innerJoin("evidence_persons as p", "p.record_id", "r.id")
    .select(["r.kind", "r.at", "r.record", "p.content"])
    .where("r.agreement_id", "=", agreementId)
    .orderBy("r.seq")
    .execute();
  return rows.map(({ kind, at, record: text, content }) => ({
    ...record.parse(JSON.parse(text)),
    kind,
    at,
    person: person.parse(JSON.parse(content)),
  }));
}
