import { type Kysely, sql } from "kysely";

/** Stores the teams that an import created, as JSON, so that undoing it removes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column created_teams text not null default '[]'`.execute(db);
}
