import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { addToHistory } from "#app/domain/club/contacts/agreement-history.server.ts";
import { changeContact } from "#app/domain/club/contacts/contacts.server.ts";
import { signersOf } from "#app/domain/club/evidence/evidence.server.ts";

/** Loads the name and address that an agreement was signed under; null where the person was erased. */
export async function signerOf(
  db: ClubDb,
  agreementId: string,
): Promise<{ name: string; email: string; signature: string } | null> {
  return (await signersOf(db, [agreementId])).get(agreementId) ?? null;
}

/**
 * Settles an agreement that was signed under another name or address than the club's list has: the club says that it is
 * the same person, and which of the two it keeps (product/evidence.md#evidence). The signed record stays unchanged.
 * @param keep 'list': the list's name and address; 'signed': those of the signature
 */
export async function matchAgreement(
  tx: ClubTx,
  agreementId: string,
  { keep, by, at }: { keep: "list" | "signed"; by: string; at: string },
): Promise<{ ok: true } | { ok: false; problem: "taken" | "not-found" }> {
  const agreement = await tx
    .selectFrom("agreements")
    .select(["contact_id", "to_match"])
    .where("id", "=", agreementId)
    .executeTakeFirst();
  if (!agreement) return { ok: false, problem: "not-found" };
  if (agreement.to_match === 0) return { ok: true };
  const signer = keep === "signed" ? await signerOf(tx, agreementId) : null;
  if (signer) {
    const { name, email } = signer;
    const corrected = await changeContact(tx, agreement.contact_id, { name, email }, { by, at });
    if (!corrected.ok) return corrected;
  }
  await tx.updateTable("agreements").set({ to_match: 0 }).where("id", "=", agreementId).execute();
  const detail = `the name and address ${keep === "signed" ? "of the signature" : "on the list"}`;
  await addToHistory(tx, { agreement_id: agreementId, kind: "matched", at, by_name: by, detail });
  return { ok: true };
}
