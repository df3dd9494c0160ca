import { type Box, CAPITAL, Canvas, GRAY, INCH, INK, WHITE } from "./canvas.server.ts";
import {
  type CertificateWords,
  certificatesTitle,
  certificateWords,
  paperMarks,
} from "./certificate-words.ts";
import type { CertificatesTask } from "./content.ts";
import { crest, mark } from "./parts.server.ts";

const FRAME = 0.42 * INCH;
const INNER = FRAME + 7;
/** Scale of the game that earned it, at the strip's end. */
const NEWEST = 1.55;
/** Width of a sentence. */
const SENTENCE = 630;

/**
 * Prints certificates of what teams have earned: a landscape page each, with the team's strip
 * (product/rewards.md#certificates).
 */
export function certificatesPdf({ language, content, certificates }: CertificatesTask): Promise<Uint8Array> {
  const canvas = new Canvas();
  for (const certificate of certificates) {
    canvas.sheet(11 * INCH, 8.5 * INCH);
    drawCertificate(canvas, content, {
      words: certificateWords(certificate, language),
      marks: paperMarks(certificate),
      isEarnedByLast: certificate.byGame,
      program: certificate.program,
    });
  }
  return canvas.pdf({
    title: `${certificatesTitle(certificates, language)}, ${content.clubName}`,
    author: content.clubName,
    language,
    madeAt: certificates[0]?.awardedAt ?? certificates[0]?.earnedAt ?? new Date(0).toISOString(),
  });
}

interface Drawn {
  words: CertificateWords;
  marks: string;
  isEarnedByLast: boolean;
  program: string;
}

function drawCertificate(
  canvas: Canvas,
  content: CertificatesTask["content"],
  { words, marks, isEarnedByLast, program }: Drawn,
): void {
  const { width, height } = canvas;
  const middle = width / 2;
  const room = width - 2 * INNER - 56;
  const { accent } = content;
  canvas.frame({ x: FRAME, y: FRAME, width: width - 2 * FRAME, height: height - 2 * FRAME }, accent, 3);
  canvas.frame({ x: INNER, y: INNER, width: width - 2 * INNER, height: height - 2 * INNER }, accent, 0.8);
  crest(canvas, content, { x: middle - 80, y: 66, width: 160, height: 60 });
  canvas.tag("P", () => {
    const name = canvas.fitted(content.clubName, room, { size: 15, least: 9, most: 1 });
    canvas.centered(name.lines[0] ?? "", middle, 150, name.size, { font: "bold", color: GRAY });
  });
  if (words.preview) preview(canvas, words.preview);
  canvas.tag("H1", () => {
    const size = canvas.sizeFor(words.headline, room, 42);
    canvas.centered(words.headline, middle, 204, size, { font: "bold", color: accent });
  });
  canvas.tag("P", () => canvas.centered(words.lead, middle, 237, 14.5));
  canvas.tag("P", () => {
    const who = canvas.fitted(words.who, room, { size: 36, least: 15, most: 1 });
    canvas.centered(who.lines[0] ?? "", middle, 279, who.size, { font: "bold" });
  });
  canvas.tag("P", () => {
    const below = canvas.fitted(words.below, room, { size: 13, least: 8, most: 1, font: "regular" });
    canvas.centered(below.lines[0] ?? "", middle, 299, below.size, { color: GRAY });
  });
  let below = 318;
  const sentence = (text: string, size: number, most: number, font: "bold" | "regular") => {
    if (text === "") return;
    canvas.tag("P", () => {
      const fitted = canvas.fitted(text, SENTENCE, { size, least: 9, most, font });
      for (const line of balanced(canvas, fitted, font)) {
        canvas.centered(line, middle, below + fitted.size, fitted.size, { font });
        below += fitted.size * 1.32;
      }
    });
    below += 4;
  };
  sentence(words.why, 15, 2, "bold");
  sentence(words.thanks, 13, 1, "regular");
  sentence(words.reward, 13, 1, "regular");
  drawStrip(canvas, { words, marks, isEarnedByLast, accent, y: 462 });
  foot(canvas, words, program, height - 72);
}

