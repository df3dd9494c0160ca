import { CAPITAL, type Canvas, INCH, INK, WHITE } from "./canvas.server.ts";
import type { PrintableContent } from "./content.ts";
import { codeWithAddress, crest, sideline } from "./parts.server.ts";
import type { wordsIn } from "./words.ts";

type Words = ReturnType<typeof wordsIn>;

const FOOT = 12 * INCH;

/**
 * Draws six by two feet for the fence: one sentence, 4 inches high, beside the club's panel. The outer 2 inches are for
 * hem and eyelets.
 */
export function drawBanner(canvas: Canvas, content: PrintableContent, words: Words): void {
  canvas.sheet(6 * FOOT, 2 * FOOT, { cut: true });
  const panel = 20 * INCH;
  canvas.ground(content.accent);
  const left = panel + 3 * INCH;
  const right = canvas.width - 3 * INCH;
  canvas.tag("H1", () => {
    const size = canvas.sizeFor(words.banner.big, right - left, 10 * INCH);
    canvas.text(words.banner.big, left - size * 0.06, 3.4 * INCH + size * CAPITAL, size, {
      font: "bold",
      color: WHITE,
    });
  });
  canvas.tag("P", () => {
    const size = canvas.sizeFor(words.banner.small, right - left, 3.4 * INCH);
    canvas.text(words.banner.small, left, 15.6 * INCH, size, { font: "bold", color: WHITE });
  });
  sideline(
    canvas,
    { x: panel, y: 20.6 * INCH, width: canvas.width - panel },
    { radius: 0.8 * INCH, every: 4 * INCH, color: WHITE, line: 0 },
  );
  canvas.ground(WHITE, { x: panel, y: 20.6 * INCH, width: canvas.width - panel, height: 0.3 * INCH });
  clubPanel(canvas, content, words, panel);
}

function clubPanel(canvas: Canvas, content: PrintableContent, words: Words, width: number): void {
  canvas.ground(WHITE, { width });
  const middle = width / 2;
  const { parents } = content;
  const inner = width - 4.5 * INCH;
  const name = canvas.fitted(content.clubName, inner, { size: 2.1 * INCH, least: 0.7 * INCH, most: 3 });
  const nameHeight = name.lines.length * name.size * 1.12;
  const codeSide = 6 * INCH;
  const codeHeight = parents ? codeSide + 2.4 * INCH : 0;
  const room = canvas.height - 4 * INCH - nameHeight - codeHeight - INCH * (parents ? 1.1 : 0.6);
  const crestSide = Math.min(room, 12 * INCH);
  let y = (canvas.height - crestSide - nameHeight - codeHeight - INCH * (parents ? 1.1 : 0.6)) / 2;
  crest(canvas, content, { x: middle - inner / 2, y, width: inner, height: crestSide });
  y += crestSide + 0.6 * INCH;
  canvas.tag("P", () => {
    for (const line of name.lines) {
      canvas.centered(line, middle, y + name.size * 0.86, name.size, { font: "bold" });
      y += name.size * 1.12;
    }
  });
  if (!parents) return;
  y += 0.5 * INCH;
  const label = words.scan[parents.kind];
  codeWithAddress(
    canvas,
    { url: parents.url, label },
    { x: middle - codeSide / 2, y, width: codeSide },
    { size: 0.75 * INCH, addressSize: 0.55 * INCH },
  );
}

/** Draws seventeen by eleven inches: capitals of 50 mm, legible from 10 m, and a sentence legible from 3 m. */
export function drawFieldSign(canvas: Canvas, content: PrintableContent, words: Words): void {
  canvas.sheet(17 * INCH, 11 * INCH, { cut: true });
  const margin = 0.6 * INCH;
  const width = canvas.width - 2 * margin;
  const [first, second] = words.sign.big;
  canvas.tag("H1", () => {
    const top = canvas.sizeFor(first, width, 285);
    const below = canvas.sizeFor(second, width, 264);
    const baseline = margin + top * CAPITAL;
    canvas.text(first, margin - top * 0.07, baseline, top, { font: "bold", color: content.accent });
    canvas.text(second, margin - below * 0.02, baseline + top * 0.24 + below * CAPITAL + 22, below, {
      font: "bold",
      color: INK,
    });
  });
  canvas.tag("P", () => {
    const size = canvas.sizeFor(words.sign.small, width, 60);
    canvas.text(words.sign.small, margin, 8.4 * INCH, size, { font: "bold", color: INK });
  });
  const band = 9.35 * INCH;
  canvas.ground(content.accent, { y: band, height: canvas.height - band });
  sideline(
    canvas,
    { x: 0, y: band, width: canvas.width },
    { radius: 11, every: 68, color: content.accent, line: 0 },
  );
  const height = canvas.height - band - 0.5 * INCH;
  const plate = { x: margin, y: band + 0.25 * INCH, width: content.logo ? height * 1.5 : height, height };
  if (content.logo) {
    canvas.rect({ x: plate.x, y: plate.y, width: plate.width, height: plate.height }, WHITE);
    const inset = { x: plate.x + 6, y: plate.y + 6, width: plate.width - 12, height: plate.height - 12 };
    crest(canvas, content, inset);
  } else crest(canvas, content, plate, "light");
  canvas.tag("P", () => {
    const left = plate.x + plate.width + 0.35 * INCH;
    const name = canvas.fitted(content.clubName, canvas.width - margin - left, {
      size: 54,
      least: 26,
      most: 2,
    });
    const block = name.lines.length * name.size * 1.1;
    name.lines.forEach((line, index) => {
      const y = plate.y + (height - block) / 2 + name.size * (0.88 + index * 1.1);
      canvas.text(line, left, y, name.size, { font: "bold", color: WHITE });
    });
  });
}
