import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";

export type Encoding = "utf-8" | OneByte | "utf-16le" | "utf-16be";
/** One byte per letter. */
type OneByte = "windows-1252" | "windows-1250" | "macintosh";

const SLICE = 32 * 1024;
const PROBE = 4096;

/**
 * Detects the encoding of a text file: UTF-8 if it is valid UTF-8, has a byte order mark, or has more whole letters
 * than broken ones; otherwise an encoding of older spreadsheets, by the letters that it would yield. UTF-16, Excel's
 * 'Unicode Text', is recognized by its byte order mark. null: not text (a workbook, a picture).
 */
export async function detectEncoding(bytes: Uint8Array): Promise<Encoding | null> {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (bytes.includes(0) || looksBinary(bytes.subarray(0, PROBE))) return null;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  const decoder = new TextDecoder("utf-8");
  const pause = yieldToEventLoop();
  let [whole, broken] = [0, 0];
  for (let start = 0; start < bytes.length; start += SLICE) {
    const text = decoder.decode(bytes.subarray(start, start + SLICE), { stream: true });
    for (const letters of text.match(NOT_ASCII) ?? []) {
      const bad = letters.split(UNREAD).length - 1;
      broken += bad;
      whole += letters.length - bad;
    }
    await pause();
  }
  if (decoder.decode() !== "") broken += 1;
  return whole > broken || broken === 0 ? "utf-8" : oneByteEncoding(bytes);
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII
const NOT_ASCII = /[^\x00-\x7f]+/g;
/** Replacement character of a decoder for invalid bytes. */
export const UNREAD = "\ufffd";

const ONE_BYTE: readonly OneByte[] = ["windows-1252", "windows-1250", "macintosh"];
/** Letters of the languages written in each, and the apostrophes and dashes of all. */
const USUAL: Record<OneByte, string> = {
  "windows-1252": "áéíóúñüçãõâêôàèìòùäöëïîûåøæßÁÉÍÓÚÑÜÇÃÂÊÔÀÈÄÖÅØÆ",
  "windows-1250": "ąćęłńóśźżčďěňřšťůžýáéíúőűăţşöüäßĄĆĘŁŃÓŚŹŻČĎĚŇŘŠŤŮŽÝÁÉÍÚŐŰĂŢŞÖÜÄ",
  macintosh: "áéíóúñüçãõâêôàèìòùäöëïîûåøæßÁÉÍÓÚÑÜÇÃÂÊÔÀÈÄÖÅØÆ",
};
const PUNCTUATION = "\u2018\u2019\u201c\u201d\u2013\u2014";
/** Most words with a letter outside ASCII that are examined. */
const MOST_WORDS = 2_000;

/** Returns the encoding in which the words with foreign letters look most like words; the first of equal ones. */
function oneByteEncoding(bytes: Uint8Array): OneByte {
  const words: Uint8Array[] = [];
  let from = 0;
  let foreign = false;
  for (let index = 0; index <= bytes.length && words.length < MOST_WORDS; index += 1) {
    const byte = bytes[index] ?? 10;
    const isPartOfWord = byte > 127 || (byte > 64 && byte < 91) || (byte > 96 && byte < 123);
    if (byte > 127) foreign = true;
    if (isPartOfWord && index - from < 60) continue;
    if (foreign) words.push(bytes.subarray(from, index));
    foreign = false;
    from = index + 1;
  }
  const scores = ONE_BYTE.map((encoding) => {
    const decoder = new TextDecoder(encoding);
    // Without `stream`, Node reads Windows-1252 as Latin-1.
    const read = (word: Uint8Array) => decoder.decode(word, { stream: true });
    return words.reduce((sum, word) => sum + likeliness(read(word), USUAL[encoding]), 0);
  });
  return ONE_BYTE[scores.indexOf(Math.max(...scores))] ?? "windows-1252";
}

/** Scores how much a text looks like a word: usual letters count for it, symbols and inner capitals against. */
function likeliness(word: string, usual: string): number {
  let score = 0;
  for (const character of word) {
    if (character <= "\x7f") continue;
    if (usual.includes(character)) score += 2;
    else if (PUNCTUATION.includes(character))
      score += word.length === 1 || word.includes(`${character}s`) ? 1 : 0;
    else score -= /\p{L}/u.test(character) ? 1 : 3;
  }
  return /\p{Ll}\p{Lu}/u.test(word) ? score - 3 : score;
}

/** Yields the text of a file in slices, without byte order mark and with LF line endings. */
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

/** Tells whether a text has more than a few control characters, which no spreadsheet has. */
function looksBinary(start: Uint8Array): boolean {
  let control = 0;
  for (const byte of start) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) control += 1;
  return control > start.length / 100 + 1;
}
