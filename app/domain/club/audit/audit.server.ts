import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { type AuditEntry, nextAuditRow } from "#app/domain/values/audit/chain.ts";
import { now } from "#app/runtime/clock.server.ts";

/** `actor`: by default the person whom the transaction acts for; `at`: by default now. */
export type ClubAuditEntry = Omit<AuditEntry, "actor" | "at"> & Partial<Pick<AuditEntry, "actor" | "at">>;
export type AuditActor = AuditEntry["actor"];

const SYSTEM: AuditActor = { kind: "system", id: null };
const actors = new WeakMap<ClubTx, AuditActor>();

/** Names who a transaction acts for; `changeClub` does, so that no change of the club has to name it. */
export const actAs = (tx: ClubTx, actor: AuditActor): void => void actors.set(tx, actor);

/**
 * Adds a row to the club's audit log, in the transaction of what it tells, and has the log's head carried to the
 * control database (product/security.md#audit). The change goes through `changeClub`.
 */
export async function recordAudit(
  tx: ClubTx,
  { actor = actors.get(tx) ?? SYSTEM, at = now(), ...entry }: ClubAuditEntry,
): Promise<void> {
  const last = await auditHead(tx);
  await tx
    .insertInto("audit")
    .values(nextAuditRow({ ...entry, actor, at }, last))
    .execute();
  await recordEvent(tx, { kind: "audit-head" });
}

/** Returns the head of the club's audit log; null for an empty one. */
export async function auditHead(db: ClubDb): Promise<{ seq: number; hash: string; at: string } | null> {
  const last = await db
    .selectFrom("audit")
    .select(["seq", "hash", "at"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/**
 * Loads the names behind ids of a club's audit log: members of teams, teams, seasons, rewards, imports, and parents by
 * their agreement or contact. One query; what is gone has no entry.
 */
export async function thingsOfAudit(db: ClubDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select((eb) => [
      "staff.id",
      eb(
        eb.fn.coalesce(eb.fn<string>("nullif", ["staff.name", eb.val("")]), "staff.email"),
        "||",
        eb(eb.val(", "), "||", eb.ref("teams.name")),
      ).as("name"),
    ])
    .where("staff.id", "in", ids)
    .unionAll(db.selectFrom("teams").select(["id", "name"]).where("id", "in", ids))
    .unionAll(db.selectFrom("seasons").select(["id", "name"]).where("id", "in", ids))
    .unionAll(db.selectFrom("season_templates").select(["id", "name"]).where("id", "in", ids))
    .unionAll(db.selectFrom("reward_programs").select(["id", "name"]).where("id", "in", ids))
    .unionAll(db.selectFrom("rewards").select(["id", "title as name"]).where("id", "in", ids))
    .unionAll(db.selectFrom("imports").select(["id", "file_name as name"]).where("id", "in", ids))
    .unionAll(db.selectFrom("contacts").select(["id", "name"]).where("id", "in", ids))
    .unionAll(
      db
        .selectFrom("agreements")
        .innerJoin("contacts", "contacts.id", "agreements.contact_id")
        .select(["agreements.id", "contacts.name"])
        .where("agreements.id", "in", ids),
    )
    .execute();
  return new Map(rows.filter(({ name }) => name !== "").map(({ id, name }) => [id, name]));
}
