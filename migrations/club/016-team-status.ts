import { type Kysely, sql } from "kysely";

/** Teams are active, archived or deleted; `status_since` replaces `deleted_at`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table teams add column status text not null default 'active'
    check (status in ('active', 'archived', 'deleted'))`,
  `alter table teams add column status_since text`,
  `update teams set status = 'deleted', status_since = deleted_at where deleted_at is not null`,
  `drop index teams_by_name`,
  `alter table teams drop column deleted_at`,
  `create unique index teams_by_name on teams (name_key, season) where status = 'active'`,
];
