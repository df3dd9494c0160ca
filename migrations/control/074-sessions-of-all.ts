import { type Kysely, sql } from "kysely";

/** Gives each session an id that opens nothing, for staff's list of all sessions, the latest activity first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = ["sessions", "platform_sessions"]
  .flatMap((table) => [
    `alter table ${table} add column id text`,
    `update ${table} set id = lower(hex(randomblob(16)))`,
    `create unique index ${table}_by_id on ${table} (id)`,
    `create index ${table}_by_seen on ${table} (seen_at, id)`,
  ])
  .concat("create index sessions_in_club on sessions (club_code, seen_at, id)");
