import {
  type EvidenceReport,
  readEvidenceFile,
} from "#app/domain/club/evidence/read-evidence-file.server.ts";
import {
  agreementBlocks,
  agreementCatalogue,
  fillIn,
  formatAgreementDate,
  formatAgreementMoment,
} from "#app/domain/values/agreement-text/catalogue.ts";
import {
  BOLD,
  collect,
  missingLetters,
  newDocument,
  printable,
  REGULAR,
} from "#app/files/pdf-document.server.ts";
import { type AgreementCopy, EVIDENCE_FILE, type Receipt } from "./print-task.ts";

/** Margin on every side, in points. */
export const MARGIN = 54;

const TITLE = 17;
const HEADING = 11.5;
const BODY = 9.5;
export const SMALL = 7.5;

type Shown = EvidenceReport["shown"][number];
type Style = "H1" | "H2" | "P" | "small";
type Write = (style: Style, text: string) => void;
type Fact = [label: string, value: string | null | undefined];

/**
 * Prints the signed agreement as a tagged PDF: who signed and how, the whole text, and the evidence as an attached
 * file. Everything comes from that evidence, so that page and file agree.
 * @throws Error if the evidence is incomplete or holds no signature
 */
export async function agreementPdf(copy: AgreementCopy): Promise<Uint8Array> {
  const read = await readEvidenceFile(
    (async function* () {
      yield Buffer.from(copy.evidence, "utf8");
    })(),
  );
  if (!read.ok || read.report.problemCount > 0) throw new Error("The evidence of a copy is not whole");
  const { shown, subject } = read.report;
  const signature = shown.findLast(({ record }) => record.kind === "signed" || record.kind === "paper");
  if (!signature) throw new Error("There is no signature to print a copy of");
  const withdrawn = shown.find(
    ({ record }) => record.kind === "withdrawn" && record.seq > signature.record.seq,
  );
  const labels = agreementCatalogue(signature.record.language);
  const { pdf } = labels;
  const title = fillIn(signature.record.kind === "paper" ? pdf.titlePaper : pdf.title, {
    club: subject.club.name,
  });
  const doc = newDocument({
    size: "LETTER",
    margin: MARGIN,
    bufferPages: true,
    tagged: true,
    pdfVersion: "1.7",
    lang: labels.htmlLang,
    displayTitle: true,
    info: { Title: title, Author: subject.club.name, CreationDate: new Date(signature.record.at) },
  });
  const done = collect(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const write = writer(doc, root);
  write("H1", title);
  writeFacts(write, signature, copy, withdrawn?.record.at ?? null);
  writeText(write, signature, subject.club.name);
  writeProof(write, signature, copy);
  root.end();
  attach(doc, copy.evidence, pdf.proof);
  numberPages(doc, pdf.page);
  doc.end();
  return done;
}

function writer(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): Write {
  const styles = {
    H1: { font: BOLD, size: TITLE, paragraphGap: 10 },
    H2: { font: BOLD, size: HEADING, paragraphGap: 3 },
    P: { font: REGULAR, size: BODY, paragraphGap: 4 },
    small: { font: REGULAR, size: SMALL, paragraphGap: 2 },
  };
  return (style, text) => {
    const { font, size, paragraphGap } = styles[style];
    root.add(
      doc.struct(style === "small" ? "P" : style, {}, () => {
        if (style === "H2") doc.moveDown(0.6);
        doc.font(font).fontSize(size).text(printable(text), { paragraphGap, lineGap: 1.5 });
      }),
    );
  };
}

function writeFacts(
  write: Write,
  { record, person }: Shown,
  copy: AgreementCopy,
  withdrawnAt: string | null,
) {
  const { pdf } = agreementCatalogue(record.language);
  const moment = (at: string) => formatAgreementMoment(record.language, at, copy.timezone);
  write("H2", pdf.signature);
  if (!person) write("P", pdf.erased);
  const facts: Fact[] = [
    [pdf.name, person?.name],
    [pdf.email, person?.email],
    [pdf.players, person?.players],
    [pdf.teams, person?.teams.join(", ")],
    [pdf.signed, person?.signature],
    [pdf.signatureDate, record.signatureDate && formatAgreementDate(record.language, record.signatureDate)],
    [pdf.at, `${moment(record.at)} (${record.at})`],
    [pdf.ip, person?.ip],
    [pdf.browser, person?.userAgent],
    [pdf.enteredBy, record.enteredBy],
    [pdf.withdrawn, withdrawnAt && moment(withdrawnAt)],
  ];
  for (const [label, value] of facts) {
    if (!value) continue;
    write("P", `${label}: ${value}`);
    const count = missingLetters(value).length;
    if (count > 0) write("small", fillIn(pdf.missing, { label, count }));
  }
}

/** Writes the whole text that was shown; a box before a sentence means that it was checked. */
function writeText(write: Write, { record, text }: Shown, clubName: string): void {
  const headings = headingsOf(record.language, clubName, record.text?.version ?? "");
  for (const part of (text ?? "").trim().split("\n\n")) {
    if (headings.has(part)) write("H2", part);
    else write("P", part.replace(/^\[x\] /, "☒ ").replace(/^- /, "• "));
  }
}

/** Lists headings from the catalog; an older version's text has its headings as paragraphs. */
function headingsOf(language: Shown["record"]["language"], clubName: string, version: string): Set<string> {
  const blocks = agreementBlocks(language, { clubName, version, ownParagraph: "x" });
  return new Set(
    blocks
      .filter(({ kind }) => kind === "title" || kind === "heading")
      .map(({ text }) => text.normalize("NFC")),
  );
}

function writeProof(write: Write, { record, hash }: Shown, copy: AgreementCopy): void {
  const { pdf } = agreementCatalogue(record.language);
  write("H2", pdf.proof);
  const facts: Fact[] = [
    [pdf.textHash, record.text?.hash],
    [pdf.record, String(record.seq)],
    [pdf.recordHash, hash],
    [pdf.previousHash, record.previous],
  ];
  for (const [label, value] of facts) if (value) write("small", `${label}: ${value}`);
  write("H2", pdf.verify);
  for (const step of pdf.verifySteps) write("P", fillIn(step, { link: copy.verifyUrl }));
}

/** Puts the evidence into the file as plain bytes, so that it can be read without a PDF library. */
function attach(doc: PDFKit.PDFDocument, evidence: string, description: string): void {
  const options = doc as unknown as { compress: boolean };
  const { compress } = options;
  options.compress = false;
  doc.file(Buffer.from(`\n${evidence}`, "utf8"), {
    name: EVIDENCE_FILE,
    type: "application/json",
    description,
  });
  options.compress = compress;
}

export function numberPages(doc: PDFKit.PDFDocument, label: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const { margins } = doc.page;
    // Text below the bottom margin would begin a new page.
    doc.page.margins = { ...margins, bottom: 0 };
    doc.markContent("Artifact", { type: "Pagination" });
    doc
      .font(REGULAR)
      .fontSize(SMALL)
      .fillColor("black")
      .text(fillIn(label, { page: page + 1, pages: count }), MARGIN, doc.page.height - MARGIN / 1.5, {
        width: doc.page.width - 2 * MARGIN,
        align: "center",
        lineBreak: false,
      });
    doc.endMarkedContent();
    doc.page.margins = margins;
  }
}

/** Prints a receipt on one letter page, as a tagged PDF. */
export function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const doc = newDocument({
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
