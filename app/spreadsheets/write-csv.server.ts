import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { stringify } from "csv-stringify/sync";

/** Rows per part of a CSV: some ten milliseconds of reading and writing. */
export const ROWS_A_PART = 400;

type Rows = readonly (readonly string[])[];

/** Yields a long CSV in parts, a page of rows each: memory holds one of them, and other requests run in between. */
export async function* csvParts(pages: AsyncIterable<Rows> | Iterable<Rows>): AsyncGenerator<string> {
  let first = true;
  for await (const rows of pages) {
    const part = writeCsv(rows);
    // Only the first part has the byte order mark.
    yield first ? part : part.slice(1);
    first = false;
    await nextTurn();
  }
}

/** Splits available rows into pages. */
export function* pagesOf(rows: Rows): Generator<Rows> {
  for (let from = 0; from < rows.length; from += ROWS_A_PART) yield rows.slice(from, from + ROWS_A_PART);
}

/**
 * Writes a CSV file for spreadsheets: UTF-8 with byte order mark, CRLF, and every cell that a spreadsheet would run as
 * a formula neutralized (product/security.md#security).
 */
export function writeCsv(rows: Rows): string {
  return stringify(
    rows.map((row) => row.map(neutralized)),
    { bom: true, record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );
}

/** Adds an apostrophe to a cell that a spreadsheet would run, even after white space, which some drop. */
const neutralized = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
const FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

/**
 * Returns the download of a CSV file.
 * @param name plain ASCII
 */
export function csvDownload(name: string, content: string | Uint8Array<ArrayBuffer>): Response {
  return download(name, content, "text/csv");
}

/**
 * Returns the download of a long CSV file, sent while it is written.
 * @param name plain ASCII
 */
export const csvStream = (name: string, pages: AsyncIterable<Rows> | Iterable<Rows>): Response =>
  download(name, createReadableStreamFromReadable(Readable.from(csvParts(pages))), "text/csv");

/**
 * Returns the download of plain text.
 * @param name plain ASCII
 */
export const textDownload = (name: string, content: string): Response =>
  download(name, content, "text/plain");

function download(
  name: string,
  content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  type: string,
): Response {
  return new Response(content, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });
}
