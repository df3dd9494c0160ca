import { type Kysely, sql } from "kysely";

/** Stores forms that arrived after their session had ended, sealed, for an hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table kept_forms (
    account_id text not null, address text not null, sealed text not null, expires_at text not null,
    primary key (account_id, address)) strict`,
  `create index kept_forms_by_expiry on kept_forms (expires_at)`,
];
