import { type ExpressionBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import { contactKey } from "#app/domain/club/contacts/contacts.ts";
import { findImport, type Import } from "#app/domain/club/imports/imports.server.ts";
import { renameContacts, rewriteChildren } from "./rewrite-contacts.server.ts";

export type ContactsUndoCheck =
  | { ok: true }
  /**
   * Contacts whose agreement has been sent or signed, or who were changed by hand or by another import, since.
   * `names`: the first of them, by name.
   */
  | { ok: false; problem: "sent" | "edited"; contacts: number; names: string[] }
  /** Not finished, undone already, or without any change. */
  | { ok: false; problem: "closed" };

/** An import can be undone while nothing depends on it (product.md#contacts-import). */
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

/** So many of those who hold an import are named. */
const NAMED = 3;

type Contact = ExpressionBuilder<ClubSchema, "contacts" | "agreements">;

/** A known parent's agreement may have been sent before: then only what came since holds the import. */
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

/** Contacts that an import added, named, or whose children it added or changed. */
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

/** Children that were changed since, or that somebody else gave to a contact that would go. */
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
  const children = before<{ team_id: string | null; age_group: string; updated_at: string }>("child");
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
