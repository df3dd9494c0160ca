import type { ClubTx, ContactUndoTable } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { addContacts } from "#app/domain/club/contacts/add-contacts.server.ts";
import { contactKey } from "#app/domain/club/contacts/contacts.ts";
import type { ImportCounter } from "#app/domain/club/imports/import-counter.ts";
import type { Import } from "#app/domain/club/imports/imports.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import type { PlannedContact } from "./contact-plan.ts";
import { reviewContacts } from "./contact-review.server.ts";
import { renameContacts, rewriteChildren } from "./rewrite-contacts.server.ts";

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
  await changeChildren(tx, contacts, { importId: id, at });
  await nameContacts(tx, contacts, { importId: id, at });
  const outcome = {
    status: "done" as const,
    payload: "",
    added: counts.added,
    changed: counts.changed,
    unchanged: counts.unchanged,
    skipped: counts.skipped,
    finished_at: at,
  };
  await tx.updateTable("imports").set(outcome).where("id", "=", id).execute();
  return { ...preview, ...outcome };
}

interface About {
  importId: string;
  at: string;
}

/** Children that get the team or age group of the file. */
async function changeChildren(
  tx: ClubTx,
  contacts: readonly PlannedContact[],
  { importId, at }: About,
): Promise<void> {
  const changes = new Map(contacts.flatMap(({ changes }) => changes.map((change) => [change.id, change])));
  await rewriteChildren(tx, [...changes.keys()], async (children) => {
    await insertRows(
      tx,
      "contact_undo",
      children.map(
        ({ id, team_id, age_group, updated_at }): ContactUndoTable => ({
          import_id: importId,
          subject: "child",
          subject_id: id,
          before: JSON.stringify({ team_id, age_group, updated_at }),
        }),
      ),
    );
    return children.map((child) => {
      const { team_id, age_group } = changes.get(child.id) ?? child;
      return { ...child, team_id, age_group, updated_at: at };
    });
  });
}

/** Contacts that were known by their address only. */
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
