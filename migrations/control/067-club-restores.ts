import { type Kysely, sql } from "kysely";

/** Stores older copies that staff restored for a club, one at a time a club. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table club_restores (
    id text primary key, club_code text not null, path text not null, sha256 text not null, copied_at text not null,
    aside text not null, state text not null, problem text, admin_id text not null, reason text not null,
    ordered_at text not null, finished_at text) strict`,
  `create unique index club_restores_ordered on club_restores (club_code) where state = 'ordered'`,
  `create index club_restores_of_club on club_restores (club_code, ordered_at)`,
];
