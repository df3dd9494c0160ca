import { z } from "zod";
import type { ClubDb, Language } from "#app/db/club/schema.ts";

/** Who signed an agreement, as it was typed. */
export interface Signer {
  name: string;
  email: string;
  language: Language;
}

const person = z.object({ name: z.string(), email: z.string() });
const record = z.object({ language: z.enum(["en", "es"]) });

/** Who signed these agreements last, by agreement; who was erased is no longer there. */
export async function signersOf(db: ClubDb, agreementIds: readonly string[]): Promise<Map<string, Signer>> {
  if (agreementIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("evidence_records as r")
    .innerJoin("evidence_persons as p", "p.record_id", "r.id")
    .select(["r.agreement_id", "r.record", "p.content"])
    .where("r.agreement_id", "in", agreementIds)
    .where("r.kind", "=", "signed")
    .orderBy("r.seq")
    .execute();
  return new Map(
    rows.map(({ agreement_id, record: text, content }) => {
      const { name, email } = person.parse(JSON.parse(content));
      return [agreement_id, { name, email, language: record.parse(JSON.parse(text)).language }];
    }),
  );
}
