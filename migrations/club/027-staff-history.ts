import { type Kysely, sql } from "kysely";

/**
 * Stores who was manager or coach of a team, and when: ended periods have rows of their own, the running one is the
 * member's. A team may have an invited manager beside its active one (product/teams.md#change-of-manager).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table staff add column role_since text`,
  `alter table staff add column role_by text`,
  `create table staff_history (
    id text primary key, staff_id text not null references staff (id), team_id text not null references teams (id),
    role text not null check (role in ('manager', 'coach')),
    coach_role text check (coach_role in ('head', 'assistant')), name text not null,
    from_at text not null, from_by text, to_at text, to_by text,
    ending text not null check (ending in ('removed', 'replaced', 'role-changed')),
    check ((role = 'coach') = (coach_role is not null))) strict`,
  `create index staff_history_of_team on staff_history (team_id, from_at)`,
  // The time and author of these removals were not recorded.
  `insert into staff_history
    select id, id, team_id, role, coach_role, name, joined_at, null, null, null, 'removed'
    from staff where status = 'removed' and joined_at is not null`,
  `drop index staff_one_manager`,
  `create unique index staff_one_manager on staff (team_id) where role = 'manager' and status = 'active'`,
  `create unique index staff_one_successor on staff (team_id) where role = 'manager' and status = 'pending'`,
];
