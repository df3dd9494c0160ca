import { type Kysely, sql } from "kysely";

/** Adds the club's audit log: changes with their author, hash-chained. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table audit (
    seq integer primary key, at text not null, topic text not null, kind text not null, actor_kind text not null,
    actor_id text, subject text, detail text not null, previous_hash text not null, hash text not null) strict`,
  `create index audit_by_time on audit (at)`,
  `create index audit_by_topic on audit (topic, at)`,
  `create index audit_by_actor on audit (actor_id, at)`,
  // Append only: a row follows the last one, and never changes. ("insert or replace" would remove one unseen.)
  `create trigger audit_follows before insert on audit
    when new.seq is not (select coalesce(max(seq), 0) + 1 from audit)
      or new.previous_hash is not coalesce(
        (select hash from audit order by seq desc limit 1),
        '0000000000000000000000000000000000000000000000000000000000000000')
    begin select raise(abort, 'audit: a row has to follow on the last one'); end`,
  `create trigger audit_stays before update on audit begin select raise(abort, 'audit: rows are never changed'); end`,
  `create trigger audit_kept before delete on audit begin select raise(abort, 'audit: rows are never removed'); end`,
];
