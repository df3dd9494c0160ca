import { z } from "zod";
import type { ClubDb, ClubTx, ContactsTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { askAtNewAddress } from "#app/domain/club/pulse/answers.server.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { emailAddress, formVersion, line, optionalLine, theirAddress } from "#app/forms/fields.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { addToHistory } from "./agreement-history.server.ts";
import { childKey, contactKey, emailKey } from "./contacts.ts";
import { childFields, newContactFields, parentFields } from "./fields.ts";

export type CorrectResult =
  | { ok: true; addressChanged: boolean }
  /** The address is another contact's. */
  | { ok: false; problem: "taken" | "not-found" };

interface NameAndEmail {
  name: string;
  email: string;
}

/** Returns the version of a parent's name and address, which their form carries (product/pages.md#forms). */
export const contactVersion = ({ name, email }: NameAndEmail) => versionOf({ name, email });

/**
 * Corrects a parent's name and address as the club's form says. The same form again changes nothing.
 * @param to.version of what the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function correctContact(
  tx: ClubTx,
  id: string,
  { version, ...to }: NameAndEmail & { version: string },
  about: { by: string; at: string },
): Promise<CorrectResult | { ok: false; problem: "stale"; stored: NameAndEmail }> {
  const stored = await tx
    .selectFrom("contacts")
    .select(["name", "email"])
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (!stored) return { ok: false, problem: "not-found" };
  if (sameValues(to, stored)) return { ok: true, addressChanged: false };
  if (contactVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  return changeContact(tx, id, to, about);
}

/**
 * Changes a parent's name and address. A new address clears the old one's delivery state; links sent to the old one
 * end, and an unsigned agreement can be sent to the new one (product/parents.md#contacts). The old address is notified,
 * with a way back for 7 days, unless it took no mail.
 * @param about.throughLink the parent corrects it behind the link, which stays theirs
 * @param about.takenBack the old address takes it back; the one that loses it is not notified
 */
export async function changeContact(
  tx: ClubTx,
  id: string,
  to: NameAndEmail,
  about: { by: string; at: string; throughLink?: true; takenBack?: true },
): Promise<CorrectResult> {
  const before = await tx
    .selectFrom("contacts")
    .innerJoin("agreements", "agreements.contact_id", "contacts.id")
    .select(["contacts.name", "contacts.email", "contacts.email_key", "contacts.delivery"])
    .select("agreements.id as agreementId")
    .where("contacts.id", "=", id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (!before) return { ok: false, problem: "not-found" };
  const email_key = emailKey(to.email);
  const addressChanged = email_key !== before.email_key;
  if (addressChanged && (await findContactByEmail(tx, to.email))) return { ok: false, problem: "taken" };
  const name_key = contactKey(to);
  await tx
    .updateTable("contacts")
    .set({ name: to.name, name_key, email: to.email.trim(), email_key, updated_at: about.at })
    .$if(addressChanged, (query) => query.set({ delivery: null, mail_stopped_at: null }))
    .where("id", "=", id)
    .execute();
  await tx.updateTable("agreements").set({ name_key }).where("contact_id", "=", id).execute();
  if (addressChanged && about.throughLink)
    await tx.updateTable("agreements").set({ delivery: null }).where("contact_id", "=", id).execute();
  if (addressChanged && !about.throughLink) {
    const ended = await tx
      .updateTable("agreements")
      .set((eb) => ({
        status: "pending",
        issue: eb("issue", "+", 1),
        sent_at: null,
        expires_at: null,
        next_reminder_at: null,
        delivery: null,
      }))
      .where("contact_id", "=", id)
      .where("status", "in", ["pending", "expired"])
      .where("sent_at", "is not", null)
      .returning(["id", "issue"])
      .executeTakeFirst();
    if (ended)
      await recordEvent(tx, { kind: "agreement-links-ended", agreementId: ended.id, before: ended.issue });
  }
  const asked = addressChanged && !about.throughLink && (await askAtNewAddress(tx, id, new Date(about.at)));
  if (asked) {
    await recordEvent(tx, { kind: "pulse-link-ended", invitationId: asked.id, before: asked.issue + 1 });
    await recordEvent(tx, { kind: "pulse-mails" });
  }
  if (addressChanged && !about.takenBack && !isDead(before.delivery)) {
    const row = { id: newId(), agreement_id: before.agreementId, email: before.email, created_at: about.at };
    await tx.insertInto("left_addresses").values(row).execute();
    await recordEvent(tx, { kind: "address-left", leftId: row.id });
  }
  const addressWord = about.takenBack ? "address, taken back by the one before" : "address";
  const detail = [before.name === to.name ? "" : "name", addressChanged ? addressWord : ""].filter(Boolean);
  if (detail.length > 0) {
    await addToHistory(tx, {
      agreement_id: before.agreementId,
      kind: "corrected",
      at: about.at,
      by_name: about.by,
      detail: detail.join(" and "),
    });
  }
  return { ok: true, addressChanged };
}

/** Gives a parent the address back that they were corrected away from. It is done once, however often it is asked. */
export async function takeAddressBack(
  tx: ClubTx,
  agreementId: string,
  { email, at }: { email: string; at: string },
): Promise<CorrectResult> {
  const contact = await tx
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["c.id", "c.name"])
    .where("a.id", "=", agreementId)
    .executeTakeFirst();
  if (!contact) return { ok: false, problem: "not-found" };
  return changeContact(tx, contact.id, { name: contact.name, email }, { by: "", at, takenBack: true });
}

/** Loads the contact with an address, in any case; not one that is erased. */
export function findContactByEmail(
  db: ClubDb,
  email: string,
): Promise<Pick<ContactsTable, "id" | "name" | "email"> | undefined> {
  return db
    .selectFrom("contacts")
    .select(["id", "name", "email"])
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
}

/**
 * Adds a child to a contact.
 * @param by the member of the club; '' for the parent
 * @returns false if the same child of the same team exists
 */
export async function addChild(
  tx: ClubTx,
  contactId: string,
  child: { name: string; teamId: string | null; ageGroup: string },
  { by, at }: { by: string; at: string },
): Promise<boolean> {
  const added = await tx
    .insertInto("children")
    .values({
      id: newId(),
      contact_id: contactId,
      name: child.name,
      name_key: childKey(child.name),
      team_id: child.teamId,
      age_group: child.ageGroup,
      import_id: null,
      created_at: at,
      updated_at: at,
      added_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** Removes a child of a contact. @returns false if there is no such child */
export async function removeChild(tx: ClubTx, contactId: string, childId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("children")
    .where("id", "=", childId)
    .where("contact_id", "=", contactId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return false;
  await recordAudit(tx, { kind: "records.child-removed", subject: contactId });
  return true;
}

/** Member of the club who changed a parent's children, and the agreement. */
interface ByHand {
  agreementId: string;
  by: string;
  at: string;
}

/** Adds a child to a contact, with an entry in the agreement's history. @returns false if it is there */
export async function addChildByHand(
  tx: ClubTx,
  contactId: string,
  child: Parameters<typeof addChild>[2],
  about: ByHand,
): Promise<boolean> {
  const added = await addChild(tx, contactId, child, about);
  if (added) await noteChild(tx, "child-added", child, about);
  return added;
}

/** Removes a child of a contact, with an entry in the agreement's history. @returns false if there is no such child */
export async function removeChildByHand(
  tx: ClubTx,
  contactId: string,
  child: { id: string; name: string; teamId: string | null },
  about: ByHand,
): Promise<boolean> {
  const removed = await removeChild(tx, contactId, child.id);
  if (removed) await noteChild(tx, "child-removed", child, about);
  return removed;
}

const noteChild = (
  tx: ClubTx,
  kind: "child-added" | "child-removed",
  { name, teamId }: { name: string; teamId: string | null },
  { agreementId, by, at }: ByHand,
) => addToHistory(tx, { agreement_id: agreementId, kind, at, by_name: by, detail: name, team_id: teamId });

const teamId = z.string().max(64).default("");

/** Correcting a parent's name and address. */
export const correctContactSchema = z.object({
  name: optionalLine(parentFields.name),
  email: theirAddress(emailAddress(parentFields.email.required)),
  version: formVersion(),
});

/** A parent added by hand, with a child. */
export const newContactSchema = z.object({
  name: line(newContactFields.name),
  email: theirAddress(emailAddress(newContactFields.email.required)),
  child: line(newContactFields.child),
  team: teamId,
});

/** Adding a child. */
export const childSchema = z.object({
  child: line(childFields.child),
  team: teamId,
});

/** Returns those of the addresses, in lower case, whose parents want no more reminders. */
export async function stoppedAddresses(db: ClubDb, addresses: readonly string[]): Promise<Set<string>> {
  const keys = [...new Set(addresses.map((address) => address.toLowerCase()))];
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom("contacts")
    .select("email_key")
    .where("email_key", "in", keys)
    .where("mail_stopped_at", "is not", null)
    .execute();
  return new Set(rows.flatMap(({ email_key }) => email_key ?? []));
}
