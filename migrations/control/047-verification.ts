import { type Kysely, sql } from "kysely";

/** Stores a club's request to have its number of players verified, and the documents that it sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table verifications (
    id text primary key,
    number integer not null unique,
    club_code text not null unique,
    status text not null check (status in ('pending', 'in_review', 'approved', 'rejected', 'needs_adjustment')),
    actual_players integer,
    notes text not null default '',
    created_at text not null,
    submitted_at text,
    reviewed_by text,
    reviewed_at text,
    version integer not null default 0) strict`,
  `create index verifications_by_status on verifications (status, submitted_at)`,
  `create table verification_documents (
    id text primary key,
    verification_id text not null,
    club_code text not null,
    name text not null,
    type text not null,
    bytes integer not null,
    sha256 text not null,
    stored_at text not null) strict`,
  `create index verification_documents_of on verification_documents (verification_id, stored_at)`,
  `create index clubs_by_verification_due on clubs (verification_due_at)`,
];
