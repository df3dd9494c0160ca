import { type Box, CAPITAL, type Canvas, GRAY, INCH, INK, LINE, WHITE } from "./canvas.server.ts";
import type { PrintableContent } from "./content.ts";

/** A shield in a square of 32, as pages draw it for a club without a logo. */
const SHIELD = "M2 3Q2 0 5 0H27Q30 0 30 3V15C30 24 23 29 16 32C9 29 2 24 2 15Z";

/** Draws the club's logo, or a shield with its initials; its name is beside it, so it is decoration. */
export function crest(
  canvas: Canvas,
  content: Pick<PrintableContent, "logo" | "initials" | "accent">,
  box: Box,
  look: "dark" | "light" = "dark",
): void {
  if (content.logo) {
    canvas.logo(content.logo, box);
    return;
  }
  const side = Math.min(box.width, box.height);
  const [x, y] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2];
  canvas.path(SHIELD, { fill: look === "dark" ? content.accent : WHITE }, [x, y, side / 32]);
  const { initials } = content;
  const size = canvas.sizeFor(initials, side * 0.6, side * 0.44);
  const baseline = y + side * 0.45 + (size * CAPITAL) / 2;
  canvas.centered(initials, x + side / 2, baseline, size, {
    font: "bold",
    color: look === "dark" ? WHITE : content.accent,
  });
}

/** Draws the mark of a score on the sideline: a full dot, a half one, or an open ring. */
export function mark(
  canvas: Canvas,
  [x, y, radius]: readonly [x: number, y: number, radius: number],
  score: 20 | 10 | 0,
  color = INK,
): void {
  const inner = score === 20 ? radius : radius * 0.86;
  const circle = `M${x - inner} ${y}a${inner} ${inner} 0 1 0 ${2 * inner} 0a${inner} ${inner} 0 1 0 ${-2 * inner} 0z`;
  if (score === 20) canvas.path(circle, { fill: color });
  else canvas.path(circle, { stroke: color, width: radius * 0.28 });
  if (score === 10)
    canvas.path(`M${x - radius} ${y}a${radius} ${radius} 0 0 0 ${2 * radius} 0z`, { fill: color });
}

interface Dots {
  radius: number;
  /** Approximate distance between dots. */
  every: number;
  color: string;
  /** Thickness of its line; 0 if the dots are on a band. */
  line?: number;
  /** No dots this close to the middle. */
  gap?: number;
}

/** Draws the ornament of every sheet: dots standing on the sideline. */
export function sideline(
  canvas: Canvas,
  { x, y, width }: Pick<Box, "x" | "y" | "width">,
  { radius, every, color, line = radius / 4, gap = -1 }: Dots,
): void {
  if (line > 0) canvas.rect({ x, y, width, height: line }, color);
  const count = Math.floor(width / every);
  const step = width / count;
  for (let index = 0; index < count; index += 1) {
    const at = x + step * (index + 0.5);
    if (Math.abs(at - (x + width / 2)) > gap) mark(canvas, [at, y - radius, radius], 20, color);
  }
}

/** Shortens an address for reading and typing: without its scheme. */
export const readable = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");

