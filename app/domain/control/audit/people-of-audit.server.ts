import type { ControlDb } from "#app/db/control/schema.ts";

/**
 * The names behind ids of an audit log: accounts, the platform's staff, and who was invited to either. One query;
 * whoever is gone has no entry.
 */
export async function peopleOfAudit(
  control: ControlDb,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await control
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("id", "in", ids)
    .unionAll(
      control
        .selectFrom("platform_admins")
        .select((eb) => ["id", eb("first_name", "||", eb(eb.val(" "), "||", eb.ref("last_name"))).as("name")])
        .where("id", "in", ids),
    )
    .unionAll(
      control
        .selectFrom("admin_invitations")
        .select((eb) => [
          "id",
          eb.fn.coalesce(eb.fn<string>("nullif", ["name", eb.val("")]), "email").as("name"),
        ])
        .where("id", "in", ids),
    )
    .unionAll(
      control.selectFrom("platform_invitations").select(["id", "email as name"]).where("id", "in", ids),
    )
    .execute();
  return new Map(rows.filter(({ name }) => name.trim() !== "").map(({ id, name }) => [id, name]));
}
