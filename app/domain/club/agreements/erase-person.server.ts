import type { ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { appendRecord } from "#app/domain/club/evidence/evidence.server.ts";
import { forgetAsked } from "#app/domain/club/pulse/answers.server.ts";
import { nothingAgreed } from "./nothing-agreed.ts";

/**
 * Erases a parent: name, address, children, everything typed and the place it was typed from. A person who never
 * signed, declined or withdrew leaves nothing; otherwise the chain of evidence stays, without the person, and says that
 * they were erased (product/evidence.md#erasing-parents).
 * @param about.by the member of the club who carried it out; '' for the parent
 * @returns false if there is no such person any more
 */
export async function erasePerson(
  tx: ClubTx,
  agreementId: string,
  { by, at }: { by: string; at: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["a.contact_id", "a.issue", "c.email_key", "c.language"])
    .where("a.id", "=", agreementId)
    .where("c.erased_at", "is", null)
    .executeTakeFirst();
  if (!found) return false;
  const { contact_id: contactId, issue, email_key, language } = found;
  const children = tx.selectFrom("children").select("id").where("contact_id", "=", contactId);
  await tx
    .deleteFrom("contact_undo")
    .where((eb) => eb.or([eb("subject_id", "=", contactId), eb("subject_id", "in", children)]))
    .execute();
  const registrations = email_key
    ? await tx.deleteFrom("registrations").where("email_key", "=", email_key).returning("id").execute()
    : [];
  const registrationIds = registrations.map(({ id }) => id);
  const pulseInvitationIds = await forgetAsked(tx, contactId);
  await recordEvent(tx, { kind: "parent-erased", agreementId, registrationIds, pulseInvitationIds });
  await recordAudit(tx, { kind: "records.person-erased", subject: agreementId });
  const evidence = await tx
    .selectFrom("evidence_records")
    .select("id")
    .where("agreement_id", "=", agreementId)
    .execute();
  if (evidence.length === 0) {
    // Children, agreement and history go with it.
    await tx.deleteFrom("contacts").where("id", "=", contactId).execute();
    return true;
  }
  await tx
    .deleteFrom("evidence_persons")
    .where(
      "record_id",
      "in",
      evidence.map(({ id }) => id),
    )
    .execute();
  await tx.deleteFrom("children").where("contact_id", "=", contactId).execute();
  await tx.deleteFrom("left_addresses").where("agreement_id", "=", agreementId).execute();
  await tx
    .updateTable("agreement_events")
    .set({ detail: "" })
    .where("agreement_id", "=", agreementId)
    .where("kind", "in", ["declined", "withdrawn", "corrected", "child-added", "child-removed", "confirmed"])
    .execute();
  await tx
    .updateTable("agreements")
    .set({ reason: "", name_key: "", next_reminder_at: null, to_match: 0 })
    .where("id", "=", agreementId)
    .execute();
  await tx
    .updateTable("contacts")
    .set({
      name: "",
      name_key: "",
      email: "",
      email_key: null,
      delivery: null,
      erased_at: at,
      updated_at: at,
    })
    .where("id", "=", contactId)
    .execute();
  const record = { ...nothingAgreed({ at, language }), agreement: agreementId, issue };
  await appendRecord(tx, { ...record, kind: "erased", enteredBy: by || null }, null);
  return true;
}
