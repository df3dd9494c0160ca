import type { AgreementsTable, ContactsTable } from "#app/db/club/schema.ts";
import type { TestClub, World } from "./world.ts";

/** A parent with an agreement, straight into a club's file. */
export interface Parent {
  contactId: string;
  agreementId: string;
}

/** Adds parents 'Parent 0001', 'Parent 0002' and so on, each with a child in a team, without sending them anything. */
export async function addParents(
  world: World,
  club: TestClub,
  teamId: string,
  many: number,
  more: {
    contact?: Partial<ContactsTable>;
    agreement?: Partial<AgreementsTable>;
    name?: string;
    domain?: string;
  } = {},
): Promise<Parent[]> {
  const { newId } = await import("#app/runtime/ids.server.ts");
  const { insertRows } = await import("#app/db/insert-rows.server.ts");
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const at = new Date().toISOString();
  const parents = Array.from({ length: many }, () => ({ contactId: newId(), agreementId: newId() }));
  const named = parents.map((ids, n) => ({
    ...ids,
    name: `${more.name ?? "Parent"} ${String(n + 1).padStart(4, "0")}`,
  }));
  await world.platform.clubs.use(club.code, (db) =>
    inTransaction(db, async (tx) => {
      const contacts = named.map(({ contactId, name }) => {
        const email = `${name.toLowerCase().replace(" ", ".")}@${more.domain ?? "parents.example"}`;
        return { ...contactRow(contactId, name, email, at), ...more.contact };
      });
      await insertRows(tx, "contacts", contacts);
      await insertRows(
        tx,
        "children",
        named.map(({ contactId, name }) => ({
          ...{ id: newId(), contact_id: contactId, name: `Child of ${name}`, name_key: `childof${name}` },
          ...{ team_id: teamId, age_group: "", import_id: null, created_at: at, updated_at: at },
        })),
      );
      await insertRows(
        tx,
        "agreements",
        named.map(({ contactId, agreementId, name }) => ({
          ...agreementRow(agreementId, contactId, name, at),
          ...more.agreement,
        })),
      );
    }),
  );
  return parents;
}

const contactRow = (id: string, name: string, email: string, at: string): ContactsTable => ({
  ...{ id, name, name_key: name.toLowerCase(), email, email_key: email.toLowerCase(), language: "en" },
  ...{
    source: "manual",
    import_id: null,
    delivery: null,
    delivery_reason: null,
    mail_stopped_at: null,
    erased_at: null,
  },
  ...{ created_at: at, updated_at: at, listed: 1 },
});

const agreementRow = (id: string, contactId: string, name: string, at: string): AgreementsTable => ({
  ...{ id, contact_id: contactId, name_key: name.toLowerCase(), status: "pending", issue: 0, added_at: at },
  ...{ sent_at: null, expires_at: null, signed_at: null, closed_at: null, reason: "", reminders_sent: 0 },
  ...{ reminded_at: null, next_reminder_at: null, delivery: null, opened_at: null, paper: 0, to_match: 0 },
  confirm_asked_at: null,
});
