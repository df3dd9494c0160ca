import { type Kysely, sql } from "kysely";

/** Stores cancellations, codes that are never given again, and notices to unused accounts before their deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table clubs add column cancelled_at text`,
  `alter table accounts add column unused_told_at text`,
  `create index accounts_by_last_use on accounts (coalesce(last_sign_in_at, created_at))`,
  `create table erased_clubs (code text primary key, erased_at text not null) strict`,
];
