import type { AgreementEventsTable, ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { newAgreement } from "#app/domain/club/contacts/add-contacts.server.ts";
import { addToHistory } from "#app/domain/club/contacts/agreement-history.server.ts";
import { findContactByEmail } from "#app/domain/club/contacts/contacts.server.ts";
import { contactKey, emailKey } from "#app/domain/club/contacts/contacts.ts";
import { appendRecord, signersOf } from "#app/domain/club/evidence/evidence.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { addSteps } from "./agreement-mail.server.ts";
import { issueAgreements } from "./issue-agreements.server.ts";
import { nothingAgreed } from "./nothing-agreed.ts";

/** A link of an agreement: the parent's page under its newest number. */
export interface SignerLink {
  agreementId: string;
  issue: number;
}

/**
 * Gives a signed agreement to the person who signed it, who is not the parent on the list
 * (product/evidence.md#evidence): the record stays unchanged, with a link of its own that its copy goes out with, and
 * the chain says so. The parent gets another agreement, pending, under a new link. A parent with the signer's address
 * who has signed nothing yet becomes the signer; otherwise the signer becomes a contact of their own.
 * @param about.by the member of the club who says so; '' for the signer
 * @param about.onList whether the signer is a parent on the club's list, or known by this record alone
 * @returns the parent's new agreement, and the signer's link
 */
export async function giveToSigner(
  tx: ClubTx,
  agreementId: string,
  { by, at, onList }: { by: string; at: string; onList: boolean },
): Promise<{ ok: true; agreementId: string; signer: SignerLink } | { ok: false; problem: "not-found" }> {
  const agreement = await tx
    .selectFrom("agreements")
    .select(["contact_id", "issue", "to_match", "status", "name_key"])
    .where("id", "=", agreementId)
    .executeTakeFirst();
  const signer = (await signersOf(tx, [agreementId])).get(agreementId);
  if (!agreement || !signer || agreement.status !== "signed" || agreement.to_match === 0)
    return { ok: false, problem: "not-found" };
  const { contact_id: parentId, name_key: parentKey } = agreement;
  const holder = await holderOf(tx, parentId, signer, { at, onList });
  const issue = agreement.issue + 1;
  await tx
    .updateTable("agreements")
    .set({ contact_id: holder, name_key: contactKey(signer), issue, to_match: 0 })
    .where("id", "=", agreementId)
    .execute();
  const record = { ...nothingAgreed({ at, language: signer.language }), agreement: agreementId, issue };
  await appendRecord(tx, { ...record, kind: "reassigned", enteredBy: by || null }, null);
  await addToHistory(tx, { agreement_id: agreementId, kind: "reassigned", at, by_name: by });
  // The person who holds the passed-on link must not read what is kept of the signer.
  await recordEvent(tx, { kind: "agreement-links-ended", agreementId, before: issue });
  await addSteps(tx, { id: agreementId, issue }, ["copy"], at);
  const id = newId();
  await tx
    .insertInto("agreements")
    .values(newAgreement({ id, contact_id: parentId, name_key: parentKey, at }))
    .execute();
  await addToHistory(tx, {
    agreement_id: id,
    kind: "reassigned",
    at,
    by_name: by,
    key: givenKey(agreementId),
  });
  await issueAgreements(tx, { agreementIds: [id] }, { scope: "all", by, at: new Date(at) });
  return { ok: true, agreementId: id, signer: { agreementId, issue } };
}

const GIVEN = "reassigned:";
const givenKey = (agreementId: string) => `${GIVEN}${agreementId}`;

/**
 * Lists the records that another person signed instead of the parent, without those of erased signers.
 * @param history of the parent's agreement
 */
export async function recordsGivenAway(
  db: ClubDb,
  history: readonly Pick<AgreementEventsTable, "key">[],
): Promise<{ id: string; name: string }[]> {
  const ids = history.flatMap(({ key }) => (key?.startsWith(GIVEN) ? [key.slice(GIVEN.length)] : []));
  if (ids.length === 0) return [];
  return db
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["a.id", "c.name"])
    .where("a.id", "in", ids)
    .where("c.erased_at", "is", null)
    .execute();
}

/** Finds the contact whose record it becomes: a listed parent with that address without an answer, or a new one. */
async function holderOf(
  tx: ClubTx,
  parentId: string,
  { name, email, language }: { name: string; email: string; language: "en" | "es" },
  { at, onList }: { at: string; onList: boolean },
): Promise<string> {
  const known = await findContactByEmail(tx, email);
  if (known && known.id !== parentId && (await freeOfEvidence(tx, known.id))) {
    await tx.deleteFrom("agreements").where("contact_id", "=", known.id).execute();
    return known.id;
  }
  const id = newId();
  const listed = onList && !known;
  await tx
    .insertInto("contacts")
    .values({
      ...{
        id,
        name,
        name_key: contactKey({ name, email }),
        email,
        email_key: listed ? emailKey(email) : null,
      },
      ...{ language, source: "registered", import_id: null, delivery: null, mail_stopped_at: null },
      ...{ erased_at: null, created_at: at, updated_at: at, listed: listed ? 1 : 0 },
    })
    .execute();
  return id;
}

/** Tells whether a contact's agreement has no record in the chain of evidence, so that another can replace it. */
async function freeOfEvidence(tx: ClubTx, contactId: string): Promise<boolean> {
  const record = await tx
    .selectFrom("evidence_records as r")
    .innerJoin("agreements as a", "a.id", "r.agreement_id")
    .select("r.id")
    .where("a.contact_id", "=", contactId)
    .limit(1)
    .executeTakeFirst();
  return record === undefined;
}
