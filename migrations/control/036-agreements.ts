import { type Kysely, sql } from "kysely";

/** Stores the targets of agreements' links, and the head of each club's chain of evidence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table agreement_links (
    token_hash text primary key, club_code text not null, agreement_id text not null, issue integer not null,
    created_at text not null) strict`,
  `create index agreement_links_of on agreement_links (agreement_id)`,
  `create index agreement_links_of_club on agreement_links (club_code)`,
  `create table evidence_heads (
    club_code text primary key, seq integer not null, hash text not null, at text not null) strict`,
];
