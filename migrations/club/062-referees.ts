import { type Kysely, sql } from "kysely";

/** Stores how many referees a season began with, and how many of them remained at its end; every version is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table referee_counts (
    id text primary key, season_id text not null, season text not null, season_key text not null,
    first_day text not null, started integer not null, stayed integer, by_name text not null, at text not null,
    superseded_at text, check (started > 0), check (stayed is null or stayed between 0 and started)) strict`,
  `create index referee_counts_of on referee_counts (season_id, at)`,
  `create unique index referee_counts_current on referee_counts (season_id) where superseded_at is null`,
  `create unique index referee_counts_named on referee_counts (season_key) where superseded_at is null`,
];
