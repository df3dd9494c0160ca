import { env } from "#app/config/env.server.ts";
import {
  CONDENSED,
  CONDENSED_BOLD,
  collect,
  newDocument,
  printable,
  printedRuns,
  withFontOf,
} from "#app/files/pdf-document.server.ts";
import { qrPath } from "#app/files/qr-code.server.ts";
import type { PrintedLogo } from "./content.ts";

/** Points per inch. */
export const INCH = 72;
/** Bleed around a sheet that is cut, and the room for its marks. */
const BLEED = INCH / 8;
const MARK = INCH / 4;

const FONTS = { regular: CONDENSED, bold: CONDENSED_BOLD };
export type Font = keyof typeof FONTS;

/** Height of a capital, relative to its font's size. */
export const CAPITAL = 0.729;

export const INK = "#14212b";
export const GRAY = "#4b5553";
export const LINE = "#878478";
export const WHITE = "#ffffff";

/** A structure element of tagged PDF. */
type Role = "H1" | "H2" | "P" | "Figure" | "L" | "LI" | "LBody" | "Table" | "TR" | "TH" | "TD" | "Sect";

type Draw =
  | { kind: "text"; font: Font; size: number; x: number; y: number; text: string; color: string }
  | { kind: "path"; d: string; fill?: string; stroke?: string; width?: number; at?: [number, number, number] }
  | { kind: "logo"; logo: PrintedLogo; x: number; y: number; width: number; height: number };

interface Element {
  role: Role;
  alt?: string;
  scope?: "Column" | "Row";
  parts: Part[];
}
type Part = Draw | Element;

interface Sheet {
  width: number;
  height: number;
  /** True if it is cut out of a larger sheet, with bleed and marks around it. */
  cut: boolean;
  parts: Part[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface TextStyle {
  font?: Font;
  color?: string;
}

/**
 * Draws sheets once and outputs them twice: as a tagged PDF, and as an SVG picture of the first one. The origin is the
 * upper left corner of the cut sheet, units are points. Drawings outside of a `tag` are decoration, which screen
 * readers skip; tags follow each other in reading order.
 */
export class Canvas {
  readonly #sheets: Sheet[] = [];
  /** Elements that are being drawn, outermost first. */
  #open: Element[] = [];
  #decorates = false;
  /** Document for measuring text; it is never written. */
  readonly #measure = newDocument({ autoFirstPage: false });
  readonly #widths = new Map<string, number>();

  /** Starts a sheet. An element that is being drawn continues there as a second one of its kind. */
  sheet(width: number, height: number, { cut = false } = {}): void {
    const before = this.#open;
    this.#sheets.push({ width, height, cut, parts: [] });
    this.#open = [];
    for (const { role } of before) this.#begin({ role, parts: [] });
  }

  #begin(element: Element): void {
    this.#parts().push(element);
    this.#open.push(element);
  }

  /** Returns the list that takes the next part. */
  #parts(): Part[] {
    const parts = this.#open.at(-1)?.parts ?? this.#sheets.at(-1)?.parts;
    if (!parts) throw new Error("Begin a sheet first");
    return parts;
  }

  get width(): number {
    return this.#sheets.at(-1)?.width ?? 0;
  }

  get height(): number {
    return this.#sheets.at(-1)?.height ?? 0;
  }

