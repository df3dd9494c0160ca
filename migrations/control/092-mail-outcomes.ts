import { type Kysely, sql } from "kysely";

/** Stores why and when a mail did not arrive, reactivated addresses, and the mails sent to an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table mails add column delivery_reason text`,
  `alter table mails add column delivery_at text`,
  `create table reactivated_addresses (address text primary key, at text not null) strict`,
  `create index mails_to_lower on mails (lower(to_address), created_at)`,
];
