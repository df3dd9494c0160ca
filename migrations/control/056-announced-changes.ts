import { type Kysely, sql } from "kysely";

/**
 * Stores a row for each announced change instead of one for each club: a change withdraws its own announcement, and
 * requests announce together in one statement. `ready` means that the change is committed, so that its events can be
 * delivered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table clubs_with_outbox rename to clubs_with_outbox_before").execute(db);
  await sql
    .raw(
      `create table clubs_with_outbox (
        mark text primary key, club_code text not null, since text not null,
        ready integer not null default 0) strict, without rowid`,
    )
    .execute(db);
  await sql
    .raw(
      `insert into clubs_with_outbox (mark, club_code, since)
        select mark, club_code, since from clubs_with_outbox_before`,
    )
    .execute(db);
  await sql.raw("drop table clubs_with_outbox_before").execute(db);
}
