import { nowIso } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { matchColumns, normalHeader } from "#app/spreadsheets/headers.ts";
import { type CsvProblem, type CsvRow, readCsv } from "#app/spreadsheets/read-csv.server.ts";
import { sniffFileType } from "#app/spreadsheets/sniff-file-type.ts";
import { headLine, type ImportHead, rowLines } from "./import-payload.ts";
import {
  hasNeededColumns,
  MAX_ROWS,
  type ScheduleField,
  scheduleAliases,
  sourceName,
} from "./schedule-columns.ts";
import { NO_TEAM_NAME, type ScheduleRow } from "./schedule-file.ts";
import { datesOf } from "./schedule-values.ts";

/** Some exports put a title above the header: it is looked for in this many rows. */
const HEADER_WITHIN = 10;

export type ScheduleProblem =
  | Exclude<CsvProblem, { problem: "not-text" }>
  /** `fileType`: what the file seems to be instead, if known. */
  | { ok: false; problem: "not-csv"; fileType: string | null }
  | { ok: false; problem: "no-rows" | "no-columns" }
  /** Columns with these headers could be the same field. */
  | { ok: false; problem: "ambiguous-columns"; field: ScheduleField; headers: string[] };

/**
 * Reads a schedule file.
 * @param file.teamId the team of the rows that name none; `columns`: the user's choice instead of the usual names
 * @returns what a preview keeps of it (`import-payload.ts`)
 */
export async function readSchedule(file: {
  bytes: Uint8Array;
  teamId: string | null;
  columns?: ColumnChoice;
}): Promise<{ ok: true; payload: string } | ScheduleProblem> {
  const csv = await readCsv(file.bytes, { maxRows: MAX_ROWS + HEADER_WITHIN });
  if (!csv.ok) {
    if (csv.problem !== "not-text") return csv;
    return { ok: false, problem: "not-csv", fileType: sniffFileType(file.bytes) };
  }
  if (csv.rows.length < 2) return { ok: false, problem: "no-rows" };
  const headerIndex = findHeader(csv.rows);
  const header = csv.rows[headerIndex]?.cells ?? [];
  const guess = matchColumns(header, scheduleAliases);
  const columns = file.columns ?? guess.columns;
  if (!hasNeededColumns(columns)) return { ok: false, problem: "no-columns" };
  const [first] = file.columns ? [] : guess.ambiguous;
  if (first) return { ok: false, problem: "ambiguous-columns", ...first };
  const rows = csv.rows.slice(headerIndex + 1);
  if (rows.length === 0) return { ok: false, problem: "no-rows" };
  const used = Object.entries(columns) as [ScheduleField, number][];
  const usedIndexes = new Set(Object.values(columns));
  const head: ImportHead = {
    source: sourceName(header.map(normalHeader)),
    encoding: csv.encoding,
    delimiter: csv.delimiter,
    columns: used.map(([field, index]) => ({ field, header: displayed(header[index]) })),
    ignored: header
      .filter((name, index) => !usedIndexes.has(index) && name.trim() !== "")
      .map((name) => displayed(name)),
    rowCount: rows.length,
    choices: file.teamId ? { [NO_TEAM_NAME]: file.teamId } : {},
    dates: datesOf(
      rows.map(({ cells }) => cells[columns.date ?? -1] ?? ""),
      nowIso().slice(0, 10),
    ),
  };
  return { ok: true, payload: await payloadOf(head, rows, used, header.length) };
}

/** Which column of a file each field is, by the column's index, as the user chose. */
export type ColumnChoice = Partial<Record<ScheduleField, number>>;

/** The headers of a file's columns, each with the first value below it, from the file's first bytes. */
export async function readHeaders(start: Uint8Array): Promise<{ header: string; sample: string }[]> {
  const whole = start.subarray(0, start.lastIndexOf(10) + 1);
  const csv = await readCsv(whole.length > 0 ? whole : start, { maxRows: MAX_ROWS });
  if (!csv.ok) return [];
  const headerIndex = findHeader(csv.rows);
  const rows = csv.rows.slice(headerIndex + 1, headerIndex + 1 + HEADER_WITHIN);
  return (csv.rows[headerIndex]?.cells ?? []).map((header, index) => ({
    header: displayed(header),
    sample: displayed(rows.map(({ cells }) => cells[index] ?? "").find((cell) => cell.trim() !== "")),
  }));
}

const displayed = (header = "") => header.replace(/\s+/g, " ").trim().slice(0, 80);

/** The row that names the needed columns; the first if none does. */
function findHeader(rows: readonly CsvRow[]): number {
  const index = rows
    .slice(0, HEADER_WITHIN)
    .findIndex(({ cells }) => hasNeededColumns(matchColumns(cells, scheduleAliases).columns));
  return Math.max(index, 0);
}

async function payloadOf(
  head: ImportHead,
  rows: readonly CsvRow[],
  used: [ScheduleField, number][],
  width: number,
): Promise<string> {
  const pause = yieldToEventLoop();
  const needed: ScheduleRow[] = [];
  for (const { line, cells } of rows) {
    const hasExtra = cells.slice(width).some((cell) => cell.trim() !== "");
    needed.push({
      line,
      shape: cells.length < width ? "short" : hasExtra ? "long" : "whole",
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
