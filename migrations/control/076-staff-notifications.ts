import { type Kysely, sql } from "kysely";

/** Stores notifications of the platform's staff, and what each person did with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table staff_notifications (
    id text primary key, mark text not null, kind text not null, type text not null, priority text not null,
    title text not null, message text not null, recipient text not null, recipient_type text not null,
    action integer not null check (action in (0, 1)), subject_id text not null, subject_name text not null,
    club_code text, n integer, created_at text not null, closed_at text) strict`,
  `create index staff_notifications_of_mark on staff_notifications (mark)`,
  `create unique index staff_notifications_standing on staff_notifications (mark)
    where closed_at is null and type <> 'verification_approved'`,
  `create index staff_notifications_to_do on staff_notifications (id) where closed_at is null and action = 1`,
  `create index staff_notifications_in_order on staff_notifications (created_at, id)`,
  `create index staff_notifications_of_club on staff_notifications (club_code)`,
  `create table staff_notification_marks (
    admin_id text not null, notification_id text not null references staff_notifications (id) on delete cascade,
    read_at text, deleted_at text, due_at text, digest integer not null default 0, mailed_at text,
    primary key (admin_id, notification_id)) strict, without rowid`,
  `create index staff_notification_marks_due on staff_notification_marks (due_at)
    where due_at is not null and mailed_at is null`,
  `create index staff_notification_marks_of on staff_notification_marks (notification_id)`,
  `create table staff_notification_preferences (
    admin_id text primary key, switches text not null check (json_valid(switches)), quiet_hours text not null,
    timezone text not null, updated_at text not null) strict`,
  // Recent approvals.
  `create index verifications_by_review on verifications (reviewed_at) where reviewed_at is not null`,
];
