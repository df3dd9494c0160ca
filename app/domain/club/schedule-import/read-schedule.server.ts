import { z } from "zod";
import { type CalendarReading, readCalendar } from "#app/calendar/read-calendar.server.ts";
import type { ColumnChoice } from "#app/domain/club/imports/forms.server.ts";
import { MAX_ROWS, NO_TEAM_NAME } from "#app/domain/club/imports/import-file.ts";
import {
  columnsOf,
  type FileProblem,
  type FileRows,
  packRows,
  readFileRows,
} from "#app/domain/club/imports/read-file.server.ts";
import { datesOf, readDate } from "#app/domain/values/written-dates.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import { detectEncoding, textOf } from "#app/spreadsheets/encoding.server.ts";
import { normalHeader } from "#app/spreadsheets/headers.ts";
import type { CsvRow } from "#app/spreadsheets/read-csv.server.ts";
import { sniffFileType } from "#app/spreadsheets/sniff-file-type.ts";
import { calendarRows, calendarSource } from "./calendar-rows.ts";
import type { ScheduleHead } from "./schedule-file.ts";
import { hasNeededColumns, matchScheduleColumns, type ScheduleField, sourceName } from "./schedule-file.ts";

export type ScheduleProblem =
  | ScheduleFileProblem
  | { ok: false; problem: "no-rows" }
  | { ok: false; problem: "no-columns" };

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
  const guess = matchScheduleColumns(header);
  const columns = file.columns ?? guess.columns;
  const rows = read.rows.slice(headerIndex + 1);
  const unsure = file.columns ? [] : guess.ambiguous;
  const unread = !hasNeededColumns(columns);
  // If no column has dates, choosing by hand would not help.
  if (unread && (file.columns || !hasDates(header, rows))) return { ok: false, problem: "no-columns" };
  if (rows.length === 0) return { ok: false, problem: "no-rows" };
  const used = (Object.entries(columns) as [ScheduleField, number][]).map(([field, index]) => ({
    field,
    index,
  }));
  const head: ScheduleHead = {
    source,
    format,
    ...columnsOf(header, used),
    rowCount: rows.length,
    choices: teamId ? { [NO_TEAM_NAME]: teamId } : {},
    unsure,
    unread,
    dates: datesOf(
      rows.map(({ cells }) => cells[columns.date ?? -1] ?? ""),
      nowIso().slice(0, 10),
    ),
  };
  return {
    ok: true,
    payload: await packRows(head, rows, {
      used,
      width: header.length,
      lastHeader: header.at(-1),
    }),
  };
}

/** Rows that are looked at for dates. */
const SAMPLE = 20;

/** Least columns: date, time and opponent. */
const LEAST_COLUMNS = 3;

/** Tells whether a file may be a schedule: one of its columns has dates. */
const hasDates = (header: readonly string[], rows: readonly CsvRow[]) =>
  header.length >= LEAST_COLUMNS &&
  header.some((_, index) => {
    const filled = rows
      .slice(0, SAMPLE)
      .map(({ cells }) => (cells[index] ?? "").trim())
      .filter(Boolean);
    const dates = filled.filter((cell) => readDate(cell, { near: "2000-01-01" }) !== null);
    return dates.length > 0 && dates.length * 2 >= filled.length;
  });

export type ScheduleFileProblem =
  | FileProblem
  | Extract<CalendarReading, { ok: false }>
  | { ok: false; problem: "no-events" };

/**
 * Loads the rows of a schedule file, whatever it is: text with delimiters, a workbook or a calendar
 * (product/imports.md#schedule-import).
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

const isHeader = (cells: readonly string[]) => hasNeededColumns(matchScheduleColumns(cells).columns);

/** The names of the file that are the club's: the keys of its clubs or teams. */
export const sidesSchema = z.object({ side: z.array(z.string().max(200)).default([]) });

/** Rated games that are taken out of the figures with the import. */
export const takenOutSchema = z.object({ out: z.array(z.string().max(40)).default([]) });

/** Form that says whether the file's dates begin with the day or the month. */
export const datesSchema = z.object({ first: z.enum(["day", "month"]) });
