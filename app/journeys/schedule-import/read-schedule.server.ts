import { type ImportHead, packHead, packRows } from "#app/domain/club/schedule-import/import-payload.ts";
import {
  fieldName,
  hasNeededColumns,
  type ScheduleField,
  scheduleAliases,
  sourceName,
} from "#app/domain/club/schedule-import/schedule-columns.ts";
import type { ScheduleRow } from "#app/domain/club/schedule-import/schedule-rows.ts";
import { NO_NAME } from "#app/domain/club/schedule-import/schedule-sides.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { matchColumns, normalHeader } from "#app/spreadsheets/headers.ts";
import {
  type CsvProblem,
  type CsvRow,
  MAX_CELLS,
  MAX_COLUMNS,
  readCsv,
} from "#app/spreadsheets/read-csv.server.ts";
import { sniffFileType } from "#app/spreadsheets/sniff-file-type.ts";

/** Larger than any club's season; a file beyond it is something else. */
export const MAX_ROWS = 100_000;
/** Some exports put a title above the header: so many rows are looked through for it. */
const HEADER_WITHIN = 10;

const NOT_CSV = "Please select a valid CSV file";
const NO_ROWS = "CSV file must have a header row and at least one data row";
const NO_COLUMNS = 'CSV must include "Date" and "Opponent" columns';

/**
 * Reads a schedule file.
 * @param teamId whose games the rows are that name no team.
 * @returns what a preview keeps of it (`import-payload.ts`), or in words why there can be none.
 */
export async function readSchedule(file: {
  bytes: Uint8Array;
  teamId: string | null;
}): Promise<{ payload: string } | { refused: string }> {
  const reading = await readCsv(file.bytes, { maxRows: MAX_ROWS + HEADER_WITHIN });
  if (!reading.ok) return { refused: wordsOf(reading, file.bytes) };
  if (reading.rows.length < 2) return { refused: NO_ROWS };
  const headerPlace = findHeader(reading.rows);
  const header = reading.rows[headerPlace]?.cells ?? [];
  const { columns, doubtful } = matchColumns(header, scheduleAliases);
  if (!hasNeededColumns(columns)) return { refused: NO_COLUMNS };
  const [doubt] = doubtful;
  if (doubt) {
    const names = doubt.headers.map((name) => `"${name.trim().slice(0, 60)}"`).join(" and ");
    return {
      refused: `${names} could both be the column "${fieldName[doubt.field]}": keep only one of them`,
    };
  }
  const rows = reading.rows.slice(headerPlace + 1);
  if (rows.length === 0) return { refused: NO_ROWS };
  const used = Object.entries(columns) as [ScheduleField, number][];
  const head: ImportHead = {
    source: sourceName(header.map(normalHeader)),
    encoding: reading.encoding,
    delimiter: reading.delimiter,
    columns: used.map(([field, place]) => ({ field, header: shown(header[place]) })),
    ignored: header.flatMap((name, place) =>
      used.some(([, each]) => each === place) || !name.trim() ? [] : [shown(name)],
    ),
    rowCount: rows.length,
    choices: file.teamId ? { [NO_NAME]: file.teamId } : {},
  };
  return { payload: await payloadOf(head, rows, used, header.length) };
}

/** What is wrong with a file that could not be read, and what to do about it. */
function wordsOf(reading: CsvProblem, bytes: Uint8Array): string {
  switch (reading.problem) {
    case "not-text": {
      const is = sniffFileType(bytes);
      return is ? `${NOT_CSV}: this is ${is}. Save it as CSV (UTF-8) first` : NOT_CSV;
    }
    case "too-many-rows":
      return `The file has more than ${pluralize(MAX_ROWS, "row")}: split it into parts`;
    case "too-many-cells":
      return `The file has more than ${pluralize(MAX_CELLS, "cell")}: split it into parts, or leave out columns`;
    case "too-many-columns":
      return `Line ${reading.line} has more than ${pluralize(MAX_COLUMNS, "column")}: keep only those of the schedule`;
    case "open-quote":
      return `A quotation mark that opens on line ${reading.line}, or soon after it, is never closed`;
    case "long-row":
      return `The row that starts on line ${reading.line} never seems to end: look there for a quotation mark that is not closed, or for missing line breaks`;
  }
}

const shown = (header = "") => header.replace(/\s+/g, " ").trim().slice(0, 80);

/** The row that names the needed columns; the first where none does. */
function findHeader(rows: readonly CsvRow[]): number {
  const place = rows
    .slice(0, HEADER_WITHIN)
    .findIndex(({ cells }) => hasNeededColumns(matchColumns(cells, scheduleAliases).columns));
  return Math.max(place, 0);
}

async function payloadOf(
  head: ImportHead,
  rows: readonly CsvRow[],
  used: [ScheduleField, number][],
  width: number,
): Promise<string> {
  const turn = yieldToEventLoop();
  const needed: ScheduleRow[] = [];
  for (const { line, cells } of rows) {
    const extra = cells.slice(width).some((cell) => cell.trim() !== "");
    needed.push({
      line,
      shape: cells.length < width ? "short" : extra ? "long" : "whole",
      cells: Object.fromEntries(used.map(([field, place]) => [field, (cells[place] ?? "").slice(0, 500)])),
    });
    await turn();
  }
  const lines = [packHead(head)];
  for (const line of packRows(head.columns, needed)) {
    lines.push(line);
    await turn();
  }
  return lines.join("\n");
}
