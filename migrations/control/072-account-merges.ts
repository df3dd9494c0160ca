import { type Kysely, sql } from "kysely";

/** Stores merges of two accounts of one person: what moved in each club, and how to undo it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // The emptied account stays and names the account with which its owner signs in now.
  `alter table accounts add column merged_into text`,
  `create index accounts_merged on accounts (merged_into) where merged_into is not null`,
  `create table account_merges (
    id text primary key, kept_id text not null, other_id text not null,
    state text not null check (state in ('moving', 'done', 'undoing', 'undone')), searching integer not null,
    admin_id text not null, reason text not null, why text not null, merged_at text not null,
    undo_until text not null, undone_at text, undone_by text) strict`,
  `create unique index account_merges_of_other on account_merges (other_id) where state <> 'undone'`,
  `create index account_merges_of_kept on account_merges (kept_id, merged_at)`,
  `create index account_merges_by_time on account_merges (merged_at)`,
  `create table account_merge_clubs (
    merge_id text not null references account_merges (id) on delete cascade, club_code text not null,
    state text not null check (state in ('waiting', 'moved', 'back')), places integer not null,
    ratings integer not null, notes integer not null, lost integer not null, moves text not null,
    primary key (merge_id, club_code)) strict`,
  `create index account_merge_clubs_of_club on account_merge_clubs (club_code)`,
];
