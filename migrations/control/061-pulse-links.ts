import { type Kysely, sql } from "kysely";

/** Stores the targets of parent pulses' links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table pulse_links (
    token_hash text primary key, club_code text not null, invitation_id text not null, issue integer not null,
    created_at text not null) strict`,
  `create index pulse_links_of on pulse_links (invitation_id)`,
  `create index pulse_links_of_club on pulse_links (club_code)`,
];
