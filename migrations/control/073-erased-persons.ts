import { type Kysely, sql } from "kysely";

/** Stores the agreements whose parents were erased, by id alone: an older copy of a club's file still has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table erased_persons (
    club_code text not null, agreement_id text not null, erased_at text not null,
    primary key (club_code, agreement_id)) strict`.execute(db);
}
