import type { ClubDb } from "#app/db/club/schema.ts";

/**
 * The names behind ids of a club's audit log: members of teams, teams, imports, and parents by their agreement or
 * contact. One query; what is gone has no entry.
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
