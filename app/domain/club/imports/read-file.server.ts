import { type CsvProblem, type CsvRow, readCsv } from "#app/spreadsheets/read-csv.server.ts";
import { readWorkbook, type WorkbookProblem } from "#app/spreadsheets/read-workbook.server.ts";
import { isWorkbook, sniffFileType } from "#app/spreadsheets/sniff-file-type.ts";
import { MAX_ROWS } from "./import-file.ts";
import type { FileFormat } from "./import-payload.ts";

/** Some exports put a title above the header: it is looked for in this many rows. */
const HEADER_WITHIN = 10;

export type FileProblem =
  | Exclude<CsvProblem, { problem: "not-text" }>
  | WorkbookProblem
  /** `fileType`: what the file seems to be instead, if known. */
  | { ok: false; problem: "not-csv"; fileType: string | null };

/** What every kind of file is read as. */
export interface FileRows {
  ok: true;
  rows: CsvRow[];
  /** The row that names the needed columns; 0 if none does. */
  headerIndex: number;
  format: FileFormat;
}

/**
 * The rows of a file: text with delimiters, or a workbook (product.md#imports).
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
  const csv = await readCsv(bytes, { maxRows });
  if (csv.ok) return rowsOf(csv.rows, { kind: "csv", encoding: csv.encoding, delimiter: csv.delimiter });
  if (csv.problem !== "not-text") return csv;
  return { ok: false, problem: "not-csv", fileType: sniffFileType(bytes) };
}

/** The headers of a file's columns, each with the first value below it. */
export function headersOf({ rows, headerIndex }: FileRows): { header: string; sample: string }[] {
  const below = rows.slice(headerIndex + 1, headerIndex + 1 + HEADER_WITHIN);
  return (rows[headerIndex]?.cells ?? []).map((header, index) => ({
    header: shownHeader(header),
    sample: shownHeader(below.map(({ cells }) => cells[index] ?? "").find((cell) => cell.trim() !== "")),
  }));
}

/** A header as pages show it and a preview keeps it. */
export const shownHeader = (header = "") => header.replace(/\s+/g, " ").trim().slice(0, 80);
