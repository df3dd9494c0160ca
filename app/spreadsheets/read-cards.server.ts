import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { detectEncoding, textOf } from "./encoding.server.ts";

/**
 * Reads contact cards (vCard 2.1, 3.0 and 4.0; RFC 6350), as phones and address books export them: names and addresses
 * only. Pictures and all else are dropped unread.
 */

/** Longest line, in characters. A longer one is a picture, or a text that cannot be a name. */
const LONGEST_LINE = 64 * 1024;
/** Longest property, with its folded lines. */
const LONGEST_PROPERTY = 4_000;
const MOST_ADDRESSES = 20;
const WANTED = /^(?:[\w-]{1,60}\.)?(?:N|FN|EMAIL|KIND|X-ADDRESSBOOKSERVER-KIND)[;:]/i;

export interface Card {
  /** Line of the file on which it begins. */
  line: number;
  first: string;
  last: string;
  /** Whole name as displayed. */
  full: string;
  /** Addresses, the preferred one first, each once. */
  addresses: string[];
}

export type CardsReading = { ok: true; cards: Card[] } | { ok: false; problem: "too-many-rows" };

/** Tells whether a file begins like contact cards. */
export function isCards(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 200);
  const isWide = start.length > 1 && (start[0] === 0xff || start[0] === 0xfe);
  const text = new TextDecoder(isWide ? (start[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(
    start,
  );
  return /^\s{0,20}BEGIN:VCARD/i.test(text);
}

/** Reads the people from a file of cards, yielding to the event loop. Groups are left out. */
export async function readCards(
  bytes: Uint8Array,
  { maxCards }: { maxCards: number },
): Promise<CardsReading> {
  const reader = new CardReader();
  const pause = yieldToEventLoop();
  let rest = "";
  // True while the rest of a line that is too long is skipped.
  let skips = false;
  for await (const slice of textOf(bytes, (await detectEncoding(bytes)) ?? "utf-8")) {
    const lines = slice.split("\n");
    const last = lines.pop() ?? "";
    for (const [index, line] of lines.entries()) {
      if (index > 0) reader.read(line);
      else reader.read(skips ? rest : rest + line);
    }
    if (lines.length > 0) {
      rest = last;
      skips = false;
    } else if (!skips) rest += last;
    if (rest.length > LONGEST_LINE) {
      rest = rest.slice(0, LONGEST_LINE);
      skips = true;
    }
    if (reader.cards.length > maxCards) return { ok: false, problem: "too-many-rows" };
    await pause();
  }
  reader.read(rest);
  reader.end();
  return reader.cards.length > maxCards
    ? { ok: false, problem: "too-many-rows" }
    : { ok: true, cards: reader.cards };
}

interface OpenCard extends Omit<Card, "addresses"> {
  addresses: { address: string; rank: number }[];
  isGroup: boolean;
}

class CardReader {
  readonly cards: Card[] = [];
  #line = 0;
  #card: OpenCard | null = null;
  /** Cards inside the card, such as an assistant's. */
  #inside = 0;
  /** Property that the next folded line continues, if it is wanted. Joined once: it may have thousands of lines. */
  #property: { lines: string[]; length: number; isQuoted: boolean } | null = null;

  read(line: string): void {
    this.#line += 1;
    if (this.#goesOn(line)) return;
    this.#endProperty();
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      if (this.#card) this.#inside += 1;
      else this.#card = { line: this.#line, first: "", last: "", full: "", addresses: [], isGroup: false };
    } else if (/^END:VCARD\s*$/i.test(line)) {
      if (this.#inside > 0) this.#inside -= 1;
      else this.end();
    } else if (this.#card && this.#inside === 0 && WANTED.test(line)) {
      this.#property = { lines: [], length: 0, isQuoted: isQuoted(line) };
      this.#add(line);
    }
  }

  /** Ends the open card, even one that the file breaks off. */
  end(): void {
    this.#endProperty();
    const card = this.#card;
    this.#card = null;
    this.#inside = 0;
    if (!card || card.isGroup) return;
    const { isGroup: _, addresses, ...named } = card;
    const sorted = addresses.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
    this.cards.push({ ...named, addresses: [...new Set(sorted)] });
  }

  /**
   * Tells whether a line continues the one before: it begins with a blank, or follows quoted text that ends with '='.
   */
  #goesOn(line: string): boolean {
    const isFolded = /^[ \t]/.test(line);
    const property = this.#property;
    if (!property) return isFolded;
    const isSoft = property.isQuoted && property.lines.at(-1)?.endsWith("=");
    if (isSoft) property.lines.push((property.lines.pop() ?? "").slice(0, -1));
    else if (!isFolded) return false;
    this.#add(isFolded ? line.slice(1) : line);
    return true;
  }

  #add(line: string): void {
    const property = this.#property;
    if (!property || property.length > LONGEST_PROPERTY) return;
    property.lines.push(line.slice(0, LONGEST_PROPERTY));
    property.length += line.length;
  }

  #endProperty(): void {
    const [property, card] = [this.#property, this.#card];
    this.#property = null;
    if (!property || !card) return;
    const { name, params, value } = readProperty(property.lines.join(""));
    switch (name) {
      case "N":
        [card.last = "", card.first = ""] = components(value);
        break;
      case "FN":
        card.full ||= plain(value);
        break;
      case "EMAIL":
        if (card.addresses.length < MOST_ADDRESSES) addAddress(card, params, value);
        break;
      default:
        card.isGroup ||= /^\s*group\s*$/i.test(value);
    }
  }
}

const isQuoted = (property: string) => /quoted-printable/i.test(property.slice(0, 200));

function addAddress(card: OpenCard, params: string, value: string): void {
  const address = plain(value)
    .replace(/^mailto:/i, "")
    .trim();
  const rank = /;pref=(\d{1,3})/i.exec(params)?.[1];
  const preferred = /[;,="]pref(?:[;,"]|$)/i.test(params) ? 1 : 101;
  if (address) card.addresses.push({ address, rank: rank ? Number(rank) : preferred });
}

/**
 * Parses 'item1.EMAIL;TYPE=home:ann@home.example': the name without its group, the parameters before the colon, the
 * value.
 */
function readProperty(property: string): { name: string; params: string; value: string } {
  let isInQuotes = false;
  let colon = 0;
  for (; colon < property.length; colon += 1) {
    if (property[colon] === '"') isInQuotes = !isInQuotes;
    else if (property[colon] === ":" && !isInQuotes) break;
  }
  const head = property.slice(0, colon);
  const semicolon = head.indexOf(";");
  const named = semicolon < 0 ? head : head.slice(0, semicolon);
  const params = semicolon < 0 ? "" : head.slice(semicolon);
  const raw = property.slice(colon + 1);
  return {
    name: named.slice(named.lastIndexOf(".") + 1).toUpperCase(),
    params,
    value: isQuoted(params) ? unquoted(raw, /;charset=([\w-]{1,40})/i.exec(params)?.[1]) : raw,
  };
}

/** Decodes quoted-printable: 'M=C3=BCller' is Müller. An unknown character set is read as UTF-8. */
function unquoted(text: string, charset = "utf-8"): string {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  const plain = bytes.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoderOf(charset).decode(Buffer.from(plain, "latin1"));
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}

/** Splits a value at unescaped semicolons. */
const components = (value: string): string[] =>
  (value.match(/(?:\\.|[^;\\])+|;/g) ?? [])
    .reduce<string[]>(
      (parts, piece) => {
        if (piece === ";") parts.push("");
        else parts[parts.length - 1] += piece;
        return parts;
      },
      [""],
    )
    .map((part) => plain(part.replace(/(?<!\\),/g, " ")));

/** Removes escapes and line breaks. */
const plain = (value: string): string =>
  value
    .replace(/\\([\s\S])/g, (_, escaped: string) => (/n/i.test(escaped) ? " " : escaped))
    .replace(/\s+/g, " ")
    .trim();
