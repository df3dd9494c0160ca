import { type Kysely, sql } from "kysely";

/** Adds indexes for the list of failed emails, the history of a club's verifications and the sitemap. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index mails_failed on mails (created_at, id) where status = 'failed'`,
  `create index mails_failed_by_template on mails (tag, created_at, id) where status = 'failed'`,
  `create index verifications_in_order on verifications (club_code, created_at)`,
  `create index clubs_with_public_page on clubs (status, name, slug) where public_page = 1`,
];
