/** First bytes of files that users send instead of a CSV file, with their common names. */
const kinds: readonly (readonly [start: readonly number[], name: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], "an old workbook, or one with a password"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF file"],
  [[0x89, 0x50, 0x4e, 0x47], "a picture"],
  [[0xff, 0xd8, 0xff], "a picture"],
];

/** Tells whether a file is a zip file, as workbooks (.xlsx) are. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);

/** Names a file's type by its first bytes, in words that follow 'this is'; null if unknown. */
export function sniffFileType(bytes: Uint8Array): string | null {
  if (isWebPage(bytes)) return WEB_PAGE;
  const kind = kinds.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  return kind?.[1] ?? null;
}

export const WEB_PAGE = "a web page, which some systems name .xls";

/** Tells whether a file is an HTML page: older systems export a table in one as a workbook. */
export function isWebPage(bytes: Uint8Array): boolean {
  const start = new TextDecoder("utf-8").decode(bytes.subarray(0, 600));
  return /^\s{0,50}(?:<\?xml[^>]{0,200}>\s{0,50})?<(?:!doctype html|html|head|body|table|meta|style)\b/i.test(
    start,
  );
}
