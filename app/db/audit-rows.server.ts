import { type SqlBool, sql } from "kysely";
import type { ClubDb } from "./club/schema.ts";
import type { AuditColumns, ControlAuditTable, ControlDb } from "./control/schema.ts";

/** Filter of an audit log's rows, newest first (product/security.md#audit). */
export interface AuditQuery {
  topic: string | null;
  /** Id of the actor. */
  actor: string | null;
  /** ISO-8601 UTC: from this moment, and before that one; null for no bound. */
  from: string | null;
  to: string | null;
  /** Cursor: rows after this one. */
  after: { at: string; seq: number } | null;
  limit: number;
}

/** Loads rows of a club's audit log. */
export const clubAuditRows = (db: ClubDb, query: AuditQuery): Promise<AuditColumns[]> =>
  db
    .selectFrom("audit")
    .selectAll()
    .where((eb) => eb.and(conditions(query)))
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(query.limit)
    .execute();

/** Loads a club's whole audit log in its order, as `checkAudit` takes it. */
export const wholeClubAudit = (db: ClubDb): Promise<AuditColumns[]> =>
  db
    .selectFrom("audit")
    .select([
      "seq",
      "at",
      "topic",
      "kind",
      "actor_kind",
      "actor_id",
      "subject",
      "detail",
      "previous_hash",
      "hash",
    ])
    .orderBy("seq")
    .execute();

/** Loads rows of the platform's audit log. @param query.clubCode only what this club reads; null for everything */
export const platformAuditRows = (
  control: ControlDb,
  query: AuditQuery & { clubCode: string | null },
): Promise<ControlAuditTable[]> =>
  control
    .selectFrom("audit")
    .selectAll()
    .where((eb) => eb.and(conditions(query)))
    .$if(query.clubCode !== null, (rows) => rows.where("club_code", "=", query.clubCode))
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(query.limit)
    .execute();

/** Returns the conditions for both files; every bound is one of an index. */
function conditions({ topic, actor, from, to, after }: AuditQuery) {
  return [
    ...(topic === null ? [] : [sql<SqlBool>`topic = ${topic}`]),
    ...(actor === null ? [] : [sql<SqlBool>`actor_id = ${actor}`]),
    ...(from === null ? [] : [sql<SqlBool>`at >= ${from}`]),
    ...(to === null ? [] : [sql<SqlBool>`at < ${to}`]),
    ...(after === null ? [] : [sql<SqlBool>`at <= ${after.at} and (at < ${after.at} or seq < ${after.seq})`]),
  ];
}
