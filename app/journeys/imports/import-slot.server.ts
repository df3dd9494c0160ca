import { inTransaction } from "#app/db/engine.server.ts";
import {
  endImport,
  RENEW_MS,
  renewImport,
  type SlotProblem,
  startImport,
} from "#app/domain/control/imports/running-imports.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { log } from "#app/observability/log.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";

export type ImportSlot =
  | { ok: true; release: () => Promise<void> }
  | SlotProblem
  /** Nothing can be saved: the disk is full. */
  | { ok: false; problem: "no-room" };

/** Takes a club's turn to upload a file: one a club, and a ceiling for all (product.md#schedule-import). */
export async function takeImportSlot({
  control,
  club,
  user,
}: Pick<ClubContext, "control" | "club" | "user">): Promise<ImportSlot> {
  try {
    const started = await inTransaction(control, (tx) =>
      startImport(tx, { clubCode: club.code, by: user.name }),
    );
    if (!started.ok) return started;
    const { token } = started;
    const renewing = setInterval(() => void orLog(renewImport(control, token)), RENEW_MS);
    renewing.unref();
    const release = async () => {
      clearInterval(renewing);
      await orLog(endImport(control, token));
    };
    return { ok: true, release };
  } catch (error) {
    if (outOfResourcesStatus(error) === 507) return { ok: false, problem: "no-room" };
    throw error;
  }
}

/** A slot that cannot be renewed or ended expires by itself: the upload goes on. */
async function orLog(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (err) {
    log.warn({ err }, "the import's slot was not renewed or ended");
  }
}
