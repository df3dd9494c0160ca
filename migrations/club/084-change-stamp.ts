import { type Kysely, sql } from "kysely";

/** Adds one row whose random text is replaced by each transaction that changes the file (app/db/engine.server.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table change_stamp (
    id integer primary key check (id = 1), version text not null) strict`.execute(db);
  await sql`insert into change_stamp (id, version) values (1, lower(hex(randomblob(11))))`.execute(db);
}
