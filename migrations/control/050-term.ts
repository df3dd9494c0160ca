import { type Kysely, sql } from "kysely";

/** Stores renewals: a payment that appends a year to an existing club. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table checkouts add column renews integer not null default 0`,
  `alter table subscriptions add column renews integer not null default 0`,
  `create index clubs_by_term_end on clubs (term_ends_at)`,
];
