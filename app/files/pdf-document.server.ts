import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

const packages = createRequire(import.meta.url);
const typeface = (name: string) => packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
/**
 * The one place that chooses fonts. DejaVu Sans has Latin, Greek, Cyrillic, Hebrew and Arabic letters; of others it
 * prints its sign for 'unknown'.
 */
export const REGULAR = typeface("DejaVuSans");
export const BOLD = typeface("DejaVuSans-Bold");
export const CONDENSED = typeface("DejaVuSansCondensed");
export const CONDENSED_BOLD = typeface("DejaVuSansCondensed-Bold");

/** A font file as pdfkit has parsed it. */
interface ParsedFont {
  _glyphs: Record<number, unknown>;
}
const parsedFonts = new Map<string, ParsedFont>();

/** A new document in which `doc.font(REGULAR)` and the other fonts cost no parsing. */
export function newDocument(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const doc = new PDFDocument(options);
  // pdfkit takes a parsed font where its types know files only.
  for (const path of [REGULAR, BOLD, CONDENSED, CONDENSED_BOLD])
    doc.registerFont(path, fontOfADocument(path) as unknown as Uint8Array);
  return doc;
}

/**
 * Parsing a font takes longer than drawing a sheet, so a process does it once. The glyphs are each document's own: a
 * glyph keeps the letters that it was first drawn for, and from them comes the text that a reader finds and copies.
 */
function fontOfADocument(path: string): ParsedFont {
  let parsed = parsedFonts.get(path);
  if (!parsed) {
    const reader = new PDFDocument({ autoFirstPage: false }).font(path);
    parsed = (reader as unknown as { _font: { font: ParsedFont } })._font.font;
    parsedFonts.set(path, parsed);
  }
  return Object.create(parsed, { _glyphs: { value: {}, writable: true } });
}

/** The finished file; call it before the document is written. */
export function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    // A copy: small buffers share their memory, which a worker cannot hand over.
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on("error", reject);
  });
}

/** Without signs that turn the direction of a line or stack on one letter without end. */
export const printable = (text: string) =>
  text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ").replace(/(\p{M}{4})\p{M}+/gu, "$1");
