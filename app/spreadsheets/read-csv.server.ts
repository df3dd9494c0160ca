import { CsvError, parse } from "csv-parse";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { detectEncoding, type Encoding, textOf } from "./encoding.server.ts";
import { MAX_CELLS, MAX_COLUMNS } from "./limits.ts";

/** Longest row, in characters. A longer one is an error: an unclosed quotation mark takes in all that follows. */
const LONGEST_RECORD = 256 * 1024;
/** A worksheet has no more, blank ones included. */
const MAX_LINES = 1_048_576;

/** A row that is not blank. `line` is the line of the file on which it starts, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export type CsvReading = { ok: true; rows: CsvRow[]; encoding: Encoding; delimiter: Delimiter } | CsvProblem;

export type CsvProblem =
  | { ok: false; problem: "not-text" }
  | { ok: false; problem: "too-many-rows" | "too-many-cells" }
  | { ok: false; problem: "too-many-columns"; line: number }
  /** A quotation mark that opens a cell on this line, or soon after it, is never closed. */
  | { ok: false; problem: "open-quote"; line: number }
  /** The row that starts on this line is longer than any real row. */
  | { ok: false; problem: "long-row"; line: number };

/**
 * Reads a CSV, semicolon or tab file, or text pasted from a spreadsheet, in slices that yield to the event loop. Blank
 * rows are left out; every other row is returned unchanged, whatever its number of cells.
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
  expectAnyLength(parser);
  let nextLine = 1;
  let cellCount = 0;
  let problem: CsvProblem | undefined;
  let failed: Error | undefined;
  parser.on("error", (error) => {
    failed = error;
  });
  parser.on("data", (cells: string[]) => {
    const line = nextLine;
    nextLine += 1 + lineBreaksIn(cells);
    if (line > MAX_LINES) problem ??= { ok: false, problem: "too-many-rows" };
    if (problem || !cells.some(isFilled)) return;
    const kept = cells.length > MAX_COLUMNS ? cells.slice(0, MAX_COLUMNS) : cells;
    if (kept !== cells && cells.slice(MAX_COLUMNS).some(isFilled))
      problem = { ok: false, problem: "too-many-columns", line };
    cellCount += kept.length;
    if (cellCount > MAX_CELLS) problem = { ok: false, problem: "too-many-cells" };
    rows.push({ line, cells: kept.map(withoutGuard) });
    if (rows.length > options.maxRows) problem = { ok: false, problem: "too-many-rows" };
  });
  const pause = yieldToEventLoop();
  let text: string | undefined = start;
  let read = 0;
  let records = 0;
  while (text !== undefined && !failed && !problem) {
    await written(parser, text);
    await pause();
    // The parser counts a row's characters, but not its delimiters.
    read = parser.info.records > records ? 0 : read + text.length;
    records = parser.info.records;
    if (read > LONGEST_RECORD) problem = { ok: false, problem: "long-row", line: nextLine };
    const slice: IteratorResult<string> = await slices.next();
    text = slice.done ? undefined : slice.value;
  }
  if (!failed && !problem) await ended(parser);
  if (failed && !(failed instanceof CsvError)) throw failed;
  if (failed) problem ??= { ok: false, problem: problemOf(failed), line: nextLine };
  parser.destroy();
  return problem ?? { ok: true, rows, encoding, delimiter };
}

const isFilled = (cell: string) => cell.trim() !== "";

const problemOf = ({ code }: CsvError) => (code === "CSV_MAX_RECORD_SIZE" ? "long-row" : "open-quote");

/**
 * Makes each row's length the expected one. Even with `relax_column_count` the parser creates an error, with its stack,
 * for each row that is not as long as the first: 40 µs a row. A getter in the parser's state would avoid it too, but
 * makes all of its reading three times as slow.
 */
function expectAnyLength(parser: ReturnType<typeof parse>): void {
  const { api } = parser as unknown as { api: { __onRecord: OnRecord } };
  const onRecord = api.__onRecord;
  api.__onRecord = function (push) {
    this.state.expectedRecordLength = this.state.record.length;
    return onRecord.call(this, push);
  };
}

type OnRecord = (
  this: { state: { record: string[]; expectedRecordLength: number } },
  push: (record: string[]) => void,
) => Error | undefined;

/** Resolves when the parser has used up the slice. */
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

/** Counts line breaks: quoted cells may span several lines of the file. */
function lineBreaksIn(cells: string[]): number {
  let count = 0;
  for (const cell of cells)
    for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Removes the apostrophe that our own downloads put before a formula; it is not data. */
const withoutGuard = (cell: string) => (GUARDED.test(cell) ? cell.slice(1) : cell);
const GUARDED = /^'(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

const delimiters = [",", ";", "\t"] as const;
type Delimiter = (typeof delimiters)[number];

const LINES = 10;

/**
 * Detects the delimiter of a text: the one that, outside quotes, is in most of its first lines, then the most frequent.
 * (A comma inside a location is in a few lines only.) A text without any has one column.
 */
export function detectDelimiter(start: string): Delimiter {
  const lines = new Map<Delimiter, Set<number>>(delimiters.map((delimiter) => [delimiter, new Set()]));
  const total = new Map<Delimiter, number>();
  let quoted = false;
  let line = 0;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "\n") {
      line += 1;
      if (line === LINES) break;
    } else if (isDelimiter(character)) {
      lines.get(character)?.add(line);
      total.set(character, (total.get(character) ?? 0) + 1);
    }
  }
  const weight = (delimiter: Delimiter) =>
    (lines.get(delimiter)?.size ?? 0) * start.length + (total.get(delimiter) ?? 0);
  return delimiters.reduce((best, next) => (weight(next) > weight(best) ? next : best));
}

const isDelimiter = (character: string): character is Delimiter =>
  delimiters.some((delimiter) => delimiter === character);
