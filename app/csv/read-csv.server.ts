import { CsvError, parse } from "csv-parse";
import { takeTurns } from "../event-loop.server.ts";
import { type Delimiter, detectDelimiter } from "./delimiter.ts";
import { detectEncoding, type Encoding, textOf } from "./encoding.server.ts";

/** No row of a real file is longer; a quotation mark that is never closed would swallow all that follows. */
const LONGEST_RECORD = 256 * 1024;

/** One row of a file that is not blank. `line` is the line of the file on which it starts, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export type CsvReading =
  | { ok: true; rows: CsvRow[]; encoding: Encoding; delimiter: Delimiter }
  | { ok: false; problem: "not-text" }
  | { ok: false; problem: "too-many-rows" }
  /** A quotation mark opens a cell on this line (or one after it) and is never closed. */
  | { ok: false; problem: "open-quote"; line: number };

/**
 * Reads a CSV, semicolon or tab file, or text pasted from a spreadsheet, in slices that leave the event loop free.
 * Blank rows are left out; every other row is given as it stands, whatever its number of cells.
 */
export async function readCsv(bytes: Uint8Array, options: { maxRows: number }): Promise<CsvReading> {
  const encoding = await detectEncoding(bytes);
  if (!encoding) return { ok: false, problem: "not-text" };
  const slices = textOf(bytes, encoding);
  const first = await slices.next();
  const start = first.done ? "" : first.value;
  const delimiter = detectDelimiter(start);
  const rows: CsvRow[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: LONGEST_RECORD,
  });
  let nextLine = 1;
  let failed: Error | undefined;
  parser.on("error", (error) => {
    failed = error;
  });
  parser.on("data", (cells: string[]) => {
    const line = nextLine;
    nextLine += 1 + lineBreaksIn(cells);
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells: cells.map(withoutGuard) });
  });
  const turn = takeTurns();
  let text: string | undefined = start;
  while (text !== undefined && !failed && rows.length <= options.maxRows) {
    await written(parser, text);
    await turn();
    const slice: IteratorResult<string> = await slices.next();
    text = slice.done ? undefined : slice.value;
  }
  if (!failed && rows.length <= options.maxRows) await ended(parser);
  if (failed) {
    if (failed instanceof CsvError) return { ok: false, problem: "open-quote", line: nextLine };
    throw failed;
  }
  parser.destroy();
  if (rows.length > options.maxRows) return { ok: false, problem: "too-many-rows" };
  return { ok: true, rows, encoding, delimiter };
}

/** The parser splits while it is given a slice; it answers when the slice is used up. */
function written(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  return new Promise((resolve) => parser.write(text, () => resolve()));
}

function ended(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    parser.once("error", () => resolve());
    parser.once("end", () => resolve());
    parser.end();
  });
}

/** Quoted cells may run over several lines of the file. */
function lineBreaksIn(cells: string[]): number {
  let count = 0;
  for (const cell of cells)
    for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Our own downloads put an apostrophe before what a spreadsheet would take for a formula; it is not data. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t]/.test(cell) ? cell.slice(1) : cell);
