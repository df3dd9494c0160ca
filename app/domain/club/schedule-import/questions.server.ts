import type { ClubTx } from "#app/db/club/schema.ts";
import { forgetName, importNames, rememberClub } from "#app/domain/club/imports/import-names.server.ts";
import { parseRows, replaceHead, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { findImport } from "#app/domain/club/imports/imports.server.ts";
import { likeness } from "#app/domain/club/imports/team-names.ts";
import { normalName, wordsOf } from "#app/domain/values/names.ts";
import type { ScheduleHead, ScheduleRow } from "./schedule-file.ts";

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

/** Choices of the user's club or teams in a file that names both sides (product/imports.md#schedule-import). Pure. */

/** A club or team of the file, with the number of rows that name it. */
interface FileSide {
  /** `normalName` of its name. */
  key: string;
  name: string;
  rowCount: number;
}

export interface FileSides {
  kind: "clubs" | "teams";
  /** The likeliest first. */
  sides: FileSide[];
  /** Keys that a page checks beforehand: one club, or the obvious teams. */
  likely: string[];
}

/** Splits a file's teams into those that the user may still claim, and the names of those that have a team. */
export function openSides(
  found: FileSides,
  { matched, ours }: { matched: ReadonlySet<string>; ours: readonly string[] },
): FileSides & { yours: string[] } {
  if (found.kind === "clubs") return { ...found, yours: [] };
  const isOpen = ({ key }: FileSide) => !matched.has(key);
  const sides = found.sides.filter(isOpen);
  const ticked = ours.length > 0 ? ours : found.likely;
  return {
    ...found,
    sides,
    likely: sides.map(({ key }) => key).filter((key) => ticked.includes(key)),
    yours: found.sides.filter((side) => !isOpen(side)).map(({ name }) => name),
  };
}

/** Names that a page lists. */
const MAX_SIDES = 60;

/**
 * @param rows of a file; rows without home and away are left out
 * @returns null for a file that does not name both sides
 */
export function fileSides(rows: readonly ScheduleRow[], clubName: string): FileSides | null {
  const pairs = rows.map(({ cells }) => sidesOf(cells)).filter((pair) => pair !== null);
  if (pairs.length === 0) return null;
  const kind = pairs.some(({ clubs }) => clubs) ? "clubs" : "teams";
  const sides = new Map<string, FileSide>();
  const games: string[][] = [];
  for (const { names, clubs } of pairs) {
    if (kind === "clubs" && !clubs) continue;
    const keys = new Set<string>();
    for (const name of names) {
      const key = normalName(name);
      if (key === "" || keys.has(key)) continue;
      keys.add(key);
      const side = sides.get(key) ?? { key, name, rowCount: 0 };
      side.rowCount += 1;
      sides.set(key, side);
    }
    games.push([...keys]);
  }
  const club = wordsOf(clubName);
  const like = new Map([...sides.values()].map(({ key, name }) => [key, likeness(name, club)]));
  const sorted = [...sides.values()].sort(
    (a, b) =>
      Number((like.get(b.key) ?? 0) > 0) - Number((like.get(a.key) ?? 0) > 0) || b.rowCount - a.rowCount,
  );
  const alike = sorted.filter(({ key }) => (like.get(key) ?? 0) > 0).map(({ key }) => key);
  const [first] = sorted;
  if (kind === "clubs") {
    const stands = first && (alike.length > 0 || first.rowCount * 2 >= games.length);
    return { kind, sides: sorted.slice(0, MAX_SIDES), likely: stands ? [first.key] : [] };
  }
  const likely = alike.length > 0 ? alike : mostFrequent(sorted, games);
  const ticked = new Set(likely);
  // Obvious teams come first, so that the list of checks is seen at once.
  sorted.sort((a, b) => Number(ticked.has(b.key)) - Number(ticked.has(a.key)));
  return { kind, sides: sorted.slice(0, MAX_SIDES), likely };
}

function sidesOf(cells: ScheduleRow["cells"]): { names: string[]; clubs: boolean } | null {
  const clubs = [cells.homeClub ?? "", cells.awayClub ?? ""].filter((name) => name.trim() !== "");
  if (clubs.length > 0) return { names: clubs, clubs: true };
  const teams = [cells.home ?? "", cells.away ?? ""].filter((name) => name.trim() !== "");
  return teams.length > 0 ? { names: teams, clubs: false } : null;
}

/**
 * Finds a club's own teams: its export names one in every row, and each opponent rarely, so they are the most frequent
 * names that together are in every row, if each of them is more frequent than every other name.
 */
function mostFrequent(sorted: readonly FileSide[], games: readonly string[][]): string[] {
  const byCount = [...sorted].sort((a, b) => b.rowCount - a.rowCount);
  const chosen = new Set<string>();
  let open = games;
  for (const { key } of byCount) {
    if (open.length === 0) break;
    chosen.add(key);
    open = open.filter((keys) => !keys.includes(key));
  }
  const least = Math.min(...byCount.filter(({ key }) => chosen.has(key)).map(({ rowCount }) => rowCount));
  const next = byCount.find(({ key }) => !chosen.has(key));
  return next && chosen.size * 2 <= byCount.length && least > next.rowCount ? [...chosen] : [];
}
