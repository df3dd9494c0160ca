import type { AgreementsTable, ClubDb, ClubTx, ContactsTable } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { emailAddress } from "#app/forms/fields.server.ts";
import { peopleInLine } from "#app/forms/people-in-text.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { childKey, contactKey, emailKey, type NewContact } from "./contacts.ts";

/** Addresses looked up in one statement. */
const EMAILS_A_LOOK = 5_000;

export interface AddedContacts {
  /** Contacts and children that were not there before. */
  contacts: number;
  children: number;
  /** The contact of each address, by its key, known or new. */
  ids: Map<string, string>;
}

/**
 * Adds parents with their children, each with an agreement that is not sent yet. A parent whose address is known stays
 * unchanged and gets the missing children; the same call again adds nothing (product/parents.md#contacts).
 * @param about.at ISO-8601 UTC; `onSaved`: is called with how many contacts are saved
 */
export async function addContacts(
  tx: ClubTx,
  contacts: readonly NewContact[],
  about: {
    source: ContactsTable["source"];
    importId?: string;
    by: string;
    at: string;
    onSaved?: (saved: number, total: number) => void;
  },
): Promise<AddedContacts> {
  const { source, by, at, onSaved } = about;
  const import_id = about.importId ?? null;
  const pause = yieldToEventLoop();
  const merged = mergeByEmail(contacts);
  const ids = await contactIds(tx, [...merged.keys()]);
  const known = await childrenOf(tx, [...ids.values()]);
  const fresh = [...merged.values()].filter(({ key }) => !ids.has(key));
  // Sorted by name with rising ids, so that the rows are adjacent in every index.
  const added = fresh
    .map((contact) => ({ ...contact, name_key: contactKey(contact) }))
    .sort((a, b) => (a.name_key < b.name_key ? -1 : a.name_key > b.name_key ? 1 : 0));
  const contactRows = risingIds(added.length);
  for (const [index, { key }] of added.entries()) ids.set(key, contactRows[index] as string);
  const children = missingChildren(merged.values(), ids, known);
  // A contact is saved with its agreement, the first event of it and the children: the count goes on with all of them.
  const allRows = 3 * added.length + children.length;
  let rowsSaved = 0;
  /** Makes each row when it is needed, so that not all are in memory at once. */
  function* lazily<From, Row>(list: readonly From[], make: (from: From, index: number) => Row) {
    for (let index = 0; index < list.length; index += 1) {
      yield make(list[index] as From, index);
      rowsSaved += 1;
      onSaved?.(Math.floor((rowsSaved * added.length) / allRows), added.length);
    }
  }
  const rows = lazily(added, ({ key, name, email, language, name_key }, index) => ({
    id: contactRows[index] as string,
    name,
    name_key,
    email,
    email_key: key,
    language: language ?? ("en" as const),
    source,
    import_id,
    delivery: null,
    mail_stopped_at: null,
    erased_at: null,
    created_at: at,
    updated_at: at,
    listed: 1,
  }));
  await insertRows(tx, "contacts", rows, pause);
  const childRows = risingIds(children.length);
  await insertRows(
    tx,
    "children",
    lazily(children, ({ contactId, key, child }, index) => ({
      id: childRows[index] as string,
      contact_id: contactId,
      name: child.name,
      name_key: key,
      team_id: child.teamId,
      age_group: child.ageGroup,
      import_id,
      created_at: at,
      updated_at: at,
      added_by: by,
      team_since: null,
      confirmed_at: null,
    })),
    pause,
  );
  const agreementRows = risingIds(added.length);
  await insertRows(
    tx,
    "agreements",
    lazily(added, ({ name_key }, index) =>
      newAgreement({
        id: agreementRows[index] as string,
        contact_id: contactRows[index] as string,
        name_key,
        at,
      }),
    ),
    pause,
  );
  const eventRows = risingIds(added.length);
  await insertRows(
    tx,
    "agreement_events",
    lazily(agreementRows, (agreement_id, index) => ({
      id: eventRows[index] as string,
      agreement_id,
      kind: "added" as const,
      at,
      by_name: by,
      detail: source,
      key: null,
      team_id: null,
    })),
    pause,
  );
  return { contacts: added.length, children: children.length, ids };
}

/** Returns random ids in rising order. */
const risingIds = (count: number) => Array.from({ length: count }, newId).sort();

/** Returns the children that their contact does not have yet. */
function missingChildren(
  contacts: Iterable<KeyedContact>,
  ids: ReadonlyMap<string, string>,
  known: Map<string, Set<string>>,
) {
  const missing: { contactId: string; key: string; child: NewContact["children"][number] }[] = [];
  for (const { key: email, children } of contacts) {
    const contactId = ids.get(email) as string;
    const has = known.get(contactId) ?? new Set<string>();
    for (const child of children) {
      const key = childKey(child.name);
      if (has.has(slot(key, child.teamId))) continue;
      has.add(slot(key, child.teamId));
      missing.push({ contactId, key, child });
    }
    known.set(contactId, has);
  }
  return missing;
}

