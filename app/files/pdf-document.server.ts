import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { env } from "#app/config/env.server.ts";
import { isPlain, lettersWithoutFont, type Run, runsOf } from "./print-runs.ts";

const packages = createRequire(import.meta.url);
const typeface = (name: string) => packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
/**
 * Chooses all fonts (product/printables.md#letters-in-print). DejaVu Sans has Latin, Greek, Cyrillic, Hebrew and Arabic
 * letters; others come from the fonts that `PRINT_FONTS` names, or are its sign for 'unknown'.
 */
export const REGULAR = typeface("DejaVuSans");
export const BOLD = typeface("DejaVuSans-Bold");
export const CONDENSED = typeface("DejaVuSansCondensed");
export const CONDENSED_BOLD = typeface("DejaVuSansCondensed-Bold");

/** A font file as pdfkit has parsed it. */
interface ParsedFont {
  _glyphs: Record<number, unknown>;
  hasGlyphForCodePoint(codePoint: number): boolean;
}
const parsedFonts = new Map<string, ParsedFont>();

/** Internals of pdfkit for drawing a line, which its types lack. */
interface Internals {
  _font: { font: ParsedFont; ascender: number };
  _fontSize: number;
  _fragment(text: string, x: number, y: number, options: LineOptions): void;
  widthOfString(text: string, options?: object): number;
}
type LineOptions = Record<string, unknown> & {
  width?: number;
  align?: string;
  lineWidth?: number;
  baseline?: string | number;
};

/**
 * Creates a document in which `doc.font(REGULAR)` and the other fonts cost no parsing. Letters that the line's font
 * lacks come from `PRINT_FONTS`, and Arabic and Hebrew run to the left.
 */
export function newDocument(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const doc = new PDFDocument(options);
  // pdfkit accepts a parsed font although its types know files only.
  for (const path of [REGULAR, BOLD, CONDENSED, CONDENSED_BOLD])
    doc.registerFont(path, fontOfADocument(path) as unknown as Uint8Array);
  printByRuns(doc);
  return doc;
}

/** Measures and draws each line run by run, if one font alone does not print it. */
function printByRuns(doc: PDFKit.PDFDocument): void {
  const inner = doc as unknown as Internals;
  const measure = inner.widthOfString.bind(doc);
  const draw = inner._fragment.bind(doc);
  inner.widthOfString = (text, options = {}) =>
    isPlain(text)
      ? measure(text, options)
      : printedRuns(doc, text).reduce(
          (width, run) =>
            width + withFontOf(doc, run, (features) => measure(run.text, { ...options, features })),
          0,
        );
  inner._fragment = (text, x, y, options) => {
    if (isPlain(text)) {
      draw(text, x, y, options);
      return;
    }
    const room = (options.lineWidth ?? 0) - inner.widthOfString(text.trimEnd());
    let left = x;
    if (options.width && options.align === "right") left += room;
    if (options.width && options.align === "center") left += room / 2;
    const { baseline = -(inner._font.ascender / 1000) * inner._fontSize } = options;
    for (const run of printedRuns(doc, text)) {
      withFontOf(doc, run, (features) => {
        const textWidth = measure(run.text, { features });
        draw(run.text, left, y, { ...options, align: "left", baseline, features, textWidth, wordCount: 1 });
        left += textWidth;
      });
    }
  };
}

/** Splits a line into runs of the document's current font and others. */
export const printedRuns = (doc: PDFKit.PDFDocument, text: string): Run<PrintFont>[] =>
  isPlain(text)
    ? [{ text, font: null, rightToLeft: false }]
    : runsOf(text, fontsFor((doc as unknown as Internals)._font.font), hasGlyph);

/**
 * Runs work with a run's font selected.
 * @param work gets pdfkit's options to shape the run as a whole, not word by word
 */
export function withFontOf<Result>(
  doc: PDFKit.PDFDocument,
  { font, rightToLeft }: Run<PrintFont>,
  work: (features: [] | undefined) => Result,
): Result {
  const inner = doc as unknown as Internals;
  const own = inner._font;
  if (font?.name) {
    doc.registerFont(font.name, ofOneDocument(doc, font.name) as unknown as Uint8Array);
    const size = inner._fontSize;
    doc.font(font.name).fontSize(size);
  }
  const result = work(rightToLeft ? [] : undefined);
  inner._font = own;
  return result;
}

/** A font to search for letters; without a name it is the line's own. */
interface PrintFont {
  name: string | null;
  parsed: ParsedFont;
}

const hasGlyph = ({ parsed }: PrintFont, codePoint: number) => parsed.hasGlyphForCodePoint(codePoint);

/** Yields the line's own font, then those of the settings, which are opened only if a letter is missing. */
function fontsFor(parsed: ParsedFont): Iterable<PrintFont> {
  const own = { name: null, parsed };
  return {
    *[Symbol.iterator]() {
      yield own;
      for (const name of env().printFonts) yield moreFont(name);
    },
  };
}

const moreFonts = new Map<string, PrintFont>();

/** Returns one object per font, so that runs can be compared by it. */
function moreFont(name: string): PrintFont {
  const known = moreFonts.get(name);
  if (known) return known;
  const font = { name, parsed: parsedFont(name) };
  moreFonts.set(name, font);
  return font;
}

const fontsOfDocuments = new WeakMap<PDFKit.PDFDocument, Map<string, ParsedFont>>();

function ofOneDocument(doc: PDFKit.PDFDocument, name: string): ParsedFont {
  const fonts = fontsOfDocuments.get(doc) ?? new Map<string, ParsedFont>();
  fontsOfDocuments.set(doc, fonts);
  const font = fonts.get(name) ?? fontOfADocument(name);
  fonts.set(name, font);
  return font;
}

/**
 * Lists the letters of a text that neither our fonts nor those of the settings have, each once
 * (product/printables.md#letters-in-print).
 */
export const missingLetters = (text: string): string[] =>
  isPlain(text) ? [] : lettersWithoutFont(printable(text), fontsFor(parsedFont(REGULAR)), hasGlyph);

/**
 * Parses a font once per process, because that takes longer than drawing a sheet.
 * @param name a file, or `file#font`
 */
function parsedFont(name: string): ParsedFont {
  const known = parsedFonts.get(name);
  if (known) return known;
  const [file = "", family] = name.split("#");
  const reader = new PDFDocument({ autoFirstPage: false }).font(file, family as string);
  const parsed = (reader as unknown as Internals)._font.font;
  parsedFonts.set(name, parsed);
  return parsed;
}

/**
 * Copies a parsed font with its own glyphs: a glyph keeps the letters that it was first drawn for, and those are the
 * text that a reader finds and copies.
 */
const fontOfADocument = (name: string): ParsedFont =>
  Object.create(parsedFont(name), { _glyphs: { value: {}, writable: true } });

/** Returns the finished file; call it before writing the document. */
export function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    // A copy: small buffers share their memory, which a worker cannot transfer.
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on("error", reject);
  });
}

/** Removes characters that change a line's direction, and endless stacks of marks on one letter. */
export const printable = (text: string) =>
  text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ").replace(/(\p{M}{4})\p{M}+/gu, "$1");
