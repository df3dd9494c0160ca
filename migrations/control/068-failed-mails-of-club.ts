import { type Kysely, sql } from "kysely";

/** Indexes a club's failed emails, like those of a template. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_failed_of_club on mails (club_code, created_at, id) where status = 'failed'`.execute(
    db,
  );
}
