import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";

export type Encoding = "utf-8" | "windows-1252" | "utf-16le" | "utf-16be";

const SLICE = 32 * 1024;
const PROBE = 4096;

/**
 * The encoding of a text file: UTF-8 (with or without a byte order mark) if it is valid UTF-8, else Windows-1252,
 * which every older spreadsheet writes. UTF-16, Excel's 'Unicode Text', is known by its byte order mark. null: not
 * text at all (a workbook, a picture).
 */
export async function detectEncoding(bytes: Uint8Array): Promise<Encoding | null> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (bytes.includes(0) || looksBinary(bytes.subarray(0, PROBE))) return null;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const pause = yieldToEventLoop();
  try {
    for (let start = 0; start < bytes.length; start += SLICE) {
      decoder.decode(bytes.subarray(start, start + SLICE), { stream: true });
      await pause();
    }
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

/** The text of a file in slices, without byte order mark and with every line ending as '\n'. */
export async function* textOf(bytes: Uint8Array, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  const pause = yieldToEventLoop();
  let heldReturn = false;
  for (let start = 0; start < bytes.length; start += SLICE) {
    let text = decoder.decode(bytes.subarray(start, start + SLICE), { stream: true });
    if (heldReturn) text = `\r${text}`;
    heldReturn = text.endsWith("\r");
    if (heldReturn) text = text.slice(0, -1);
    yield sameLineEndings(text);
    await pause();
  }
  yield sameLineEndings(decoder.decode() + (heldReturn ? "\r" : ""));
}

const sameLineEndings = (text: string) => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

/** A spreadsheet's text never has more than a few control characters. */
function looksBinary(start: Uint8Array): boolean {
  let control = 0;
  for (const byte of start) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) control += 1;
  return control > start.length / 100 + 1;
}
