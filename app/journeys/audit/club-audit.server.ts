import { clubAuditRows, platformAuditRows } from "#app/db/audit-rows.server.ts";
import { thingsOfAudit } from "#app/domain/club/audit/audit.server.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { clubAccounts } from "#app/domain/control/administrators/administrators.server.ts";
import { peopleOfAudit } from "#app/domain/control/audit/platform-audit.server.ts";
import {
  type AuditCursor,
  type AuditFilter,
  afterIn,
  boundsOf,
  compareAudit,
  cursorText,
} from "#app/domain/values/audit/filter.ts";
import { auditText, type Person, personOf, type ShownAudit } from "#app/domain/values/audit/shown-audit.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";

type Reader = Pick<ClubContext, "control" | "db" | "club">;

/**
 * Loads a page of what happened in a club, newest first: its own log and what the platform's says of it, merged by time
 * (product/security.md#audit). Five queries, however long the logs are.
 * @returns `next`: the cursor of the page behind; null for the last one
 */
export async function readClubAudit(
  { control, db, club }: Reader,
  { filter, cursor, limit }: { filter: AuditFilter; cursor: AuditCursor | null; limit: number },
): Promise<{ rows: ShownAudit[]; next: string | null; people: { value: string; label: string }[] }> {
  const query = {
    topic: filter.topic || null,
    actor: filter.person || null,
    ...boundsOf(filter, club.timezone),
    limit: limit + 1,
  };
  const [own, platform, accounts] = await Promise.all([
    clubAuditRows(db, { ...query, after: afterIn(cursor, "club") }),
    platformAuditRows(control, { ...query, after: afterIn(cursor, "platform"), clubCode: club.code }),
    clubAccounts(control, club.code),
  ]);
  const merged = [
    ...own.map((row) => ({ ...row, source: "club" as const })),
    ...platform.map((row) => ({ ...row, source: "platform" as const })),
  ].sort(compareAudit);
  const page = merged.slice(0, limit);
  const people = new Map<string, Person>(
    accounts.map(({ accountId, name, role }) => [accountId, { name, role: membershipLabels[role] }]),
  );
  const ids = [...new Set(page.flatMap(({ actor_id, subject }) => [actor_id ?? "", subject ?? ""]))];
  const unknown = ids.filter((id) => id !== "" && !people.has(id));
  const [things, others] = await Promise.all([thingsOfAudit(db, unknown), peopleOfAudit(control, unknown)]);
  for (const [id, { name, staff }] of others) {
    if (staff)
      people.set(id, { name: staff.firstName, role: `Platform staff (${platformRoleName[staff.role]})` });
    else things.set(id, things.get(id) ?? name);
  }
  const nameOf = (id: string) => people.get(id)?.name ?? things.get(id) ?? null;
  const last = page.at(-1);
  return {
    rows: page.map((row) => ({
      key: cursorText(row),
      at: row.at,
      topic: row.topic,
      ...personOf(row, people.get(row.actor_id ?? ""), nameOf),
      what: auditText(row, row.subject === null ? null : nameOf(row.subject)),
    })),
    next: last && merged.length > limit ? cursorText(last) : null,
    people: accounts.map(({ accountId, name, email }) => ({
      value: accountId,
      label: name || (email ?? ""),
    })),
  };
}
