import type { ControlDb, ControlTx, ImportProgressTable } from "#app/db/control/schema.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Progress of large imports, for every web process to show (product/imports.md#schedule-import). */

/** Time without renewal after which an import's process is considered dead. */
const DEAD_AFTER_MS = MINUTE_MS;
const KEPT_MS = DAY_MS;

export type ImportStep = Pick<ImportProgressTable, "stage" | "done" | "total">;
type StopProblem = NonNullable<ImportProgressTable["problem"]>;

export type ImportProgress =
  | ({ state: "running"; importId: string; clubCode: string; by: string; since: string } & ImportStep)
  /** It ended without importing anything, or without a preview of the `file`. */
  | {
      state: "stopped";
      importId: string;
      clubCode: string;
      stage: ImportStep["stage"];
      problem: StopProblem;
    };

/** Notes that an import, or the reading of its file, begins. @returns false if it is running already */
export async function startProgress(
  tx: ControlTx,
  about: { importId: string; clubCode: string; by: string; stage?: "file" | "reading" },
): Promise<boolean> {
  const { importId, clubCode, by, stage = "reading" } = about;
  const known = await progressOf(tx, importId);
  if (known?.state === "running" && known.stage !== "file") return false;
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
      stage,
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
  problem: StopProblem | null,
): Promise<void> {
  if (problem === null)
    await control.deleteFrom("import_progress").where("import_id", "=", importId).execute();
  else
    await control.updateTable("import_progress").set({ problem }).where("import_id", "=", importId).execute();
}

/** Returns an import's progress, or why it stopped; null if it was never started, or is done. */
export async function progressOf(control: ControlDb, importId: string): Promise<ImportProgress | null> {
  const row = await control
    .selectFrom("import_progress")
    .selectAll()
    .where("import_id", "=", importId)
    .executeTakeFirst();
  return row ? asProgress(row) : null;
}

/** Loads the progress of a club's imports. */
export async function progressOfClub(control: ControlDb, clubCode: string): Promise<ImportProgress[]> {
  const rows = await control
    .selectFrom("import_progress")
    .selectAll()
    .where("club_code", "=", clubCode)
    .execute();
  return rows.map(asProgress);
}

function asProgress(row: ImportProgressTable): ImportProgress {
  const {
    import_id: importId,
    club_code: clubCode,
    stage,
    done,
    total,
    by_name: by,
    started_at: since,
  } = row;
  const died = now().getTime() - Date.parse(row.renewed_at) > DEAD_AFTER_MS;
  if (row.problem !== null || died)
    return { state: "stopped", importId, clubCode, stage, problem: row.problem ?? "failed" };
  return { state: "running", importId, clubCode, stage, done, total, by, since };
}

/** Uploads that all web processes read at the same time (product/imports.md#schedule-import). */
const MAX_RUNNING = 6;
/** Interval at which a running import is renewed; after two missed ones its process is considered dead. */
export const RENEW_MS = 30_000;
const EXPIRES_MS = 120_000;

export type SlotProblem =
  /** Somebody of the club is importing since then. */
  { ok: false; problem: "club-busy"; by: string; since: string } | { ok: false; problem: "all-busy" };

/**
 * Notes that a club's file is being read.
 * @returns the token that renews and ends it
 */
export async function takeSlot(
  tx: ControlTx,
  { clubCode, by }: { clubCode: string; by: string },
): Promise<{ ok: true; token: string } | SlotProblem> {
  const at = now().getTime();
  await tx
    .deleteFrom("running_imports")
    .where((eb) =>
      eb.or([
        eb("renewed_at", "<", new Date(at - EXPIRES_MS).toISOString()),
        // Written by a clock that ran ahead.
        eb("renewed_at", ">", new Date(at + EXPIRES_MS).toISOString()),
      ]),
    )
    .execute();
  const running = await tx
    .selectFrom("running_imports")
    .select(["club_code", "by_name", "started_at"])
    .execute();
  const own = running.find(({ club_code }) => club_code === clubCode);
  if (own) return { ok: false, problem: "club-busy", by: own.by_name, since: own.started_at };
  if (running.length >= MAX_RUNNING) return { ok: false, problem: "all-busy" };
  const token = newId();
  const started_at = nowIso();
  await tx
    .insertInto("running_imports")
    .values({ club_code: clubCode, token, by_name: by, started_at, renewed_at: started_at })
    .execute();
  return { ok: true, token };
}

export async function renewSlot(control: ControlDb, token: string): Promise<void> {
  await control
    .updateTable("running_imports")
    .set({ renewed_at: nowIso() })
    .where("token", "=", token)
    .execute();
}

export async function releaseSlot(control: ControlDb, token: string): Promise<void> {
  await control.deleteFrom("running_imports").where("token", "=", token).execute();
}