  /** Makes one element of everything that `draw` draws, instead of this order. `alt` describes a figure. */
  tag(role: Role, draw: () => void, { alt, scope }: Pick<Element, "alt" | "scope"> = {}): void {
    if (!this.#decorates) this.#begin({ role, alt, scope, parts: [] });
    draw();
    if (!this.#decorates) this.#open.pop();
  }

  /** Draws a repetition, such as the second of ten equal cards: its tags count as decoration. */
  again(draw: () => void): void {
    this.#decorates = true;
    draw();
    this.#decorates = false;
  }

  /** Draws on each sheet at the end, for data that is known only then. */
  everySheet(draw: (index: number, count: number) => void): void {
    const count = this.#sheets.length;
    for (let index = 0; index < count; index += 1) {
      const [sheet] = this.#sheets.splice(index, 1);
      if (!sheet) continue;
      this.#sheets.push(sheet);
      draw(index, count);
      this.#sheets.splice(index, 0, ...this.#sheets.splice(-1));
    }
  }

  /** @param y of the baseline */
  text(text: string, x: number, y: number, size: number, { font = "regular", color = INK }: TextStyle = {}) {
    this.#parts().push({ kind: "text", font, size, x, y, text: printable(text), color });
  }

  centered(text: string, x: number, y: number, size: number, style: TextStyle = {}): void {
    this.text(text, x - this.widthOf(text, size, style.font) / 2, y, size, style);
  }

  widthOf(text: string, size: number, font: Font = "regular"): number {
    const clean = printable(text);
    const key = `${font} ${clean}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return (known * size) / 100;
    const width = this.#measure.font(FONTS[font]).fontSize(100).widthOfString(clean);
    this.#widths.set(key, width);
    return (width * size) / 100;
  }

  /** Returns the largest size up to `most` in which one line fits. */
  sizeFor(text: string, width: number, most: number, font: Font = "bold"): number {
    const natural = this.widthOf(text, 100, font);
    return natural === 0 ? most : Math.min(most, (width / natural) * 100);
  }

  /** Breaks a text into lines of at most `width`; a longer word is broken. */
  lines(text: string, width: number, size: number, font: Font = "regular"): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of printable(text).split(/\s+/).filter(Boolean)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (this.widthOf(longer, size, font) <= width) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = word;
      while (this.widthOf(line, size, font) > width && line.length > 1) {
        let end = line.length - 1;
        while (end > 1 && this.widthOf(line.slice(0, end), size, font) > width) end -= 1;
        lines.push(line.slice(0, end));
        line = line.slice(end);
      }
    }
    return line === "" ? lines : [...lines, line];
  }

  /** Draws text in the largest size in which it fills at most `most` lines; a longer one ends in an ellipsis. */
  fitted(text: string, width: number, { size, least, most, font = "bold" }: Fit): Fitted {
    const whole = printable(text).split(/\s+/).filter(Boolean).join(" ");
    for (let at = size; at > least; at *= 0.94) {
      const lines = this.lines(text, width, at, font);
      // Smaller letters are tried before a word is broken.
      if (lines.length <= most && lines.join(" ") === whole) return { size: at, lines };
    }
    const lines = this.lines(text, width, least, font);
    if (lines.length <= most) return { size: least, lines };
    const kept = lines.slice(0, most);
    let last = kept[most - 1] ?? "";
    while (last.length > 1 && this.widthOf(`${last}…`, least, font) > width) last = last.slice(0, -1);
    kept[most - 1] = `${last.trimEnd()}…`;
    return { size: least, lines: kept };
  }

  /** Wrapped text. @param y of the first line's top @returns the y below it */
  paragraph(
    text: string,
    box: Pick<Box, "x" | "y" | "width">,
    size: number,
    style: ParagraphStyle = {},
  ): number {
    const { leading = 1.35, align } = style;
    let y = box.y;
    for (const line of this.lines(text, box.width, size, style.font)) {
      const x = align === "center" ? box.x + (box.width - this.widthOf(line, size, style.font)) / 2 : box.x;
      this.text(line, x, y + size * 0.95, size, style);
      y += size * leading;
    }
    return y;
  }

  path(d: string, paint: { fill?: string; stroke?: string; width?: number }, at?: [number, number, number]) {
    this.#parts().push({ kind: "path", d, ...paint, at });
  }

  rect({ x, y, width, height }: Box, fill: string): void {
    this.path(`M${x} ${y}h${width}v${height}h${-width}z`, { fill });
  }

  frame({ x, y, width, height }: Box, stroke = LINE, lineWidth = 0.75): void {
    this.path(`M${x} ${y}h${width}v${height}h${-width}z`, { stroke, width: lineWidth });
  }

  rule(x: number, y: number, width: number, stroke = LINE, lineWidth = 0.75): void {
    this.path(`M${x} ${y}h${width}`, { stroke, width: lineWidth });
  }

  /** Fills the sheet with its bleed. */
  ground(fill: string, part: Partial<Box> = {}): void {
    const { x = 0, y = 0, width = this.width, height = this.height } = part;
    const left = x <= 0 ? x - BLEED : x;
    const top = y <= 0 ? y - BLEED : y;
    const right = x + width >= this.width ? x + width + BLEED : x + width;
    const bottom = y + height >= this.height ? y + height + BLEED : y + height;
    this.rect({ x: left, y: top, width: right - left, height: bottom - top }, fill);
  }

  /** Draws the largest picture that fits in the box, centered. */
  logo(logo: PrintedLogo, box: Box): void {
    const scale = Math.min(box.width / logo.width, box.height / logo.height);
    const [width, height] = [logo.width * scale, logo.height * scale];
    const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
    this.#parts().push({ kind: "logo", logo, x, y, width, height });
  }

  /** Draws a code as wide as `width` with its quiet zone, on white. */
  qr(url: string, x: number, y: number, width: number): void {
    const { path, size } = qrPath(url);
    this.rect({ x, y, width, height: width }, WHITE);
    this.path(path, { fill: "#000000" }, [x, y, width / size]);
  }

  /** Returns the tagged PDF of all sheets. */
  pdf({ title, author, language, madeAt }: About): Promise<Uint8Array> {
    const doc = newDocument({
      autoFirstPage: false,
      margin: 0,
      tagged: true,
      pdfVersion: "1.7",
      lang: language === "es" ? "es-US" : "en-US",
      displayTitle: true,
      info: { Title: title, Author: author, CreationDate: new Date(madeAt) },
    });
    const done = collect(doc);
    const root = doc.struct("Document");
    doc.addStructure(root);
    for (const sheet of this.#sheets) writeSheet(doc, root, sheet);
    root.end();
    doc.end();
    return done;
  }

  /** Returns the first sheet as it looks after cutting, or a part of it. */
  picture(part?: Box): Uint8Array {
    const sheet = this.#sheets[0];
    if (!sheet) throw new Error("There is no sheet to draw");
    const view = part ?? { x: 0, y: 0, width: sheet.width, height: sheet.height };
    return new TextEncoder().encode(svgOf(sheet.parts, { view, doc: this.#measure }));
  }
}

interface About {
  title: string;
  author: string;
  language: "en" | "es";
  madeAt: string;
}

interface Fit {
  size: number;
  least: number;
  /** Most lines. */
  most: number;
  font?: Font;
}

interface Fitted {
  size: number;
  lines: string[];
}

interface ParagraphStyle extends TextStyle {
  /** Distance between baselines, relative to the size. */
  leading?: number;
  align?: "center";
}

const isElement = (part: Part): part is Element => "role" in part;

function writeSheet(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, sheet: Sheet): void {
  const around = sheet.cut ? BLEED + MARK : 0;
  const [width, height] = [sheet.width + 2 * around, sheet.height + 2 * around];
  doc.addPage({ size: [width, height], margin: 0 });
  if (sheet.cut) {
    const box = (inset: number) => [inset, inset, width - inset, height - inset];
    // An office printer prints the crop box, a print shop the bleed and its marks.
    Object.assign((doc.page as unknown as { dictionary: { data: object } }).dictionary.data, {
      TrimBox: box(around),
      BleedBox: box(around - BLEED),
      CropBox: box(around),
    });
  }
  doc.save().translate(around, around);
  for (const group of grouped(sheet.parts.filter(hasContent))) {
    if (!Array.isArray(group)) root.add(structure(doc, group));
    else {
      doc.markContent("Artifact", { type: "Layout" });
      for (const draw of group) write(doc, draw);
      doc.endMarkedContent();
    }
  }
  doc.restore();
  if (sheet.cut) {
    doc.markContent("Artifact", { type: "Page" });
    doc.path(cropMarks(sheet, around)).lineWidth(0.5).stroke("#000000");
    doc.endMarkedContent();
  }
}

/** Draws two lines at each corner, outside of the bleed. */
function cropMarks({ width, height }: Sheet, around: number): string {
  const marks: string[] = [];
  for (const x of [around, around + width])
    for (const y of [0, around + height + BLEED]) marks.push(`M${x} ${y}v${MARK}`);
  for (const y of [around, around + height])
    for (const x of [0, around + width + BLEED]) marks.push(`M${x} ${y}h${MARK}`);
  return marks.join("");
}

/** Groups the elements of a sheet, with the decoration between two elements in one piece. */
function grouped(parts: readonly Part[]): (Element | Draw[])[] {
  const groups: (Element | Draw[])[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (isElement(part)) groups.push(part);
    else if (Array.isArray(last)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

/**
 * Tells whether an element has content: one that continued on the next sheet at once is left out. An empty cell stays.
 */
function hasContent(part: Part): boolean {
  if (!isElement(part) || part.role === "TD") return true;
  return part.parts.some(hasContent);
}

function structure(doc: PDFKit.PDFDocument, element: Element): PDFKit.PDFStructureElement {
  const children = grouped(element.parts.filter(hasContent)).map((group) =>
    Array.isArray(group)
      ? () => {
          for (const draw of group) write(doc, draw);
        }
      : structure(doc, group),
  );
  const { alt, scope } = element;
  const options = { ...(alt === undefined ? {} : { alt }), ...(scope === undefined ? {} : { scope }) };
  return doc.struct(element.role, options as Parameters<PDFKit.PDFDocument["struct"]>[1], children);
}

function write(doc: PDFKit.PDFDocument, draw: Draw): void {
  if (draw.kind === "text") {
    const { font, size, x, y, text, color } = draw;
    doc.font(FONTS[font]).fontSize(size).fillColor(color);
    doc.text(text, x, y, { lineBreak: false, baseline: "alphabetic" });
  } else if (draw.kind === "logo") {
    const { logo, x, y, width, height } = draw;
    doc.image(embedded(doc, logo) as PDFKit.Mixins.ImageSrc, x, y, { width, height });
  } else {
    const { d, fill, stroke, width = 1, at } = draw;
    doc.save();
    if (at) doc.translate(at[0], at[1]).scale(at[2]);
    doc.path(d);
    if (fill) doc.fill(fill);
    else doc.lineWidth(width).stroke(stroke ?? INK);
    doc.restore();
  }
}

const pictures = new WeakMap<PDFKit.PDFDocument, unknown>();

/** Embeds the logo in the file once, however often it is drawn. */
function embedded(doc: PDFKit.PDFDocument, logo: PrintedLogo): unknown {
  const known = pictures.get(doc);
  if (known !== undefined) return known;
  const opener = doc as unknown as { openImage(source: Buffer): unknown };
  const picture = opener.openImage(Buffer.from(logo.picture));
  pictures.set(doc, picture);
  return picture;
}

/** Parts of a font that are needed to draw its letters. */
interface Outlines {
  unitsPerEm: number;
  layout(text: string): {
    glyphs: { id: number; path: { toSVG(): string } }[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  };
}

function svgOf(parts: readonly Part[], { view, doc }: { view: Box; doc: PDFKit.PDFDocument }): string {
  const { x: left, y: top, width, height } = view;
  const shapes: string[] = [];
  const glyphs = new Map<string, string>();
  const logos = new Map<PrintedLogo, string>();
  const add = (part: Part): void => {
    if (isElement(part)) part.parts.forEach(add);
    else if (part.kind === "text") shapes.push(svgText(part, doc, glyphs));
    else if (part.kind === "logo") {
      const source = logos.get(part.logo) ?? Buffer.from(part.logo.picture).toString("base64");
      logos.set(part.logo, source);
      shapes.push(
        `<image x="${part.x}" y="${part.y}" width="${part.width}" height="${part.height}" href="data:${part.logo.type};base64,${source}"/>`,
      );
    } else {
      const { d, fill, stroke, at } = part;
      const paint = fill
        ? `fill="${fill}"`
        : `fill="none" stroke="${stroke ?? INK}" stroke-width="${part.width ?? 1}"`;
      const move = at ? ` transform="translate(${at[0]} ${at[1]}) scale(${at[2]})"` : "";
      shapes.push(`<path d="${d}" ${paint}${move}/>`);
    }
  };
  parts.forEach(add);
  const letters = [...glyphs].map(([id, d]) => `<path id="${id}" d="${d}"/>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}"><defs>${letters}</defs><path fill="#fff" d="M${left} ${top}h${width}v${height}h${-width}z"/>${shapes.join("")}</svg>\n`;
}

/** Draws letters as outlines, so that the picture needs no font. */
function svgText(
  draw: Extract<Draw, { kind: "text" }>,
  doc: PDFKit.PDFDocument,
  glyphs: Map<string, string>,
): string {
  doc.font(FONTS[draw.font]);
  let left = draw.x;
  const groups = printedRuns(doc, draw.text).map((run) =>
    withFontOf(doc, run, () => {
      const { font } = (doc as unknown as { _font: { font: Outlines } })._font;
      const scale = draw.size / font.unitsPerEm;
      const { glyphs: letters, positions } = font.layout(run.text);
      let x = 0;
      const uses = letters.map((glyph, index) => {
        const id = `${run.font?.name ? `f${env().printFonts.indexOf(run.font.name)}-` : draw.font[0]}${glyph.id}`;
        if (!glyphs.has(id)) glyphs.set(id, glyph.path.toSVG());
        const at = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
        const use = `<use href="#${id}" x="${x + at.xOffset}" y="${at.yOffset}"/>`;
        x += at.xAdvance;
        return use;
      });
      const place = `translate(${round(left)} ${round(draw.y)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`;
      left += x * scale;
      return `<g fill="${draw.color}" transform="${place}">${uses.join("")}</g>`;
    }),
  );
  return groups.join("");
}

const round = (value: number) => Math.round(value * 100) / 100;
