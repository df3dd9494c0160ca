import { type Kysely, sql } from "kysely";

/** A club's failed emails have an index of their own, as those of a template do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_failed_of_club on mails (club_code, created_at, id) where status = 'failed'`.execute(
    db,
  );
}
