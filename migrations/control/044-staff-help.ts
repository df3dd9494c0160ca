import { type Kysely, sql } from "kysely";

/** Stores which club's people a staff session looks at, and why; adds indexes for staff's searches and counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table platform_club_access (
    token_hash text not null references platform_sessions (token_hash) on delete cascade, club_code text not null,
    reason text not null, until text not null, primary key (token_hash, club_code)) strict, without rowid`,
  `create index clubs_by_name on clubs (name collate nocase, code)`,
  `create index clubs_by_status on clubs (status, created_at, estimated_players)`,
  `create index subscriptions_unpaid on subscriptions (payment_status) where payment_status <> 'paid'`,
  `create index mails_unsent on mails (status) where status = 'queued'`,
];
