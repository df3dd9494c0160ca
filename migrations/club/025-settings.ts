import { type Kysely, sql } from "kysely";

/** Stores the club's logo, in its own file so that one file is the whole club, and the settings of its agreements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table club add column logo text`,
  `alter table club add column agreement_days integer not null default 30`,
  `alter table club add column agreement_text text not null default ''`,
  `create table logos (
    version text primary key, small blob not null, large blob not null, width integer not null,
    height integer not null, stored_at text not null) strict`,
];