/** Balances the words of the lines, so that no date is alone on the second. */
function balanced(
  canvas: Canvas,
  { lines, size }: { lines: readonly string[]; size: number },
  font: "bold" | "regular",
): readonly string[] {
  let best = lines;
  for (let width = SENTENCE; width > SENTENCE / 2; width -= 15) {
    const narrower = canvas.lines(lines.join(" "), width, size, font);
    if (narrower.length > lines.length) return best;
    best = narrower;
  }
  return best;
}

/** Marks the frame's head, so that a revocable reward is not handed over by mistake. */
function preview(canvas: Canvas, text: string): void {
  canvas.rect({ x: INNER, y: INNER, width: canvas.width - 2 * INNER, height: 20 }, INK);
  canvas.tag("P", () =>
    canvas.centered(text, canvas.width / 2, INNER + 14, 11, { font: "bold", color: WHITE }),
  );
}

/** Draws the team's strip, from frame to frame: a mark per game, the one that earned the certificate the largest. */
function drawStrip(
  canvas: Canvas,
  at: Pick<Drawn, "words" | "marks" | "isEarnedByLast"> & { accent: string; y: number },
): void {
  const { words, marks, isEarnedByLast, accent, y } = at;
  const line = 4;
  canvas.rect({ x: INNER, y, width: canvas.width - 2 * INNER, height: line }, accent);
  if (marks === "") return;
  const radius = 13;
  const step = 58;
  const left = canvas.width / 2 - (step * (marks.length - 1)) / 2;
  canvas.tag(
    "Figure",
    () => {
      [...marks].forEach((sign, index) => {
        const last = isEarnedByLast && index === marks.length - 1;
        const x = left + index * step;
        drawMark(canvas, sign, [x, y, last ? radius * NEWEST : radius], accent);
        if (last && sign === "p")
          canvas.centered("20", x, y - radius * NEWEST + 16 * CAPITAL * 0.5, 16, {
            font: "bold",
            color: WHITE,
          });
      });
    },
    { alt: words.stripLabel },
  );
  canvas.tag("P", () =>
    canvas.centered(words.stripCaption, canvas.width / 2, y + line + 15, 9.5, { color: GRAY }),
  );
}

const SCORE = { p: 20, m: 10, x: 0 } as const;

function drawMark(
  canvas: Canvas,
  sign: string,
  [x, y, radius]: readonly [number, number, number],
  color: string,
): void {
  if (sign === "p" || sign === "m" || sign === "x") mark(canvas, [x, y - radius, radius], SCORE[sign], color);
  else canvas.rect({ x: x - 1.5, y: y - radius, width: 3, height: radius }, color);
}

/** Draws the club's signature line, its program, and the day. */
function foot(canvas: Canvas, words: CertificateWords, program: string, y: number): void {
  const side = 190;
  const edge = INNER + 34;
  const columns: readonly (readonly [Pick<Box, "x">, string, string])[] = [
    [{ x: edge }, "", words.club],
    [{ x: canvas.width - edge - side }, words.awardedOn, words.date],
  ];
  for (const [{ x }, value, label] of columns) {
    canvas.rule(x, y, side, INK, 0.9);
    if (value !== "")
      canvas.tag("P", () => canvas.centered(value, x + side / 2, y - 6, 12, { font: "bold" }));
    canvas.tag("P", () => canvas.centered(label, x + side / 2, y + 13, 9, { color: GRAY }));
  }
  canvas.tag("P", () => {
    const name = canvas.fitted(program, canvas.width - 2 * (edge + side) - 24, {
      ...{ size: 12, least: 7, most: 2, font: "regular" },
    });
    name.lines.forEach((line, index) => {
      canvas.centered(line, canvas.width / 2, y + index * name.size * 1.2, name.size, { color: GRAY });
    });
  });
}
