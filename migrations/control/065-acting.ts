import { type Kysely, sql } from "kysely";

/** Stores the club for which each member of staff acts, or did last: one row a person, so one club at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table platform_acting (
    admin_id text primary key references platform_admins (id), token_hash text not null, club_code text not null,
    reason text not null, reference text not null, started_at text not null, ends_at text not null,
    ended_at text) strict`,
  `create index platform_acting_open on platform_acting (ends_at) where ended_at is null`,
];
