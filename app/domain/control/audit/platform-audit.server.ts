import { sql } from "kysely";
import { platformAuditRows } from "#app/db/audit-rows.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import {
  type AuditCursor,
  type AuditFilter,
  afterIn,
  boundsOf,
  cursorText,
} from "#app/domain/values/audit/filter.ts";
import { auditText, personOf, type ShownAudit } from "#app/domain/values/audit/shown-audit.ts";
import { isPlatformRole, type PlatformRole } from "#app/permissions/platform-roles.ts";

const kinds: Record<string, string> = { account: "Club account", staff: "Platform staff" };

/** Loads a page of the platform's own log, newest first; times and days are UTC (product/security.md#audit). */
export async function readPlatformAudit(
  { control }: { control: ControlDb },
  { filter, cursor, limit }: { filter: AuditFilter; cursor: AuditCursor | null; limit: number },
): Promise<{ rows: (ShownAudit & { club: string })[]; next: string | null }> {
  const rows = await platformAuditRows(control, {
    topic: filter.topic || null,
    actor: filter.person || null,
    ...boundsOf(filter, "UTC"),
    clubCode: filter.club || null,
    after: afterIn(cursor, "platform"),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const ids = [...new Set(page.flatMap(({ actor_id, subject }) => [actor_id ?? "", subject ?? ""]))];
  const names = await peopleOfAudit(
    control,
    ids.filter((id) => id !== ""),
  );
  const nameOf = (id: string) => names.get(id)?.name ?? null;
  const last = page.at(-1);
  return {
    rows: page.map((row) => {
      const role = kinds[row.actor_kind];
      const name = row.actor_id === null ? null : nameOf(row.actor_id);
      return {
        key: String(row.seq),
        at: row.at,
        topic: row.topic,
        club: row.club_code?.toUpperCase() ?? "",
        ...personOf(row, role && name !== null ? { name, role } : undefined, nameOf),
        what: auditText(row, row.subject === null ? null : nameOf(row.subject)),
      };
    }),
    next: last && rows.length > limit ? cursorText({ ...last, source: "platform" }) : null,
  };
}

interface PersonOfAudit {
  name: string;
  /** Member of the platform's staff, as a club sees them (product/security.md#audit); null for anybody else. */
  staff: { firstName: string; role: PlatformRole } | null;
}

/**
 * Loads the people behind ids of an audit log: accounts, the platform's staff, and people invited to either. One query;
 * a person who is gone has no entry.
 */
export async function peopleOfAudit(
  control: ControlDb,
  ids: readonly string[],
): Promise<Map<string, PersonOfAudit>> {
  if (ids.length === 0) return new Map();
  const rows = await control
    .selectFrom("accounts")
    .select((eb) => ["id", "name", eb.val("").as("first_name"), eb.val("").as("role")])
    .where("id", "in", ids)
    .unionAll(
      control
        .selectFrom("platform_admins")
        .select((eb) => ["id", eb("first_name", "||", eb(eb.val(" "), "||", eb.ref("last_name"))).as("name")])
        .select(["first_name", sql<string>`role`.as("role")])
        .where("id", "in", ids),
    )
    .unionAll(
      control
        .selectFrom("admin_invitations")
        .select((eb) => [
          "id",
          eb.fn.coalesce(eb.fn<string>("nullif", ["name", eb.val("")]), "email").as("name"),
          eb.val("").as("first_name"),
          eb.val("").as("role"),
        ])
        .where("id", "in", ids),
    )
    .unionAll(
      control
        .selectFrom("platform_invitations")
        .select((eb) => ["id", "email as name", eb.val("").as("first_name"), eb.val("").as("role")])
        .where("id", "in", ids),
    )
    .execute();
  return new Map(
    rows
      .filter(({ name }) => name.trim() !== "")
      .map(({ id, name, first_name, role }) => [
        id,
        { name, staff: isPlatformRole(role) ? { firstName: first_name, role } : null },
      ]),
  );
}