/** Breaks an address only after slashes, into as few lines as fit in the smallest letters. */
function addressLines(canvas: Canvas, url: string, width: number, least: number): string[] {
  const lines = [""];
  for (const part of readable(url).split(/(?<=\/)/)) {
    const longer = `${lines.at(-1)}${part}`;
    if (lines.at(-1) === "" || canvas.widthOf(longer, least) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/**
 * Draws a code with its purpose above and its address below it.
 * @returns the y below
 */
export function codeWithAddress(
  canvas: Canvas,
  code: { url: string; label: string },
  { x, y, width }: Pick<Box, "x" | "y" | "width">,
  { size, addressSize = size }: { size: number; addressSize?: number },
): number {
  let below = y;
  canvas.tag("P", () => {
    const oneLine = canvas.sizeFor(code.label, width * 1.1, size);
    const { size: at, lines } =
      oneLine >= size * 0.8
        ? { size: oneLine, lines: code.label === "" ? [] : [code.label] }
        : canvas.fitted(code.label, width, { size, least: size * 0.7, most: 2 });
    for (const line of lines) {
      canvas.centered(line, x + width / 2, below + at, at, { font: "bold" });
      below += at * 1.2;
    }
  });
  below += size * 0.25;
  canvas.tag("Figure", () => canvas.qr(code.url, x, below, width), { alt: `QR code of ${code.url}` });
  below += width;
  canvas.tag("P", () => {
    const room = width * 1.1;
    const lines = addressLines(canvas, code.url, room, addressSize * 0.8);
    const at = Math.min(...lines.map((line) => canvas.sizeFor(line, room, addressSize, "regular")));
    for (const line of lines) {
      canvas.centered(line, x + width / 2, below + at * 0.9, at);
      below += at * 1.15;
    }
  });
  return below;
}

export const MARGIN = INCH / 2;

/**
 * Draws the top of an office sheet: crest, the sheet's name, the club and its season, over the sideline.
 * @returns the y below
 */
export function sheetHead(canvas: Canvas, content: PrintableContent, title: string): number {
  const width = canvas.width - 2 * MARGIN;
  const box = { x: MARGIN, y: MARGIN, width: content.logo ? 62 : 48, height: 52 };
  crest(canvas, content, box);
  const left = box.x + box.width + 12;
  const room = width - box.width - 12;
  canvas.tag("H1", () => {
    const size = canvas.sizeFor(title, room, 25);
    canvas.text(title, left, MARGIN + 24, size, { font: "bold" });
  });
  canvas.tag("P", () => {
    const of = [content.clubName, content.season].filter(Boolean).join(" · ");
    const oneLine = canvas.sizeFor(of, room, 12, "regular");
    const { size, lines } =
      oneLine >= 8.5
        ? { size: oneLine, lines: [of] }
        : canvas.fitted(of, room, { size: 9, least: 7, most: 2, font: "regular" });
    lines.forEach((line, index) => {
      canvas.text(line, left, MARGIN + 42 + index * size * 1.15, size, { color: GRAY });
    });
  });
  sideline(
    canvas,
    { x: MARGIN, y: MARGIN + 66, width },
    { radius: 2.6, every: 22, color: content.accent, line: 1.4 },
  );
  return MARGIN + 80;
}

/** Draws the bottom of an office sheet: the person to ask. */
export function sheetFoot(canvas: Canvas, content: PrintableContent, right = ""): void {
  const y = canvas.height - MARGIN;
  const room = canvas.width - 2 * MARGIN - (right === "" ? 0 : canvas.widthOf(right, 8) + 16);
  const of = [content.contact, content.website].filter(Boolean).join(" · ");
  if (of !== "")
    canvas.tag("P", () => {
      const { size, lines } = canvas.fitted(of, room, { size: 8.5, least: 6, most: 1, font: "regular" });
      canvas.text(lines[0] ?? "", MARGIN, y, size, { color: GRAY });
    });
  if (right !== "")
    canvas.text(right, canvas.width - MARGIN - canvas.widthOf(right, 8), y, 8, { color: GRAY });
}

/** Draws a small caption over a line to write on. */
export function writingLine(
  canvas: Canvas,
  label: string,
  { x, y, width }: Pick<Box, "x" | "y" | "width">,
): void {
  canvas.tag("P", () => canvas.text(label, x, y, 8.5, { color: GRAY }));
  canvas.rule(x, y + 21, width, LINE, 0.9);
}

/** Draws a checkbox with its words. */
export function tickBox(
  canvas: Canvas,
  label: string,
  x: number,
  y: number,
  size: number,
  bold = false,
): void {
  const side = size * 0.95;
  canvas.frame({ x, y: y - side * 0.86, width: side, height: side }, INK, 0.9);
  canvas.text(label, x + side + size * 0.45, y, size, { font: bold ? "bold" : "regular" });
}
