import PDFDocument from "pdfkit";
import { BOLD, collect, MARGIN, printable, REGULAR } from "./pdf.server.ts";
import type { Receipt } from "./receipt.ts";

/** A receipt on one letter page, as a tagged PDF. */
export function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: "LETTER",
    margin: MARGIN,
    tagged: true,
    pdfVersion: "1.7",
    lang: "en-US",
    displayTitle: true,
    info: { Title: receipt.title, Author: receipt.from[0] ?? "", CreationDate: new Date(receipt.at) },
  });
  const done = collect(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const write = (style: "H1" | "H2" | "P", text: string, size: number, gap: number) =>
    root.add(
      doc.struct(style, {}, () => {
        doc
          .font(style === "P" ? REGULAR : BOLD)
          .fontSize(size)
          .text(printable(text), { paragraphGap: gap, lineGap: 2 });
      }),
    );
  write("H1", receipt.title, 20, 16);
  write("P", receipt.from.filter(Boolean).join("\n"), 10, 18);
  write("H2", "Paid by", 11, 3);
  write("P", receipt.to.filter(Boolean).join("\n"), 10, 18);
  for (const [label, value] of receipt.facts) write("P", `${label}: ${value}`, 10, 4);
  write("H2", receipt.total.join(": "), 15, 18);
  write("P", receipt.note, 9, 0);
  root.end();
  doc.end();
  return done;
}
