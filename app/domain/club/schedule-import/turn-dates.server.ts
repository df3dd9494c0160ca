import type { ClubTx } from "#app/db/club/schema.ts";
import { replaceHead, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { findImport } from "#app/domain/club/imports/imports.server.ts";
import type { ScheduleHead } from "./schedule-head.ts";

/** Stores whether the day or the month comes first in a preview's dates. */
export async function turnDates(
  tx: ClubTx,
  id: string,
  dayFirst: boolean,
): Promise<{ ok: true } | { ok: false; problem: "not-found" }> {
  const preview = await findImport(tx, id);
  if (preview?.status !== "preview") return { ok: false, problem: "not-found" };
  const { head } = splitPayload<ScheduleHead>(preview.payload);
  if (!head.dates) return { ok: true };
  const payload = replaceHead<ScheduleHead>(preview.payload, { ...head, dates: { ...head.dates, dayFirst } });
  await tx.updateTable("imports").set({ payload }).where("id", "=", id).execute();
  return { ok: true };
}
