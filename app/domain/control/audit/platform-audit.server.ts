import { platformAuditRows } from "#app/db/audit-rows.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { type AuditCursor, afterIn, cursorText } from "#app/domain/values/audit/cursor.ts";
import { type AuditFilter, boundsOf } from "#app/domain/values/audit/filter.ts";
import { personOf, type ShownAudit } from "#app/domain/values/audit/shown-audit.ts";
import { auditText } from "#app/domain/values/audit/text.ts";
import { peopleOfAudit } from "./people-of-audit.server.ts";

const kinds: Record<string, string> = { account: "Club account", staff: "Platform staff" };

/** A page of the platform's own log, newest first; times and days are UTC (product.md#audit). */
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
  const nameOf = (id: string) => names.get(id) ?? null;
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
