import { type Kysely, sql } from "kysely";

/**
 * Counts ratings and signed agreements by club and day (UTC), and of all clubs by day: triggers update the sum, so that
 * recounting a club changes it by the difference. A deleted club leaves its share.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const add = (before: string) => `insert into day_totals (day, ratings, signed)
  values (new.day, new.ratings${before && ` - ${before}.ratings`}, new.signed${before && ` - ${before}.signed`})
  on conflict (day) do update set ratings = ratings + excluded.ratings, signed = signed + excluded.signed;`;

const STATEMENTS = [
  `create table club_days (
    club_code text not null, day text not null, ratings integer not null, signed integer not null,
    primary key (club_code, day)) strict, without rowid`,
  `create table day_totals (
    day text primary key, ratings integer not null, signed integer not null) strict, without rowid`,
  `create trigger club_days_added after insert on club_days begin ${add("")} end`,
  `create trigger club_days_changed after update on club_days begin ${add("old")} end`,
  // Indexes for the counts on staff's home page.
  `drop index clubs_by_status`,
  `create index clubs_by_status on clubs (status, created_at, estimated_players, state, term_ends_at)`,
  `drop index ledger_by_time`,
  `create index ledger_by_time on ledger (moved_at, kind, amount_cents)`,
];
