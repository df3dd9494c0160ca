import type { ClubRestoresTable, ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** The restores of a club that its page lists. */
const RESTORES_SHOWN = 10;

export type ClubRestore = ClubRestoresTable;

/**
 * Orders that a copy takes the place of a club's file, which the jobs process does (product.md#support-tools).
 * @returns false while another one of the club is on its way
 */
export const orderRestore = (
  control: ControlDb,
  clubCode: string,
  copy: { path: string; sha256: string; asOf: string; aside: string },
  by: { adminId: string; reason: HelpReason },
): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const id = newId();
    const ordered_at = nowIso();
    const { path, sha256, asOf, aside } = copy;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("club_restores")
      .values({
        ...{ id, club_code: clubCode, path, sha256, copied_at: asOf, aside, state: "ordered", problem: null },
        ...{ admin_id: by.adminId, reason: by.reason, ordered_at, finished_at: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await enqueue(tx, {
      kind: "club.restore",
      payload: { restoreId: id, clubCode },
      key: `club.restore:${id}`,
    });
    await recordAudit(tx, {
      kind: "club.restore-ordered",
      actor: { kind: "staff", id: by.adminId },
      clubCode,
      detail: { reason: by.reason, taken: `${asOf.slice(0, 10)} ${asOf.slice(11, 16)} UTC` },
      at: new Date(ordered_at),
    });
    return true;
  });

export const findRestore = (control: ControlDb, id: string): Promise<ClubRestore | undefined> =>
  control.selectFrom("club_restores").selectAll().where("id", "=", id).executeTakeFirst();

/** The latest restores of a club, newest first. */
export const restoresOf = (control: ControlDb, clubCode: string): Promise<ClubRestore[]> =>
  control
    .selectFrom("club_restores")
    .selectAll()
    .where("club_code", "=", clubCode)
    .orderBy("ordered_at", "desc")
    .limit(RESTORES_SHOWN)
    .execute();

/** Notes how a restore ended. @param problem why nothing was replaced; null where it was */
export async function finishRestore(control: ControlDb, id: string, problem: string | null): Promise<void> {
  await control
    .updateTable("club_restores")
    .set({ state: problem === null ? "done" : "failed", problem, finished_at: nowIso() })
    .where("id", "=", id)
    .where("state", "=", "ordered")
    .execute();
}
