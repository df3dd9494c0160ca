import { type Kysely, sql } from "kysely";

/** Which club's people a session of platform staff looks at, and why; finding a club by its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table platform_club_visits (
    token_hash text not null references platform_sessions (token_hash) on delete cascade, club_code text not null,
    reason text not null, until text not null, primary key (token_hash, club_code)) strict, without rowid`,
  `create index clubs_by_name on clubs (name collate nocase, code)`,
];
