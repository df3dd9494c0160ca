import { type Kysely, sql } from "kysely";

/** Stores hours of maintenance: a banner by the clock and an email (product/operations.md#system-maintenance). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table maintenance (
    id text primary key, starts_at text not null, ends_at text not null, timezone text not null, words text not null,
    revision integer not null, announced_at text, cancelled_at text, saved_by text not null, saved_at text not null,
    check (starts_at < ends_at)) strict`,
  `create index maintenance_by_end on maintenance (ends_at)`,
];
