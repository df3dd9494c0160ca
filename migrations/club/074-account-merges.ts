import { type Kysely, sql } from "kysely";

/** Stores what moved from one account of a person to another, row by row, so that it can be moved back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table account_merges (
    id text primary key, kept_id text not null, other_id text not null, moves text not null,
    moved_at text not null) strict`.execute(db);
}
