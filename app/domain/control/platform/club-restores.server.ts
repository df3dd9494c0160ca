import { env } from "#app/config/env.server.ts";
import type { ClubRestoresTable, ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { mailAdministrators } from "#app/domain/control/administrators/administrators.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { type HelpReason, helpReasonLabels } from "#app/domain/values/audit/help-reasons.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { proved, type Unproved } from "./second-factor.server.ts";

/** The restores of a club that its page lists. */
const RESTORES_SHOWN = 10;

export type ClubRestore = ClubRestoresTable;

/**
 * Orders that a copy takes the place of a club's file, for staff who prove to be signed in themselves; the jobs process
 * does it (product/support.md#support-tools).
 * @returns 'waiting' while another one of the club is on its way
 * @throws TooBusy
 */
export const orderRestore = (
  control: ControlDb,
  clubCode: string,
  copy: { path: string; sha256: string; asOf: string; aside: string },
  by: { staff: { id: string; email: string }; reason: HelpReason; password: string; code: string },
): Promise<Ordered | Unproved> =>
  proved(control, by.staff, by, async (tx): Promise<Ordered> => {
    const id = newId();
    const ordered_at = nowIso();
    const { path, sha256, asOf, aside } = copy;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("club_restores")
      .values({
        ...{ id, club_code: clubCode, path, sha256, copied_at: asOf, aside, state: "ordered", problem: null },
        ...{ admin_id: by.staff.id, reason: by.reason, ordered_at, finished_at: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return { ok: false, problem: "waiting" };
    await enqueue(tx, {
      kind: "club.restore",
      payload: { restoreId: id, clubCode },
      key: `club.restore:${id}`,
    });
    await recordAudit(tx, {
      kind: "club.restore-ordered",
      actor: { kind: "staff", id: by.staff.id },
      clubCode,
      detail: { reason: by.reason, taken: `${asOf.slice(0, 10)} ${asOf.slice(11, 16)} UTC` },
      at: new Date(ordered_at),
    });
    return { ok: true };
  });

type Ordered = { ok: true } | { ok: false; problem: "waiting" };

export const findRestore = (control: ControlDb, id: string): Promise<ClubRestore | undefined> =>
  control.selectFrom("club_restores").selectAll().where("id", "=", id).executeTakeFirst();

/** Loads the latest restores of a club, newest first. */
export const restoresOf = (control: ControlDb, clubCode: string): Promise<ClubRestore[]> =>
  control
    .selectFrom("club_restores")
    .selectAll()
    .where("club_code", "=", clubCode)
    .orderBy("ordered_at", "desc")
    .limit(RESTORES_SHOWN)
    .execute();

/** Notes why a restore replaced nothing. */
export const failRestore = (control: ControlDb, id: string, problem: string) =>
  finish(control, id, { state: "failed", problem });

/**
 * Notes that a copy is in place, and mails the club's administrators what that changed.
 * @param lost what was made since the copy, such as 'Games: 3'
 */
export const completeRestore = (control: ControlDb, restore: ClubRestore, lost: string): Promise<void> =>
  inTransaction(control, async (tx) => {
    if (!(await finish(tx, restore.id, { state: "done", problem: null }))) return;
    const club = await findClub(tx, restore.club_code);
    const staff = await tx
      .selectFrom("platform_admins")
      .select(["first_name", "role"])
      .where("id", "=", restore.admin_id)
      .executeTakeFirst();
    if (!club) return;
    await mailAdministrators(tx, club.code, {
      key: `club-restored:${restore.id}`,
      template: "club-brought-back",
      variables: {
        club: club.name,
        staff: staff?.first_name ?? "",
        role: staff ? platformRoleName[staff.role] : "",
        reason: helpReasonLabels[restore.reason as HelpReason],
        asOf: formatMoment(restore.copied_at, club.timezone),
        lost,
        link: `${env().appUrl}/club/settings?tab=activity`,
      },
    });
  });

/** @returns false where it had ended before */
async function finish(
  control: ControlDb,
  id: string,
  end: Pick<ClubRestore, "state" | "problem">,
): Promise<boolean> {
  const { numUpdatedRows } = await control
    .updateTable("club_restores")
    .set({ ...end, finished_at: nowIso() })
    .where("id", "=", id)
    .where("state", "=", "ordered")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
