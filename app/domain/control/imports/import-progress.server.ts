import type { ControlDb, ControlTx, ImportProgressTable } from "#app/db/control/schema.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/runtime/durations.ts";

/** How far large imports are, for every web process to show (product.md#schedule-import). */

/** An import that was not renewed for this long belongs to a process that died. */
const DEAD_AFTER_MS = MINUTE_MS;
const KEPT_MS = DAY_MS;

export type ImportStep = Pick<ImportProgressTable, "stage" | "done" | "total">;

export type ImportProgress =
  | ({ state: "running"; importId: string; by: string; since: string } & ImportStep)
  /** It ended without importing anything. */
  | { state: "stopped"; importId: string; problem: "no-room" | "failed" };

/** Notes that an import begins. @returns false if it is running already */
export async function startProgress(
  tx: ControlTx,
  { importId, clubCode, by }: { importId: string; clubCode: string; by: string },
): Promise<boolean> {
  const known = await progressOf(tx, importId);
  if (known?.state === "running") return false;
  const at = nowIso();
  const old = new Date(now().getTime() - KEPT_MS).toISOString();
  await tx
    .deleteFrom("import_progress")
    .where((eb) => eb.or([eb("import_id", "=", importId), eb("renewed_at", "<", old)]))
    .execute();
  await tx
    .insertInto("import_progress")
    .values({
      import_id: importId,
      club_code: clubCode,
      by_name: by,
      stage: "reading",
      done: 0,
      total: 0,
      started_at: at,
      renewed_at: at,
      problem: null,
    })
    .execute();
  return true;
}

/** Stores how far an import is; repeating it says that its process lives. */
export async function noteProgress(control: ControlDb, importId: string, step: ImportStep): Promise<void> {
  await control
    .updateTable("import_progress")
    .set({ ...step, renewed_at: nowIso() })
    .where("import_id", "=", importId)
    .execute();
}

/** Ends an import. @param problem null: it is done, and its own row in the club's file says what it did */
export async function endProgress(
  control: ControlDb,
  importId: string,
  problem: "no-room" | "failed" | null,
): Promise<void> {
  if (problem === null)
    await control.deleteFrom("import_progress").where("import_id", "=", importId).execute();
  else
    await control.updateTable("import_progress").set({ problem }).where("import_id", "=", importId).execute();
}

/** How far an import is, or why it stopped; null if nobody started it, or it is done. */
export async function progressOf(control: ControlDb, importId: string): Promise<ImportProgress | null> {
  const row = await control
    .selectFrom("import_progress")
    .selectAll()
    .where("import_id", "=", importId)
    .executeTakeFirst();
  return row ? asProgress(row) : null;
}

/** The progress of a club's imports. */
export async function progressOfClub(control: ControlDb, clubCode: string): Promise<ImportProgress[]> {
  const rows = await control
    .selectFrom("import_progress")
    .selectAll()
    .where("club_code", "=", clubCode)
    .execute();
  return rows.map(asProgress);
}

function asProgress(row: ImportProgressTable): ImportProgress {
  const { import_id: importId, stage, done, total, by_name: by, started_at: since } = row;
  const died = now().getTime() - Date.parse(row.renewed_at) > DEAD_AFTER_MS;
  if (row.problem !== null || died) return { state: "stopped", importId, problem: row.problem ?? "failed" };
  return { state: "running", importId, stage, done, total, by, since };
}
