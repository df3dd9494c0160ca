import { type ExpressionBuilder, sql } from "kysely";
import type {
  ChildrenTable,
  ClubDb,
  ClubSchema,
  ClubTx,
  ContactsTable,
  ContactUndoTable,
} from "#app/db/club/schema.ts";
import { excluded, insertRows } from "#app/db/insert-rows.server.ts";
import { addContacts } from "#app/domain/club/contacts/add-contacts.server.ts";
import { contactKey } from "#app/domain/club/contacts/contacts.ts";
import type { ImportCounter } from "#app/domain/club/imports/import-subject.ts";
import { findImport, type Import, storeOutcome } from "#app/domain/club/imports/imports.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import type { PlannedContact } from "./contact-plan.ts";
import { reviewContacts } from "./contact-review.server.ts";

/** Adds a preview's contacts, children and unsent agreements, and keeps what it changes for the undo. */
export async function importContacts(
  tx: ClubTx,
  preview: Import,
  { club, count }: { club: { name: string }; count: ImportCounter },
): Promise<Import> {
  const { id, created_by: by } = preview;
  const at = nowIso();
  const review = await reviewContacts(tx, preview.payload, club, count);
  const { contacts, counts } = review;
  const fresh = contacts.filter(({ stored, children }) => !stored || children.length > 0);
  const added = fresh.map(({ email, name, children }) => ({ name, email, children }));
  const onSaved = (saved: number, total: number) => count("saving", saved, total);
  await addContacts(tx, added, { source: "import", importId: id, by, at, onSaved });
  await changeChildren(tx, contacts, { importId: id, at, by });
  await nameContacts(tx, contacts, { importId: id, at });
  return storeOutcome(tx, preview, counts, at);
}

interface About {
  importId: string;
  at: string;
}

/** Changes children that get the team or age group of the file. */
async function changeChildren(
  tx: ClubTx,
  contacts: readonly PlannedContact[],
  { importId, at, by }: About & { by: string },
): Promise<void> {
  const changes = new Map(contacts.flatMap(({ changes }) => changes.map((change) => [change.id, change])));
  await rewriteChildren(tx, [...changes.keys()], async (children) => {
    await insertRows(
      tx,
      "contact_undo",
      children.map(
        ({ id, team_id, age_group, updated_at, added_by, team_since, confirmed_at }): ContactUndoTable => ({
          import_id: importId,
          subject: "child",
          subject_id: id,
          before: JSON.stringify({ team_id, age_group, updated_at, added_by, team_since, confirmed_at }),
        }),
      ),
    );
    return children.map((child) => {
      const { team_id, age_group } = changes.get(child.id) ?? child;
      const joined = team_id === child.team_id ? {} : { added_by: by, team_since: at, confirmed_at: null };
      return { ...child, ...joined, team_id, age_group, updated_at: at };
    });
  });
}

/** Names contacts that were known by their address only. */
async function nameContacts(
  tx: ClubTx,
  contacts: readonly PlannedContact[],
  { importId, at }: About,
): Promise<void> {
  const names = new Map(
    contacts.flatMap(({ stored, name }) => (stored && name ? [[stored.id, name] as const] : [])),
  );
  await renameContacts(tx, [...names.keys()], async (known) => {
    await insertRows(
      tx,
      "contact_undo",
      known.map(
        ({ id, name, updated_at }): ContactUndoTable => ({
          import_id: importId,
          subject: "contact",
          subject_id: id,
          before: JSON.stringify({ name, updated_at }),
        }),
      ),
    );
    return known.map((contact) => {
      const name = names.get(contact.id) ?? contact.name;
      return { ...contact, name, name_key: contactKey({ name, email: contact.email }), updated_at: at };
    });
  });
}

export type ContactsUndoCheck =
  | { ok: true }
  /**
   * Contacts whose agreement has been sent or signed, or that were changed by hand or by another import, since.
   * `names`: the first of them, by name.
   */
  | { ok: false; problem: "sent" | "edited"; contacts: number; names: string[] }
  /** Not finished, undone already, or without any change. */
  | { ok: false; problem: "closed" };

/** Checks that an import can be undone: nothing depends on it (product/imports.md#contacts-import). */
export async function checkContactsUndo(
  db: ClubDb,
  found: Pick<Import, "id" | "status" | "finished_at" | "added" | "changed">,
): Promise<ContactsUndoCheck> {
  if (found.status !== "done" || found.finished_at === null || found.added + found.changed === 0)
    return { ok: false, problem: "closed" };
  const { id, finished_at: finishedAt } = found;
  const touched = db
    .selectFrom("contacts")
    .innerJoin("agreements", "agreements.contact_id", "contacts.id")
    .where(touchedBy(id));
  for (const [problem, since] of [
    ["sent", wasSent(id, finishedAt)],
    ["edited", wasEdited(id, finishedAt)],
  ] as const) {
    const first = await touched
      .where(since)
      .select(["contacts.name", "contacts.email", sql<number>`count(*) over ()`.as("contacts")])
      .orderBy("contacts.name_key")
      .limit(NAMED)
      .execute();
    const names = first.map(({ name, email }) => name || email || "");
    if (first[0]) return { ok: false, problem, contacts: first[0].contacts, names };
  }
  return { ok: true };
}

/** Most contacts that a refusal names. */
const NAMED = 3;

type Contact = ExpressionBuilder<ClubSchema, "contacts" | "agreements">;

