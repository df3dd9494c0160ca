import { type Kysely, sql } from "kysely";

/**
 * Stores the question that a club asks its parents: its recipients, the answers, and what remains once it is closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table pulses (
    id text primary key, team_ids text not null, recipients integer not null, sent_at text not null,
    sent_by text not null, closes_at text not null, reminds_at text, closed_at text,
    closed_by text not null default '', answers integer) strict`,
  // One at a time: the answers of two simultaneous ones could be separated by their difference.
  `create unique index pulses_open on pulses ((closed_at is null)) where closed_at is null`,
  `create index pulses_by_time on pulses (sent_at)`,
  `create table pulse_invitations (
    id text primary key, pulse_id text not null references pulses (id) on delete cascade,
    contact_id text not null references contacts (id) on delete cascade, team_ids text not null,
    issue integer not null default 1, answered integer not null default 0,
    step text check (step in ('request', 'reminder')), delivery text, unique (contact_id, pulse_id)) strict`,
  `create index pulse_invitations_of on pulse_invitations (pulse_id, answered)`,
  `create index pulse_invitations_to_mail on pulse_invitations (id) where step is not null`,
  // Without row numbers: they would keep the order in which the answers came.
  `create table pulse_answers (
    answer_key text primary key, pulse_id text not null, score integer not null check (score between 1 and 5),
    sentence text not null, team_ids text not null) strict, without rowid`,
  `create index pulse_answers_of on pulse_answers (pulse_id)`,
  `create table pulse_results (
    pulse_id text not null references pulses (id) on delete cascade, team_id text not null, team_name text not null,
    score_1 integer not null, score_2 integer not null, score_3 integer not null, score_4 integer not null,
    score_5 integer not null, primary key (pulse_id, team_id)) strict, without rowid`,
  `create table pulse_sentences (
    pulse_id text not null references pulses (id) on delete cascade, id text not null, sentence text not null,
    primary key (pulse_id, id)) strict, without rowid`,
];
