import { type Kysely, sql } from "kysely";

/** The club's own paragraph has a text for each language; the one of before is the English one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column agreement_text_es text not null default ''`.execute(db);
}
