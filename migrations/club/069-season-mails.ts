import { type Kysely, sql } from "kysely";

/** Stores season reports sent to the club's board, and previews of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table season_mails (
    id text primary key,
    season_id text not null references seasons (id) on delete cascade,
    addresses text not null,
    words text not null,
    again integer not null,
    created_by_name text not null,
    created_at text not null,
    sent_at text
  ) strict`,
  `create index season_mails_by_season on season_mails (season_id, created_at)`,
  `create index season_mails_by_time on season_mails (created_at)`,
];
