import { type CalendarReading, readCalendar } from "#app/calendar/read-calendar.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import { detectEncoding, textOf } from "#app/spreadsheets/encoding.server.ts";
import { matchColumns, normalHeader } from "#app/spreadsheets/headers.ts";
import { type CsvProblem, type CsvRow, readCsv } from "#app/spreadsheets/read-csv.server.ts";
import { readWorkbook, type WorkbookProblem } from "#app/spreadsheets/read-workbook.server.ts";
import { isWorkbook, sniffFileType } from "#app/spreadsheets/sniff-file-type.ts";
import type { FileFormat } from "../import-payload.ts";
import { hasNeededColumns, MAX_ROWS, scheduleAliases, sourceName } from "../schedule-columns.ts";
import { calendarRows, calendarSource } from "./calendar-rows.ts";

/** Some exports put a title above the header: it is looked for in this many rows. */
export const HEADER_WITHIN = 10;

export type FileProblem =
  | Exclude<CsvProblem, { problem: "not-text" }>
  | WorkbookProblem
  | Extract<CalendarReading, { ok: false }>
  | { ok: false; problem: "no-events" }
  /** `fileType`: what the file seems to be instead, if known. */
  | { ok: false; problem: "not-csv"; fileType: string | null };

/** What every kind of file is read as. */
export interface FileRows {
  ok: true;
  rows: CsvRow[];
  headerIndex: number;
  format: FileFormat;
  source: string;
}

/**
 * The rows of a schedule file, whatever it is: text with delimiters, a workbook or a calendar
 * (product.md#schedule-import).
 * @param of.timezone the club's, for the times of a calendar
 * @param of.hasTeam whether the user has said whose games these are
 */
export async function readFileRows(
  bytes: Uint8Array,
  of: { timezone: string; hasTeam: boolean },
): Promise<FileRows | FileProblem> {
  const maxRows = MAX_ROWS + HEADER_WITHIN;
  if (isWorkbook(bytes)) {
    const book = readWorkbook(bytes, { maxRows, wanted: hasHeader });
    return book.ok ? rowsOf(book.rows, { kind: "xlsx", sheet: book.sheet }) : book;
  }
  if (isCalendar(bytes)) return readEvents(bytes, of);
  const csv = await readCsv(bytes, { maxRows });
  if (csv.ok) return rowsOf(csv.rows, { kind: "csv", encoding: csv.encoding, delimiter: csv.delimiter });
  if (csv.problem !== "not-text") return csv;
  return { ok: false, problem: "not-csv", fileType: sniffFileType(bytes) };
}

function rowsOf(rows: CsvRow[], format: FileFormat): FileRows {
  const headerIndex = findHeader(rows);
  const header = rows[headerIndex]?.cells ?? [];
  return { ok: true, rows, headerIndex, format, source: sourceName(header.map(normalHeader)) };
}

async function readEvents(
  bytes: Uint8Array,
  of: { timezone: string; hasTeam: boolean },
): Promise<FileRows | FileProblem> {
  const encoding = await detectEncoding(bytes);
  if (!encoding) return { ok: false, problem: "not-csv", fileType: sniffFileType(bytes) };
  const calendar = await readCalendar(textOf(bytes, encoding), { maxEvents: MAX_ROWS });
  if (!calendar.ok) return calendar;
  if (calendar.events.length === 0) return { ok: false, problem: "no-events" };
  const rows = calendarRows(calendar, { ...of, shortId: hashOf });
  return { ok: true, rows, headerIndex: 0, format: { kind: "ics" }, source: calendarSource(calendar) };
}

const CALENDAR_START = /^\uFEFF?\s{0,20}BEGIN:VCALENDAR\b/i;
const isCalendar = (bytes: Uint8Array) =>
  CALENDAR_START.test(new TextDecoder("utf-8").decode(bytes.subarray(0, 64)));

/** The row that names the needed columns; the first if none does. */
const findHeader = (rows: readonly CsvRow[]): number => Math.max(headerAt(rows), 0);
const hasHeader = (rows: readonly CsvRow[]) => headerAt(rows) >= 0;

const headerAt = (rows: readonly CsvRow[]) =>
  rows
    .slice(0, HEADER_WITHIN)
    .findIndex(({ cells }) => hasNeededColumns(matchColumns(cells, scheduleAliases).columns));
