import { stringify } from "csv-stringify/sync";

/**
 * A CSV file for spreadsheets: UTF-8 with byte order mark, CRLF, and every cell that a spreadsheet would run as a
 * formula neutralized (product.md#security).
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(neutralized)),
    { bom: true, record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );
}

/** An apostrophe before what a spreadsheet would run, also behind white space, which some drop. */
const neutralized = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
const FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

/** The response that downloads a CSV file. @param name plain ASCII */
export function csvDownload(name: string, content: string | Uint8Array<ArrayBuffer>): Response {
  return download(name, content, "text/csv");
}

/** The response that downloads plain text. @param name plain ASCII */
export const textDownload = (name: string, content: string): Response =>
  download(name, content, "text/plain");

function download(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(content, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });
}
