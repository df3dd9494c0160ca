import { type Kysely, sql } from "kysely";

/** Stores running uploads, at most one for each club, across all web processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table running_imports (
    club_code text primary key, token text not null, by_name text not null, started_at text not null,
    renewed_at text not null) strict`.execute(db);
}
