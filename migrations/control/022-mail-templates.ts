import { type Kysely, sql } from "kysely";

/** Renders mails when they are sent; bulk mail waits behind everything else; sent mails are counted by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table mails add column variables text`,
  `alter table jobs add column bulk integer not null default 0`,
  `create table mail_counts (
    day text not null, template text not null, outcome text not null, mails integer not null,
    primary key (day, template, outcome)) strict, without rowid`,
];
