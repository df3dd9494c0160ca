import { nowIso } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { matchColumns } from "#app/spreadsheets/headers.ts";
import type { CsvRow } from "#app/spreadsheets/read-csv.server.ts";
import { type FileProblem, type FileRows, HEADER_WITHIN, readFileRows } from "./files/read-file.server.ts";
import { headLine, type ImportHead, rowLines } from "./import-payload.ts";
import { hasNeededColumns, type ScheduleField, scheduleAliases } from "./schedule-columns.ts";
import { NO_TEAM_NAME, type ScheduleRow } from "./schedule-file.ts";
import { datesOf } from "./schedule-values.ts";

export type ScheduleProblem =
  | FileProblem
  | { ok: false; problem: "no-rows" | "no-columns" }
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
  columns?: ColumnChoice;
}): Promise<{ ok: true; payload: string } | ScheduleProblem> {
  const { timezone, teamId } = file;
  const read = await readFileRows(file.bytes, { timezone, hasTeam: teamId !== null });
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
  const used = Object.entries(columns) as [ScheduleField, number][];
  const usedIndexes = new Set(Object.values(columns));
  const head: ImportHead = {
    source,
    format,
    columns: used.map(([field, index]) => ({ field, header: displayed(header[index]) })),
    ignored: header
      .filter((name, index) => !usedIndexes.has(index) && name.trim() !== "")
      .map((name) => displayed(name)),
    rowCount: rows.length,
    choices: teamId ? { [NO_TEAM_NAME]: teamId } : {},
    dates: datesOf(
      rows.map(({ cells }) => cells[columns.date ?? -1] ?? ""),
      nowIso().slice(0, 10),
    ),
  };
  // A workbook leaves out the empty cells at the end of a row; a text file that has too few is damaged there.
  const width = { atLeast: format.kind === "csv" ? header.length : 0, atMost: header.length };
  return { ok: true, payload: await payloadOf(head, rows, used, width) };
}

/** Which column of a file each field is, by the column's index, as the user chose. */
export type ColumnChoice = Partial<Record<ScheduleField, number>>;

/** The headers of a file's columns, each with the first value below it. */
export function headersOf({ rows, headerIndex }: FileRows): { header: string; sample: string }[] {
  const below = rows.slice(headerIndex + 1, headerIndex + 1 + HEADER_WITHIN);
  return (rows[headerIndex]?.cells ?? []).map((header, index) => ({
    header: displayed(header),
    sample: displayed(below.map(({ cells }) => cells[index] ?? "").find((cell) => cell.trim() !== "")),
  }));
}

const displayed = (header = "") => header.replace(/\s+/g, " ").trim().slice(0, 80);

async function payloadOf(
  head: ImportHead,
  rows: readonly CsvRow[],
  used: [ScheduleField, number][],
  width: { atLeast: number; atMost: number },
): Promise<string> {
  const pause = yieldToEventLoop();
  const needed: ScheduleRow[] = [];
  for (const { line, cells } of rows) {
    const hasExtra = cells.slice(width.atMost).some((cell) => cell.trim() !== "");
    needed.push({
      line,
      shape: cells.length < width.atLeast ? "short" : hasExtra ? "long" : "whole",
      cells: Object.fromEntries(used.map(([field, index]) => [field, (cells[index] ?? "").slice(0, 500)])),
    });
    await pause();
  }
  const lines = [headLine(head)];
  for (const line of rowLines(head.columns, needed)) {
    lines.push(line);
    await pause();
  }
  return lines.join("\n");
}
