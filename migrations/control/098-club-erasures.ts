import { type Kysely, sql } from "kysely";

/** Stores a club's erasure on request: time, reason, and what it erased. Its row stays, without people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table club_erasures (
      club_code text primary key,
      name text not null,
      reason text not null,
      ordered_by text,
      ordered_at text not null,
      due_at text not null,
      erased_at text,
      people integer,
      erased_rows text,
      documents integer,
      backups_until text
    ) strict`,
    `create index club_erasures_due on club_erasures (due_at) where erased_at is null`,
  ])
    await sql.raw(statement).execute(db);
}
