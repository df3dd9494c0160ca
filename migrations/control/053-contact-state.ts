import { type Kysely, sql } from "kysely";

/** Stores what staff did about a message of the contact form (product/pages.md#contact-messages). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_messages add column state text not null default 'new'
    check (state in ('new', 'answered', 'closed'))`.execute(db);
  await sql`alter table contact_messages add column note text not null default ''`.execute(db);
  await sql`alter table contact_messages add column handled_by text`.execute(db);
  await sql`alter table contact_messages add column handled_at text`.execute(db);
  await sql`create index contact_messages_by_state on contact_messages (state, created_at, id)`.execute(db);
  await sql`create index contact_messages_by_category on contact_messages (category, state, created_at, id)`.execute(
    db,
  );
}
