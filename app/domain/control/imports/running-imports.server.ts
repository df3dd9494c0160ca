import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Uploads that all web processes read at the same time (product.md#schedule-import). */
export const MAX_RUNNING = 6;
/** A running import is renewed this often; one that was not for the second time belongs to a process that died. */
export const RENEW_MS = 30_000;
export const EXPIRES_MS = 120_000;

export type SlotProblem =
  /** Somebody of the club is importing since then. */
  { ok: false; problem: "club-busy"; by: string; since: string } | { ok: false; problem: "all-busy" };

/**
 * Notes that a club's file is being read.
 * @returns the token that renews and ends it
 */
export async function startImport(
  tx: ControlTx,
  { clubCode, by }: { clubCode: string; by: string },
): Promise<{ ok: true; token: string } | SlotProblem> {
  const at = now().getTime();
  await tx
    .deleteFrom("running_imports")
    .where((eb) =>
      eb.or([
        eb("renewed_at", "<", new Date(at - EXPIRES_MS).toISOString()),
        // Of a clock that ran ahead.
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

export async function renewImport(control: ControlDb, token: string): Promise<void> {
  await control
    .updateTable("running_imports")
    .set({ renewed_at: nowIso() })
    .where("token", "=", token)
    .execute();
}

export async function endImport(control: ControlDb, token: string): Promise<void> {
  await control.deleteFrom("running_imports").where("token", "=", token).execute();
}
