import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { PlatformActingTable } from "#app/db/control/staff-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";

/** Ends what somebody of the staff does for a club. A second time it changes nothing. */
export const endActing = (control: ControlDb, adminId: string, at: Date): Promise<void> =>
  inTransaction(control, async (tx) => {
    const row = await tx
      .selectFrom("platform_acting")
      .selectAll()
      .where("admin_id", "=", adminId)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (row) await closeOne(tx, row, at);
  });

/**
 * Ends acting that is over: by the clock, or with the staff session that it belongs to. All code that ends such a
 * session calls it, and a job at the end of the 30 minutes; the guard does not wait for it.
 */
export async function closeActing(tx: ControlTx, at: Date): Promise<void> {
  const over = await tx
    .selectFrom("platform_acting as p")
    .selectAll("p")
    .where("p.ended_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("p.ends_at", "<=", at.toISOString()),
        eb.not(
          eb.exists(
            eb
              .selectFrom("platform_sessions as s")
              .select("s.token_hash")
              .whereRef("s.token_hash", "=", "p.token_hash"),
          ),
        ),
      ]),
    )
    .execute();
  for (const row of over) await closeOne(tx, row, at);
}

async function closeOne(tx: ControlTx, row: PlatformActingTable, at: Date): Promise<void> {
  const ended = new Date(Math.min(at.getTime(), Date.parse(row.ends_at)));
  await tx
    .updateTable("platform_acting")
    .set({ ended_at: ended.toISOString() })
    .where("admin_id", "=", row.admin_id)
    .execute();
  await recordAudit(tx, {
    kind: "support.ended",
    actor: { kind: "staff", id: row.admin_id },
    clubCode: row.club_code,
    at: ended,
  });
}
