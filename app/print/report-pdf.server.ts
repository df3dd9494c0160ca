import { pngOf } from "#app/files/encode-logo.server.ts";
import { BOLD, collect, newDocument, printable, REGULAR } from "#app/files/pdf-document.server.ts";
import { MARGIN, numberPages } from "./pdf.server.ts";
import type { PrintChart, PrintSection, PrintTable, ReportPrint } from "./report-print.ts";

// Distinguishable in gray: full, light, an outline.
const PERFECT = "#1b7f4f";
const MINOR = "#e5cfa3";
const MAJOR = "#a01f15";
const INK = "#14212b";
const MUTED = "#4b5553";
const LINE = "#d6d2c6";

const LIST_COLUMNS = 3;

const LOGO = 44;
/** The logo's width and height in pixels: crisp at its size on paper, and small in the file. */
const LOGO_PIXELS = 176;

/** Prints a report as a tagged PDF: charts as vectors with their words, tables with their heads, page numbers. */
export async function reportPdf(report: ReportPrint): Promise<Uint8Array> {
  const logo = report.logo ? await pngOf(report.logo, LOGO_PIXELS) : null;
  const doc = newDocument({
    size: "LETTER",
    margin: MARGIN,
    bufferPages: true,
    tagged: true,
    pdfVersion: "1.7",
    lang: "en-US",
    displayTitle: true,
    info: { Title: report.title, Author: report.club, CreationDate: new Date(report.at) },
  });
  const done = collect(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const page = new Page(doc, root);
  page.head(report, logo);
  for (const section of report.sections) page.section(section);
  root.end();
  numberPages(doc, `${printable(report.club)}  ·  {page} of {pages}`);
  doc.end();
  return done;
}

type Parent = PDFKit.PDFStructureElement;

class Page {
  readonly left = MARGIN;
  readonly width: number;

  constructor(
    readonly doc: PDFKit.PDFDocument,
    readonly root: Parent,
  ) {
    this.width = doc.page.width - 2 * MARGIN;
  }

  get bottom(): number {
    return this.doc.page.height - MARGIN - 6;
  }

  head({ title, about, club, color }: ReportPrint, logo: Buffer | null): void {
    const { doc, root } = this;
    const top = doc.y;
    const beside = logo ? LOGO + 14 : 0;
    if (logo)
      root.add(
        doc.struct("Figure", { alt: `Logo of ${printable(club)}` }, () => {
          doc.image(logo, this.left, top, { fit: [LOGO, LOGO] });
        }),
      );
    const text = (style: "H1" | "P", font: string, size: number, ink: string, words: string) =>
      root.add(
        doc.struct(style, {}, () => {
          doc
            .font(font)
            .fontSize(size)
            .fillColor(ink)
            .text(printable(words), this.left + beside, doc.y, {
              width: this.width - beside,
              paragraphGap: 2,
            });
        }),
      );
    text("P", BOLD, 9.5, color, club);
    text("H1", BOLD, 17, INK, title);
    text("P", REGULAR, 9.5, MUTED, about);
    doc.y = Math.max(doc.y, top + (logo ? LOGO : 0)) + 6;
    this.artifact(() => {
      doc.rect(this.left, doc.y, this.width, 2).fill(color);
    });
    doc.y += 8;
  }

  section({ heading, stats, sentences, list, chart, table }: PrintSection): void {
    const { doc } = this;
    const height = chart ? chartHeight(chart) : 0;
    // A heading stays with its first lines.
    this.room(60 + Math.min(height, this.bottom - MARGIN - 80));
    doc.y += 10;
    this.text("H2", BOLD, 11.5, INK, heading);
    if (stats) this.stats(stats);
    for (const sentence of sentences) this.text("P", REGULAR, 9.5, INK, sentence);
    if (list) this.list(list);
    if (chart) this.chart(chart, height);
    if (table) this.table(table);
  }

  text(style: "H2" | "P", font: string, size: number, color: string, words: string): void {
    const { doc } = this;
    this.root.add(
      doc.struct(style, {}, () => {
        doc
          .font(font)
          .fontSize(size)
          .fillColor(color)
          .text(printable(words), this.left, doc.y, { width: this.width, paragraphGap: 4, lineGap: 1.5 });
      }),
    );
  }

  stats(stats: NonNullable<PrintSection["stats"]>): void {
    const { doc } = this;
    const room = this.width / stats.length;
    const top = doc.y + 2;
    let bottom = top;
    for (const [index, { value, label, note }] of stats.entries()) {
      const options = { width: room - 10 };
      this.root.add(
        doc.struct("P", {}, () => {
          doc.font(BOLD).fontSize(20).fillColor(INK);
          doc.text(printable(value), this.left + index * room, top, options);
          doc.font(BOLD).fontSize(8.5).text(printable(label), options);
          doc.font(REGULAR).fontSize(7.5).fillColor(MUTED).text(printable(note), options);
        }),
      );
      bottom = Math.max(bottom, doc.y);
    }
    doc.x = this.left;
    doc.y = bottom + 6;
  }

  list(items: readonly string[]): void {
    const { doc } = this;
    const list = doc.struct("L");
    this.root.add(list);
    const room = this.width / LIST_COLUMNS;
    const options = { width: room - 10 };
    for (let from = 0; from < items.length; from += LIST_COLUMNS) {
      const row = items.slice(from, from + LIST_COLUMNS).map(printable);
      doc.font(REGULAR).fontSize(9.5).fillColor(INK);
      const height = Math.max(...row.map((item) => doc.heightOfString(item, options)));
      this.room(height);
      const top = doc.y;
      for (const [index, item] of row.entries())
        list.add(
          doc.struct("LI", {}, [
            doc.struct("LBody", {}, () => {
              doc.font(REGULAR).fontSize(9.5).fillColor(INK);
              doc.text(item, this.left + index * room, top, options);
            }),
          ]),
        );
      doc.y = top + height + 3;
    }
    list.end();
    doc.x = this.left;
  }

  /** Begins a new page if that much does not fit. */
  room(height: number): void {
    if (this.doc.y + height > this.bottom) this.doc.addPage();
  }

  artifact(draw: () => void): void {
    this.doc.markContent("Artifact");
    draw();
    this.doc.endMarkedContent();
  }

  chart(chart: PrintChart, height: number): void {
    const { doc } = this;
    this.room(height);
    const top = doc.y + 4;
    this.root.add(
      doc.struct("Figure", { alt: printable(chart.alt) }, () => {
        doc.font(REGULAR).fontSize(8);
        draw(doc, chart, { left: this.left, top, width: this.width });
      }),
    );
    doc.x = this.left;
    doc.y = top + height + 4;
  }

  /** Draws a table and repeats its head on each further page. */
  table({ columns, rows }: PrintTable): void {
    const { doc } = this;
    const table = doc.struct("Table");
    this.root.add(table);
    const sum = columns.reduce((total, { width }) => total + width, 0);
    const widths = columns.map(({ width }) => (width / sum) * this.width);
    const size = 8.5;
    const heightOf = (cells: readonly string[], font: string) => {
      doc.font(font).fontSize(size);
      return Math.max(
        ...cells.map((cell, index) =>
          doc.heightOfString(printable(cell), { width: (widths[index] ?? 40) - 8 }),
        ),
      );
    };
    const cell = (text: string, index: number, top: number, font: string, ink: string) => {
      const left = this.left + widths.slice(0, index).reduce((total, width) => total + width, 0);
      doc
        .font(font)
        .fontSize(size)
        .fillColor(ink)
        .text(printable(text), left, top, {
          width: (widths[index] ?? 40) - 8,
          align: columns[index]?.figure ? "right" : "left",
        });
    };
    const line = (y: number) =>
      this.artifact(() => {
        doc
          .moveTo(this.left, y)
          .lineTo(this.left + this.width, y)
          .lineWidth(0.5)
          .stroke(LINE);
      });
    const names = columns.map(({ name }) => name);
    const rowAt = (cells: readonly string[], kind: "TH" | "TD", font: string, ink: string) => {
      const height = heightOf(cells, font);
      const top = doc.y + 3;
      const row = doc.struct("TR");
      table.add(row);
      for (const [index, text] of cells.entries())
        row.add(
          doc.struct(kind === "TD" && index === 0 ? "TH" : kind, {}, () => cell(text, index, top, font, ink)),
        );
      row.end();
      doc.y = top + height + 3;
      line(doc.y);
    };
    this.room(40);
    rowAt(names, "TH", BOLD, MUTED);
    for (const cells of rows) {
      if (doc.y + heightOf(cells, REGULAR) + 6 > this.bottom) {
        doc.addPage();
        const top = doc.y + 3;
        this.artifact(() => {
          for (const [index, name] of names.entries()) cell(name, index, top, BOLD, MUTED);
        });
        doc.y = top + heightOf(names, BOLD) + 3;
        line(doc.y);
      }
      rowAt(cells, "TD", REGULAR, INK);
    }
    table.end();
    doc.x = this.left;
    doc.y += 4;
  }
}

interface Box {
  left: number;
  top: number;
  width: number;
}

const ROW = 17;
const TREND = 120;
const PANEL = 46;
const CELL = 18;
const KEY = 16;

function chartHeight(chart: PrintChart): number {
  switch (chart.kind) {
    case "shares":
      return chart.rows.length * ROW + KEY;
    case "trend":
      return TREND + KEY;
    case "bars":
      return chart.panels.length * PANEL + KEY;
    case "hours":
      return chart.rows.length * CELL + 2 * KEY;
  }
}

function draw(doc: PDFKit.PDFDocument, chart: PrintChart, box: Box): void {
  if (chart.kind === "shares") drawShares(doc, chart, box);
  else if (chart.kind === "trend") drawTrend(doc, chart.points, box);
  else if (chart.kind === "bars") drawBars(doc, chart.panels, box);
  else drawHours(doc, chart, box);
}

type Of<Kind extends PrintChart["kind"]> = Extract<PrintChart, { kind: Kind }>;

const LABEL = 62;

function words(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  { width = LABEL, align = "left" as "left" | "center", ink = MUTED } = {},
): void {
  doc.fillColor(ink).text(printable(text), x, y, { width, align, lineBreak: false });
}

/** Truncates a label with '…' if it is longer than its room. */
function fitted(doc: PDFKit.PDFDocument, text: string, room: number): string {
  const whole = printable(text);
  if (doc.widthOfString(whole) <= room) return whole;
  let short = [...whole];
  while (short.length > 1 && doc.widthOfString(`${short.join("")}…`) > room) short = short.slice(0, -1);
  return `${short.join("").trimEnd()}…`;
}

function share(
  doc: PDFKit.PDFDocument,
  kind: "perfect" | "minor" | "major",
  x: number,
  y: number,
  width: number,
) {
  if (kind === "major")
    doc
      .rect(x + 0.75, y + 0.75, Math.max(0.5, width - 1.5), 10.5)
      .lineWidth(1.5)
      .stroke(MAJOR);
  else doc.rect(x, y, width, 12).fill(kind === "perfect" ? PERFECT : MINOR);
}

function drawShares(
  doc: PDFKit.PDFDocument,
  { rows, labelWidth = LABEL }: Of<"shares">,
  { left, top, width }: Box,
): void {
  const room = width - labelWidth;
  for (const [index, row] of rows.entries()) {
    const y = top + index * ROW;
    words(doc, fitted(doc, row.label, labelWidth - 6), left, y + 1, { width: labelWidth });
    const rated = row.perfect + row.minor + row.major;
    if (rated === 0) words(doc, "No open result", left + labelWidth, y + 1, { width: room });
    let x = left + labelWidth;
    for (const kind of ["perfect", "minor", "major"] as const) {
      if (row[kind] === 0) continue;
      const part = (row[kind] / rated) * room;
      share(doc, kind, x, y, part);
      const ink = kind === "perfect" ? "#ffffff" : kind === "minor" ? INK : MAJOR;
      if (part > 18) words(doc, String(row[kind]), x, y + 1.5, { width: part, align: "center", ink });
      x += part;
    }
  }
  const y = top + rows.length * ROW + 2;
  let x = left + labelWidth;
  for (const [kind, name] of [
    ["perfect", "perfect"],
    ["minor", "minor issues"],
    ["major", "major incidents"],
  ] as const) {
    share(doc, kind, x, y, 12);
    words(doc, name, x + 16, y + 1, { width: 80 });
    x += 100;
  }
}

function drawTrend(doc: PDFKit.PDFDocument, points: Of<"trend">["points"], { left, top, width }: Box): void {
  const room = width - LABEL;
  const x = (index: number) =>
    left + LABEL / 2 + (points.length < 2 ? room / 2 : (index / (points.length - 1)) * (room - 20));
  const y = (part: number) => top + 8 + (1 - part) * (TREND - 20);
  for (const level of [1, 0.5, 0]) {
    doc
      .moveTo(left, y(level))
      .lineTo(left + width, y(level))
      .lineWidth(0.5)
      .stroke(LINE);
    words(doc, `${level * 100}%`, left, y(level) - 9);
  }
  for (const [index, { high }] of points.entries())
    if (index === 0) doc.moveTo(x(0), y(high));
    else doc.lineTo(x(index), y(high));
  for (const [index, { low }] of [...points.entries()].reverse()) doc.lineTo(x(index), y(low));
  doc.fill("#e6e9e4");
  for (const [index, point] of points.entries())
    if (index === 0) doc.moveTo(x(0), y(point.share));
    else doc.lineTo(x(index), y(point.share));
  doc.lineWidth(1.5).stroke(PERFECT);
  for (const [index, point] of points.entries()) doc.circle(x(index), y(point.share), 2.5).fill(PERFECT);
  const everyNth = Math.ceil(points.length / 8);
  for (const [index, { label }] of points.entries())
    if (index % everyNth === 0 || index === points.length - 1)
      words(doc, label, x(index) - 24, top + TREND, { width: 48, align: "center" });
  const last = points.at(-1);
  if (last)
    words(doc, `${Math.round(last.share * 100)}%`, x(points.length - 1) - 20, y(last.share) - 13, {
      ...{ width: 40, align: "center", ink: INK },
    });
}

function drawBars(doc: PDFKit.PDFDocument, panels: Of<"bars">["panels"], { left, top, width }: Box): void {
  const shares = panels.flatMap(({ bars }) => bars.map((bar) => bar.share ?? 0));
  const most = Math.max(0.1, ...shares);
  for (const [index, { label, bars }] of panels.entries()) {
    const base = top + (index + 1) * PANEL - 4;
    words(doc, label, left, top + index * PANEL, { width, ink: INK });
    doc
      .moveTo(left, base)
      .lineTo(left + width, base)
      .lineWidth(0.5)
      .stroke(LINE);
    const slot = width / bars.length;
    for (const [at, bar] of bars.entries()) {
      const height = ((bar.share ?? 0) / most) * (PANEL - 18);
      if (height > 0) doc.rect(left + at * slot, base - height, Math.min(40, slot * 0.8), height).fill(MUTED);
    }
  }
  const bars = panels[0]?.bars ?? [];
  const everyNth = Math.ceil(bars.length / 8);
  for (const [at, { label }] of bars.entries())
    if (at % everyNth === 0)
      words(doc, label, left + (at * width) / bars.length, top + panels.length * PANEL);
}

function drawHours(doc: PDFKit.PDFDocument, { columns, rows }: Of<"hours">, { left, top, width }: Box): void {
  const cell = (width - LABEL) / columns.length;
  for (const [index, row] of rows.entries()) {
    const y = top + index * CELL;
    words(doc, row.label, left, y + 4);
    for (const [at, value] of row.cells.entries()) {
      if (value === null) continue;
      const x = left + LABEL + at * cell;
      const dark = value === "few" ? 0 : 1 - value;
      if (value !== "few")
        doc
          .rect(x, y, cell - 1, CELL - 1)
          .fillOpacity(0.05 + dark * 0.85)
          .fill(INK)
          .fillOpacity(1);
      const ink = dark > 0.5 ? "#ffffff" : INK;
      words(doc, value === "few" ? "·" : String(Math.round(value * 100)), x, y + 4, {
        ...{ width: cell - 1, align: "center", ink },
      });
    }
  }
  for (const [at, name] of columns.entries())
    words(doc, name, left + LABEL + at * cell, top + rows.length * CELL + 3, {
      width: cell,
      align: "center",
    });
}
