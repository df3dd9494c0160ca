import { closeSync, openSync, readSync } from "node:fs";

/** First bytes of font files; a collection holds several fonts, of which one is named. */
const SINGLE = ["\0\x01\0\0", "OTTO", "true"];
const COLLECTION = "ttcf";

/** Checks that an entry of `PRINT_FONTS` is a readable font file: `file`, or `file#font` of a collection. */
export function isFontFile(entry: string): boolean {
  const [file = "", font] = entry.split("#");
  const start = Buffer.alloc(4);
  try {
    const descriptor = openSync(file, "r");
    readSync(descriptor, start, 0, start.length, 0);
    closeSync(descriptor);
  } catch {
    return false;
  }
  const kind = start.toString("latin1");
  return font ? kind === COLLECTION : SINGLE.includes(kind);
}
