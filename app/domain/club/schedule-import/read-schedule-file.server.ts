import { type CalendarReading, readCalendar } from "#app/calendar/read-calendar.server.ts";
import { MAX_ROWS } from "#app/domain/club/imports/import-file.ts";
import { type FileProblem, type FileRows, readFileRows } from "#app/domain/club/imports/read-file.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import { detectEncoding, textOf } from "#app/spreadsheets/encoding.server.ts";
import { matchColumns, normalHeader } from "#app/spreadsheets/headers.ts";
import { sniffFileType } from "#app/spreadsheets/sniff-file-type.ts";
import { calendarRows, calendarSource } from "./calendar-rows.ts";
import { hasNeededColumns, scheduleAliases, sourceName } from "./schedule-columns.ts";

export type ScheduleFileProblem =
  | FileProblem
  | Extract<CalendarReading, { ok: false }>
  | { ok: false; problem: "no-events" };

/**
 * The rows of a schedule file, whatever it is: text with delimiters, a workbook or a calendar
 * (product.md#schedule-import).
 * @param of.timezone the club's, for the times of a calendar
 * @param of.hasTeam whether the user has said whose games these are
 */
export async function readScheduleFile(
  bytes: Uint8Array,
  of: { timezone: string; hasTeam: boolean },
): Promise<(FileRows & { source: string }) | ScheduleFileProblem> {
  if (isCalendar(bytes)) return readEvents(bytes, of);
  const read = await readFileRows(bytes, isHeader);
  if (!read.ok) return read;
  const header = read.rows[read.headerIndex]?.cells ?? [];
  return { ...read, source: sourceName(header.map(normalHeader)) };
}

async function readEvents(
  bytes: Uint8Array,
  of: { timezone: string; hasTeam: boolean },
): Promise<(FileRows & { source: string }) | ScheduleFileProblem> {
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

const isHeader = (cells: readonly string[]) => hasNeededColumns(matchColumns(cells, scheduleAliases).columns);
