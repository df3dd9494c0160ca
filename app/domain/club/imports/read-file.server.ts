import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { type CsvProblem, type CsvRow, readCsv } from "#app/spreadsheets/read-csv.server.ts";
import { readWorkbook, type WorkbookProblem } from "#app/spreadsheets/read-workbook.server.ts";
import { isWebPage, isWorkbook, sniffFileType, WEB_PAGE } from "#app/spreadsheets/sniff-file-type.ts";
import { type FileRow, MAX_ROWS } from "./import-file.ts";
import { type FileFormat, headLine, type ImportHead, rowLines } from "./import-payload.ts";

/** Rows that are searched for a header, since some exports put a title above it. */
const HEADER_WITHIN = 10;

export type FileProblem =
  | Exclude<CsvProblem, { problem: "not-text" }>
  | WorkbookProblem
  /** `fileType`: what the file seems to be instead, if known. */
  | { ok: false; problem: "not-csv"; fileType: string | null };

/** Rows of a file of any kind. */
export interface FileRows {
  ok: true;
  rows: CsvRow[];
  /** The row that names the needed columns; 0 if none does. */
  headerIndex: number;
  format: FileFormat;
}

/**
 * Loads the rows of a file: text with delimiters, or a workbook (product/imports.md#imports).
 * @param isHeader whether these cells name the needed columns
 */
export async function readFileRows(
  bytes: Uint8Array,
  isHeader: (cells: readonly string[]) => boolean,
): Promise<FileRows | FileProblem> {
  const maxRows = MAX_ROWS + HEADER_WITHIN;
  const headerAt = (rows: readonly CsvRow[]) =>
    rows.slice(0, HEADER_WITHIN).findIndex(({ cells }) => isHeader(cells));
  const rowsOf = (rows: CsvRow[], format: FileFormat): FileRows => ({
    ok: true,
    rows,
    headerIndex: Math.max(headerAt(rows), 0),
    format,
  });
  if (isWorkbook(bytes)) {
    const book = readWorkbook(bytes, { maxRows, wanted: (rows) => headerAt(rows) >= 0 });
    return book.ok ? rowsOf(book.rows, { kind: "xlsx", sheet: book.sheet }) : book;
  }
  if (isWebPage(bytes)) return { ok: false, problem: "not-csv", fileType: WEB_PAGE };
  const csv = await readCsv(bytes, { maxRows });
  if (csv.ok) return rowsOf(csv.rows, { kind: "csv", encoding: csv.encoding, delimiter: csv.delimiter });
  if (csv.problem !== "not-text") return csv;
  return { ok: false, problem: "not-csv", fileType: sniffFileType(bytes) };
}

/** Returns the headers of a file's columns, each with the first value below it. */
export function headersOf({ rows, headerIndex }: FileRows): { header: string; sample: string }[] {
  const below = rows.slice(headerIndex + 1, headerIndex + 1 + HEADER_WITHIN);
  return (rows[headerIndex]?.cells ?? []).map((header, index) => ({
    header: shownHeader(header),
    sample: shownHeader(below.map(({ cells }) => cells[index] ?? "").find((cell) => cell.trim() !== "")),
  }));
}

/** Returns the columns of a file that a preview keeps, and the headers of those that it drops. */
export function columnsOf<Field extends string>(
  header: readonly string[],
  used: readonly UsedColumn<Field>[],
): Pick<ImportHead<Field>, "columns" | "ignored"> {
  const indexes = new Set(used.map(({ index }) => index));
  const ignored = header.filter((name, index) => !indexes.has(index) && name.trim() !== "");
  return {
    columns: used.map(({ field, index }) => ({ field, header: shownHeader(header[index]) })),
    ignored: ignored.map((name) => shownHeader(name)),
  };
}

/** Returns a header as pages show it and a preview keeps it. */
export const shownHeader = (header = "") => header.replace(/\s+/g, " ").trim().slice(0, 80);

/** One column that is kept of a file. */
export interface UsedColumn<Field extends string> {
  field: Field;
  index: number;
  /** Converts the cell before it is kept. */
  read?: (cell: string) => string;
}

/** Headers of lists that go on in further cells, as Arbiter writes its officials. */
const LISTS = /^\s*(?:officials?|referees?|umpires?|notes?|comments?|remarks?)\s*$/i;

/**
 * Loads a preview's payload: the rows below the header, only the columns that are used.
 * @param of.width the number of the header's cells
 */
export async function packRows<Field extends string>(
  head: ImportHead<Field>,
  rows: readonly CsvRow[],
  of: { used: readonly UsedColumn<Field>[]; width: number; lastHeader?: string },
): Promise<string> {
  const { used, width } = of;
  // A workbook leaves out the empty cells at the end of a row; a text file that has too few is damaged there.
  const atLeast = head.format.kind === "csv" ? width : 0;
  // Some systems write a list into the cells behind the last header.
  const isOpenEnd =
    of.lastHeader !== undefined && LISTS.test(of.lastHeader) && used.every(({ index }) => index < width - 1);
  const pause = yieldToEventLoop();
  const needed: FileRow<Field>[] = [];
  for (const { line, cells } of rows) {
    const hasExtra =
      !isOpenEnd && cells.length > width && cells.slice(width).some((cell) => cell.trim() !== "");
    const kept: FileRow<Field>["cells"] = {};
    for (const { field, index, read } of used) {
      const cell = (cells[index] ?? "").slice(0, 500);
      kept[field] = read ? read(cell) : cell;
    }
    needed.push({ line, shape: cells.length < atLeast ? "short" : hasExtra ? "long" : "whole", cells: kept });
    await pause();
  }
  const lines = [headLine(head)];
  for (const line of rowLines(head.columns, needed)) {
    lines.push(line);
    await pause();
  }
  return lines.join("\n");
}
