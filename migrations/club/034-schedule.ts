import { type Kysely, sql } from "kysely";

/** Indexes of the few games that were moved, for their counter and their list; and the changes of a whole day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const moved = `where original_date is not null or status = 'rescheduled'`;

const statements = [
  `create index games_moved_of_team on games (team_id, date) ${moved}`,
  `create index games_moved on games (starts_at, id, team_id, date, time, status) ${moved}`,
  `create table day_changes (
    id text primary key,
    day text not null,
    action text not null check (action in ('cancel', 'move')),
    reason text not null,
    status text not null check (status in ('planned', 'done', 'undone')),
    games text not null,
    created_by text not null,
    created_by_name text not null,
    created_at text not null,
    done_at text,
    undone_at text
  ) strict`,
  `create index day_changes_by_time on day_changes (created_at)`,
];
