import { NO_TEAM_NAME } from "#app/domain/club/imports/import-file.ts";
import type { ColumnChoice } from "#app/domain/club/imports/import-form.server.ts";
import { packRows } from "#app/domain/club/imports/pack-rows.server.ts";
import { shownHeader } from "#app/domain/club/imports/read-file.server.ts";
import { datesOf } from "#app/domain/values/written-dates.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { matchColumns } from "#app/spreadsheets/headers.ts";
import { readScheduleFile, type ScheduleFileProblem } from "./read-schedule-file.server.ts";
import { hasNeededColumns, type ScheduleField, scheduleAliases } from "./schedule-columns.ts";
import type { ScheduleHead } from "./schedule-head.ts";

export type ScheduleProblem =
  | ScheduleFileProblem
  | { ok: false; problem: "no-rows" }
  | { ok: false; problem: "no-columns" }
  /** Columns with these headers could be the same field. */
  | { ok: false; problem: "ambiguous-columns"; field: ScheduleField; headers: string[] };

/**
 * Reads a schedule file.
 * @param file.teamId the team of the rows that name none; `columns`: the user's choice instead of the usual names;
 *   `timezone`: the club's, for files whose times have one
 * @returns what a preview keeps of it (`import-payload.ts`)
 */
export async function readSchedule(file: {
  bytes: Uint8Array;
  teamId: string | null;
  timezone: string;
  columns?: ColumnChoice<ScheduleField>;
}): Promise<{ ok: true; payload: string } | ScheduleProblem> {
  const { timezone, teamId } = file;
  const read = await readScheduleFile(file.bytes, { timezone, hasTeam: teamId !== null });
  if (!read.ok) return read;
  if (read.rows.length < 2) return { ok: false, problem: "no-rows" };
  const { format, source, headerIndex } = read;
  const header = read.rows[headerIndex]?.cells ?? [];
  const guess = matchColumns(header, scheduleAliases);
  const columns = file.columns ?? guess.columns;
  if (!hasNeededColumns(columns)) return { ok: false, problem: "no-columns" };
  const [first] = file.columns ? [] : guess.ambiguous;
  if (first) return { ok: false, problem: "ambiguous-columns", ...first };
  const rows = read.rows.slice(headerIndex + 1);
  if (rows.length === 0) return { ok: false, problem: "no-rows" };
  const used = (Object.entries(columns) as [ScheduleField, number][]).map(([field, index]) => ({
    field,
    index,
  }));
  const usedIndexes = new Set(Object.values(columns));
  const head: ScheduleHead = {
    source,
    format,
    columns: used.map(({ field, index }) => ({ field, header: shownHeader(header[index]) })),
    ignored: header
      .filter((name, index) => !usedIndexes.has(index) && name.trim() !== "")
      .map((name) => shownHeader(name)),
    rowCount: rows.length,
    choices: teamId ? { [NO_TEAM_NAME]: teamId } : {},
    dates: datesOf(
      rows.map(({ cells }) => cells[columns.date ?? -1] ?? ""),
      nowIso().slice(0, 10),
    ),
  };
  return { ok: true, payload: await packRows(head, rows, { used, width: header.length }) };
}
