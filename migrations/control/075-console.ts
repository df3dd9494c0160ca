import { type Kysely, sql } from "kysely";

/** Stores samples of the platform's metrics, and the console's commands, for staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table metric_samples (
    minutes integer not null, at text not null, data text not null, pages text not null,
    primary key (minutes, at)) strict, without rowid`,
  `create table console_runs (
    id text primary key, command text not null, about text, admin_id text not null, ordered_at text not null,
    state text not null, result text, finished_at text) strict`,
  `create unique index console_runs_waiting on console_runs (command, coalesce(about, '')) where state = 'ordered'`,
  `create index console_runs_by_time on console_runs (ordered_at)`,
];