/** Matches contacts with a sent agreement; a known parent's may have been sent before: only later mail counts. */
const wasSent = (id: string, finishedAt: string) => (eb: Contact) =>
  eb.or([
    eb.and([
      eb("contacts.import_id", "=", id),
      eb.or([eb("agreements.issue", ">", 0), eb("agreements.status", "<>", "pending")]),
    ]),
    eb("agreements.sent_at", ">=", finishedAt),
    eb("agreements.signed_at", ">=", finishedAt),
    eb("agreements.closed_at", ">=", finishedAt),
  ]);

const wasEdited = (id: string, finishedAt: string) => (eb: Contact) =>
  eb.or([eb("contacts.updated_at", ">", finishedAt), hasOtherChildren(eb, id, finishedAt)]);

/** Matches contacts that an import added, named, or whose children it added or changed. */
const touchedBy = (id: string) => (eb: Contact) =>
  eb.or([
    eb("contacts.import_id", "=", id),
    eb("contacts.id", "in", eb.selectFrom("children").select("contact_id").where("import_id", "=", id)),
    eb(
      "contacts.id",
      "in",
      eb
        .selectFrom("contact_undo")
        .select("subject_id")
        .where("contact_undo.import_id", "=", id)
        .where("subject", "=", "contact"),
    ),
    eb(
      "contacts.id",
      "in",
      eb
        .selectFrom("contact_undo")
        .innerJoin("children", "children.id", "contact_undo.subject_id")
        .select("children.contact_id")
        .where("contact_undo.import_id", "=", id)
        .where("subject", "=", "child"),
    ),
  ]);

/** Matches contacts with children that were changed since, or that somebody else gave to a contact that would go. */
function hasOtherChildren(eb: Contact, id: string, finishedAt: string) {
  return eb.exists(
    eb
      .selectFrom("children")
      .select("children.id")
      .whereRef("children.contact_id", "=", "contacts.id")
      .where((or) =>
        or.or([
          or("children.updated_at", ">", finishedAt),
          or.and([
            or("contacts.import_id", "=", id),
            or.or([or("children.import_id", "is", null), or("children.import_id", "<>", id)]),
          ]),
        ]),
      ),
  );
}

/** Undoes an import as a whole: its contacts and children go, and what it changed is as before. */
export async function undoContacts(
  tx: ClubTx,
  id: string,
): Promise<{ ok: true } | Extract<ContactsUndoCheck, { ok: false }> | { ok: false; problem: "not-found" }> {
  const found = await findImport(tx, id);
  if (!found) return { ok: false, problem: "not-found" };
  if (found.status === "undone") return { ok: true };
  const check = await checkContactsUndo(tx, found);
  if (!check.ok) return check;
  const kept = await tx
    .selectFrom("contact_undo")
    .select(["subject", "subject_id", "before"])
    .where("import_id", "=", id)
    .execute();
  const before = <Values>(subject: "contact" | "child") =>
    new Map(
      kept
        .filter((row) => row.subject === subject)
        .map((row) => [row.subject_id, JSON.parse(row.before) as Values]),
    );
  // Children of the import first: one that it moved goes back to a place that one of them may hold.
  await tx.deleteFrom("children").where("import_id", "=", id).execute();
  const children = before<Pick<ChildrenTable, (typeof CHANGED)[number]>>("child");
  await rewriteChildren(tx, [...children.keys()], async (rows) =>
    rows.map((row) => ({ ...row, ...children.get(row.id) })),
  );
  const names = before<{ name: string; updated_at: string }>("contact");
  await renameContacts(tx, [...names.keys()], async (rows) =>
    rows.map((row) => {
      const former = { ...row, ...names.get(row.id) };
      return { ...former, name_key: contactKey(former) };
    }),
  );
  await tx.deleteFrom("contacts").where("import_id", "=", id).execute();
  await tx.deleteFrom("contact_undo").where("import_id", "=", id).execute();
  await tx.updateTable("imports").set({ status: "undone" }).where("id", "=", id).execute();
  return { ok: true };
}

/** Changes many contacts or children in a few statements: an insert that conflicts with each row and updates it. */

/** Columns of a child that an import changes. */
const CHANGED = ["team_id", "age_group", "updated_at", "added_by", "team_since", "confirmed_at"] as const;

/** Rows of a statement, far below SQLite's limit of bound values. */
const ROWS_PER_STATEMENT = 500;

/** @param change the rows as they are, to the rows as they shall be; those that are gone are left out */
async function rewriteChildren(
  tx: ClubTx,
  ids: readonly string[],
  change: (children: ChildrenTable[]) => Promise<ChildrenTable[]>,
): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    const children = await tx.selectFrom("children").selectAll().where("id", "in", chunk).execute();
    if (children.length === 0) continue;
    await tx
      .insertInto("children")
      .values(await change(children))
      .onConflict((conflict) => conflict.column("id").doUpdateSet(excluded(...CHANGED)))
      .execute();
  }
}

/** Does the same for contacts' names, which their agreements are sorted by. */
async function renameContacts(
  tx: ClubTx,
  ids: readonly string[],
  change: (contacts: ContactsTable[]) => Promise<ContactsTable[]>,
): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    const contacts = await tx.selectFrom("contacts").selectAll().where("id", "in", chunk).execute();
    if (contacts.length === 0) continue;
    await tx
      .insertInto("contacts")
      .values(await change(contacts))
      .onConflict((conflict) => conflict.column("id").doUpdateSet(excluded("name", "name_key", "updated_at")))
      .execute();
    await tx
      .updateTable("agreements")
      .from("contacts")
      .set((eb) => ({ name_key: eb.ref("contacts.name_key") }))
      .whereRef("contacts.id", "=", "agreements.contact_id")
      .where("contacts.id", "in", chunk)
      .execute();
  }
}

function* chunksOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    yield items.slice(from, from + ROWS_PER_STATEMENT);
}
