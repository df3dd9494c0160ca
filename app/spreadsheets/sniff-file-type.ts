/** First bytes of files that users send in place of a CSV file, and what users call them. */
const kinds: readonly (readonly [start: readonly number[], name: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], "an old workbook, or one with a password"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF file"],
  [[0x89, 0x50, 0x4e, 0x47], "a picture"],
  [[0xff, 0xd8, 0xff], "a picture"],
];

/** Whether a file is a zip file, as workbooks (.xlsx) are. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);

/** What a file is by its first bytes, in words that follow 'this is'; null if unknown. */
export function sniffFileType(bytes: Uint8Array): string | null {
  const kind = kinds.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  return kind?.[1] ?? null;
}