/** Returns an agreement that is not sent yet. */
export const newAgreement = (
  of: Pick<AgreementsTable, "id" | "contact_id" | "name_key"> & { at: string },
) => ({
  id: of.id,
  contact_id: of.contact_id,
  name_key: of.name_key,
  status: "pending" as const,
  issue: 0,
  added_at: of.at,
  sent_at: null,
  expires_at: null,
  signed_at: null,
  closed_at: null,
  reason: "",
  reminders_sent: 0,
  reminded_at: null,
  next_reminder_at: null,
  delivery: null,
  opened_at: null,
  paper: 0,
  to_match: 0,
  confirm_asked_at: null,
});

/** A contact with its address as it is compared. */
type KeyedContact = NewContact & { key: string };

/** Returns one entry an address: the first name that is not empty, and all children. */
function mergeByEmail(contacts: readonly NewContact[]): Map<string, KeyedContact> {
  const merged = new Map<string, KeyedContact>();
  for (const contact of contacts) {
    const key = emailKey(contact.email);
    const before = merged.get(key);
    merged.set(
      key,
      before
        ? {
            ...before,
            name: before.name || contact.name,
            language: before.language ?? contact.language,
            children: [...before.children, ...contact.children],
          }
        : { ...contact, email: contact.email.trim(), key },
    );
  }
  return merged;
}

const slot = (nameKey: string, teamId: string | null) => `${nameKey} ${teamId ?? ""}`;

/** Loads the contacts of addresses, by the address's key. */
async function contactIds(db: ClubDb, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let from = 0; from < keys.length; from += EMAILS_A_LOOK) {
    const found = await db
      .selectFrom("contacts")
      .select(["id", "email_key"])
      .where("email_key", "in", keys.slice(from, from + EMAILS_A_LOOK))
      .execute();
    for (const { id, email_key } of found) if (email_key) ids.set(email_key, id);
  }
  return ids;
}

/** Loads the children of contacts, as `slot`s, by contact. */
async function childrenOf(db: ClubDb, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const slots = new Map<string, Set<string>>();
  for (let from = 0; from < ids.length; from += EMAILS_A_LOOK) {
    const found = await db
      .selectFrom("children")
      .select(["contact_id", "name_key", "team_id"])
      .where("contact_id", "in", ids.slice(from, from + EMAILS_A_LOOK))
      .execute();
    for (const { contact_id, name_key, team_id } of found) {
      const has = slots.get(contact_id) ?? new Set<string>();
      has.add(slot(name_key, team_id));
      slots.set(contact_id, has);
    }
  }
  return slots;
}

const email = emailAddress();
const NAME_MOST = 120;

/** Entries of one bulk entry; more are an import (product/parents.md#email-collection). */
export const MOST_BULK_ENTRIES = 5_000;

export type BulkReading =
  | {
      ok: true;
      /** One a different address, in the order of the text. */
      contacts: NewContact[];
      /** Valid addresses that stood in the text before. */
      duplicates: number;
      /** Entries that are no address, as they were typed. */
      rejected: string[];
    }
  | { ok: false; problem: "too-many" };

/**
 * Reads addresses and the names beside them (`people-in-text.ts`, product/parents.md#email-collection). The result
 * includes the parts that are no addresses. Too many entries are refused as a whole.
 */
export function readBulkAddresses(text: string): BulkReading {
  const contacts = new Map<string, NewContact>();
  const rejected: string[] = [];
  let [entries, duplicates] = [0, 0];
  for (const [line] of text.matchAll(/[^\n\r]+/g)) {
    for (const { text: entry, people } of peopleInLine(line)) {
      entries += Math.max(people.length, 1);
      if (entries > MOST_BULK_ENTRIES) return { ok: false, problem: "too-many" };
      const read = people.flatMap(({ name, email: address }) => {
        const found = email.safeParse(address);
        return found.success ? [{ name, email: found.data }] : [];
      });
      if (read.length === 0 || read.length < people.length) {
        rejected.push(entry);
        continue;
      }
      for (const { name, email: found } of read)
        if (contacts.has(emailKey(found))) duplicates += 1;
        else contacts.set(emailKey(found), { name: plainName(name), email: found, children: [] });
    }
  }
  return { ok: true, contacts: [...contacts.values()], duplicates, rejected };
}

/** Returns a name that can be shown as one line, or ''. */
const plainName = (name: string) =>
  name.length > NAME_MOST || /\p{C}|\u2028|\u2029/u.test(name) ? "" : name;
