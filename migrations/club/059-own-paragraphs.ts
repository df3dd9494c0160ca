import { type Kysely, sql } from "kysely";

/** Stores the club's own paragraph by language; the existing one is the English one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column agreement_text_es text not null default ''`.execute(db);
}
