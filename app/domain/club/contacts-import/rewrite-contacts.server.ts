import type { ChildrenTable, ClubTx, ContactsTable } from "#app/db/club/schema.ts";

/** Changes many contacts or children in a few statements: an insert that conflicts with each row and updates it. */

/** Far below SQLite's limit of bound values. */
const ROWS_PER_STATEMENT = 500;

/** @param change the rows as they are, to the rows as they shall be; those that are gone are left out */
export async function rewriteChildren(
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
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((eb) => ({
          team_id: eb.ref("excluded.team_id"),
          age_group: eb.ref("excluded.age_group"),
          updated_at: eb.ref("excluded.updated_at"),
        })),
      )
      .execute();
  }
}

/** The same for contacts' names, which their agreements are sorted by. */
export async function renameContacts(
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
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((eb) => ({
          name: eb.ref("excluded.name"),
          name_key: eb.ref("excluded.name_key"),
          updated_at: eb.ref("excluded.updated_at"),
        })),
      )
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
