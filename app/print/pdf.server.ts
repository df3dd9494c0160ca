import { createRequire } from "node:module";

/** DejaVu Sans has Latin, Greek, Cyrillic, Hebrew and Arabic letters; of others it prints its sign for 'unknown'. */
const packages = createRequire(import.meta.url);
export const REGULAR = packages.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
export const BOLD = packages.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");

/** In points, on every side. */
export const MARGIN = 54;

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
