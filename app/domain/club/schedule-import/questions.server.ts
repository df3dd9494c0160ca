import type { ClubTx } from "#app/db/club/schema.ts";
import { forgetName, importNames, rememberClub } from "#app/domain/club/imports/import-names.server.ts";
import { parseRows, replaceHead, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { findImport } from "#app/domain/club/imports/imports.server.ts";
import { normalName } from "#app/domain/values/names.ts";
import { fileSides } from "./file-sides.ts";
import type { ScheduleHead } from "./schedule-file.ts";

/**
 * Stores which club, or which teams, of the file are the user's. A club is remembered for the next file.
 * @param keys of `fileSides`; none: no game of the file is theirs
 */
export async function claimSides(
  tx: ClubTx,
  id: string,
  { keys, clubName }: { keys: readonly string[]; clubName: string },
): Promise<{ ok: true } | { ok: false; problem: "not-found" }> {
  const preview = await findImport(tx, id);
  if (preview?.status !== "preview") return { ok: false, problem: "not-found" };
  const { head, lines } = splitPayload<ScheduleHead>(preview.payload);
  const found = fileSides(
    lines.flatMap((line) => parseRows(head.columns, line)),
    clubName,
  );
  const claimed = new Set(keys);
  if (found?.kind === "clubs") {
    const { clubs } = await importNames(tx);
    const before = new Set(clubs.map(normalName));
    for (const { key, name } of found.sides) {
      if (claimed.has(key)) await rememberClub(tx, name);
      else if (before.has(key)) await forgetName(tx, "club", key);
    }
  }
  const ours =
    found?.kind === "teams" ? found.sides.map(({ key }) => key).filter((key) => claimed.has(key)) : [];
  const payload = replaceHead<ScheduleHead>(preview.payload, { ...head, ours, asked: true, answered: false });
  await tx.updateTable("imports").set({ payload }).where("id", "=", id).execute();
  return { ok: true };
}

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
