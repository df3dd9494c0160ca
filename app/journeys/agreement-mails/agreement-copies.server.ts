import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import { exportAgreements } from "#app/domain/club/evidence/export.server.ts";
import type { AgreementCopy } from "#app/print/agreement-copy.ts";
import { printAgreement } from "#app/print/print.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

interface CopiedClub {
  code: string;
  name: string;
  timezone: string;
}

/** What the copies of signed agreements are printed from, by agreement; those that nobody signed are left out. */
export async function agreementCopies(
  db: ClubDb,
  { timezone, code, name }: CopiedClub,
  agreementIds: readonly string[],
): Promise<Map<string, AgreementCopy>> {
  if (agreementIds.length === 0) return new Map();
  const signed = await db
    .selectFrom("evidence_records")
    .select("agreement_id")
    .distinct()
    .where("agreement_id", "in", agreementIds)
    .where("kind", "in", ["signed", "paper"])
    .execute();
  const files = await exportAgreements(
    db,
    signed.map(({ agreement_id }) => agreement_id),
    { club: { code, name }, exportedAt: nowIso() },
  );
  const verifyUrl = `${env().appUrl}${href("/agreements/verify")}`;
  return new Map([...files].map(([id, evidence]) => [id, { evidence, timezone, verifyUrl }]));
}

/** The PDF copy of a signed agreement (product.md#evidence); null where nobody signed. @throws WorkerDied */
export async function agreementPdf(
  db: ClubDb,
  club: CopiedClub,
  agreementId: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const copy = (await agreementCopies(db, club, [agreementId])).get(agreementId);
  return copy ? printAgreement(copy) : null;
}
