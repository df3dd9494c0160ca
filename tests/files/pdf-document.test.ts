import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { BOLD, collect, newDocument, REGULAR } from "#app/files/pdf-document.server.ts";

const OPTIONS = { compress: false, info: { CreationDate: new Date(0) } };

function written(doc: PDFKit.PDFDocument, text: string): Promise<Uint8Array> {
  const done = collect(doc);
  for (const font of [REGULAR, BOLD]) doc.font(font).text(text);
  doc.end();
  return done;
}
const asFromFiles = (text: string) => written(new PDFDocument(OPTIONS), text);
const asOurs = (text: string) => written(newDocument(OPTIONS), text);

test("a document is the one that pdfkit makes of the font's file, whatever was printed before it", async () => {
  // The second text's letters are parts of the first's, which alone map to no text.
  for (const text of ["Ü É ñ", "U E n office", "Zoë Παππάς Иванова"]) {
    const [ours, fromFiles] = await Promise.all([asOurs(text), asFromFiles(text)]);
    expect(Buffer.from(ours).equals(Buffer.from(fromFiles)), text).toBe(true);
  }
});
