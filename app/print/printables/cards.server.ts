import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { scores } from "#app/domain/club/ratings/ratings.ts";
import { incidentTags, supportiveTags } from "#app/domain/values/rating-tags.ts";
import { type Box, CAPITAL, type Canvas, GRAY, INCH, INK, LINE, WHITE } from "./canvas.server.ts";
import type { PrintableContent } from "./content.ts";
import { codeWithAddress, crest, mark, sideline, tickBox, writingLine } from "./parts.server.ts";
import type { wordsIn } from "./words.ts";

type Words = ReturnType<typeof wordsIn>;

/** The usual card of 3½ by 2 inches, ten on a letter sheet, as perforated sheets have them. */
const CARD = { width: 3.5 * INCH, height: 2 * INCH, columns: 2, rows: 5 };
const INSET = 13;
/** First card of each sheet, for its picture. */
export const FIRST_CARD = {
  "pocket-card": { x: 0.75 * INCH, y: 0.5 * INCH, width: CARD.width, height: CARD.height },
  "rating-card": { x: 0, y: 0, width: 4.25 * INCH, height: 5.5 * INCH },
};

/** Draws both sides of the pocket card; all cards of a side are equal, so the paper can be turned either way. */
export function drawPocketCards(canvas: Canvas, content: PrintableContent, words: Words): void {
  for (const side of [drawFront, drawBack]) {
    canvas.sheet(8.5 * INCH, 11 * INCH);
    const left = (canvas.width - CARD.columns * CARD.width) / 2;
    const top = (canvas.height - CARD.rows * CARD.height) / 2;
    cutMarks(canvas, { x: left, y: top, width: canvas.width - 2 * left, height: canvas.height - 2 * top });
    for (let index = 0; index < CARD.columns * CARD.rows; index += 1) {
      const x = left + (index % CARD.columns) * CARD.width;
      const y = top + Math.floor(index / CARD.columns) * CARD.height;
      const draw = () => side(canvas, content, words, [x, y]);
      if (index === 0) draw();
      else canvas.again(draw);
    }
  }
}

/** Marks where to cut, in the paper's margins: nothing of it is left on a card. */
function cutMarks(canvas: Canvas, { x, y, width, height }: Box): void {
  const marks: string[] = [];
  for (let column = 0; column <= CARD.columns; column += 1)
    for (const from of [y - 22, y + height + 6]) marks.push(`M${x + column * CARD.width} ${from}v16`);
  for (let row = 0; row <= CARD.rows; row += 1)
    for (const from of [x - 24, x + width + 6]) marks.push(`M${from} ${y + row * CARD.height}h18`);
  canvas.path(marks.join(""), { stroke: "#000000", width: 0.5 });
}

type Side = (canvas: Canvas, content: PrintableContent, words: Words, at: readonly [number, number]) => void;

const drawFront: Side = (canvas, content, words, [x, y]) => {
  const right = x + CARD.width - INSET;
  crest(canvas, content, { x: right - 34, y: y + INSET - 2, width: 34, height: 30 });
  canvas.tag("H1", () => {
    const size = canvas.sizeFor(words.card.title, CARD.width - 2 * INSET - 42, 17);
    canvas.text(words.card.title, x + INSET, y + INSET + 14, size, { font: "bold", color: content.accent });
  });
  canvas.tag("L", () =>
    words.card.say.forEach((line, index) => {
      canvas.tag("LI", () =>
        canvas.tag("LBody", () => {
          const last = index === words.card.say.length - 1;
          const size = canvas.sizeFor(line, CARD.width - 2 * INSET, 12, last ? "bold" : "regular");
          canvas.text(line, x + INSET, y + 47 + index * 15.8, size, { font: last ? "bold" : "regular" });
        }),
      );
    }),
  );
  footOfCard(canvas, content, [x, y]);
};

const drawBack: Side = (canvas, content, words, [x, y]) => {
  const { parents } = content;
  const codeSide = 74;
  const room = CARD.width - 2 * INSET - (parents ? codeSide + 12 : 0);
  let below = y + INSET;
  canvas.tag("H1", () => {
    const title = canvas.fitted(words.card.backTitle, room, { size: 13, least: 9, most: 2 });
    for (const line of title.lines) {
      canvas.text(line, x + INSET, below + title.size * 0.86, title.size, {
        font: "bold",
        color: content.accent,
      });
      below += title.size * 1.15;
    }
  });
  below += 7;
  canvas.tag("L", () => {
    for (const [whose, what] of words.card.others)
      canvas.tag("LI", () =>
        canvas.tag("LBody", () => {
          const size = canvas.sizeFor(`${whose} ${what}`, room, 10.5);
          canvas.text(whose, x + INSET, below + 9, size);
          canvas.text(what, x + INSET + canvas.widthOf(`${whose} `, size), below + 9, size, { font: "bold" });
          below += 15.5;
        }),
      );
  });
  canvas.tag("P", () => {
    canvas.paragraph(words.card.ask, { x: x + INSET, y: below + 3, width: room }, 8, { color: GRAY });
  });
  if (parents)
    codeWithAddress(
      canvas,
      { url: parents.url, label: words.scan[parents.kind] },
      { x: x + CARD.width - INSET - codeSide, y: y + 9, width: codeSide },
      { size: 7, addressSize: 6.4 },
    );
  else footOfCard(canvas, content, [x, y]);
};

function footOfCard(canvas: Canvas, content: PrintableContent, [x, y]: readonly [number, number]): void {
  const width = CARD.width - 2 * INSET;
  sideline(
    canvas,
    { x: x + INSET, y: y + 122, width },
    { radius: 2.4, every: 16, color: content.accent, line: 1.2 },
  );
  canvas.tag("P", () => {
    const name = canvas.fitted(content.clubName, width, { size: 7.5, least: 5.5, most: 1, font: "regular" });
    canvas.text(name.lines[0] ?? "", x + INSET, y + 134, name.size, { color: GRAY });
  });
}

/** Draws four cards for the coach's pocket: the three scores, what happened, and the code that opens the rating. */
export function drawRatingCards(canvas: Canvas, content: PrintableContent): void {
  canvas.sheet(8.5 * INCH, 11 * INCH);
  const [width, height] = [canvas.width / 2, canvas.height / 2];
  const cut = { stroke: LINE, width: 0.5 };
  canvas.path(`M${width} 8v${canvas.height - 16}`, cut);
  canvas.path(`M8 ${height}h${canvas.width - 16}`, cut);
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const draw = () => drawRatingCard(canvas, content, { x: column * width, y: row * height, width, height });
    if (column + row === 0) draw();
    else canvas.again(draw);
  }
}

const PAD = 28;
const ROW = 31;

function drawRatingCard(canvas: Canvas, content: PrintableContent, box: Box): void {
  const { x, y } = box;
  const left = x + PAD;
  const right = x + box.width - PAD;
  const code = 76;
  const narrow = right - left - code - 14;
  crest(canvas, content, { x: left, y: y + PAD, width: 26, height: 26 });
  canvas.tag("H1", () => {
    const size = canvas.sizeFor("Rate the sideline", narrow - 32, 18);
    canvas.text("Rate the sideline", left + 32, y + PAD + 12, size, { font: "bold" });
  });
  canvas.tag("P", () => {
    const of = [content.clubName, content.season].filter(Boolean).join(" · ");
    const at = canvas.fitted(of, narrow - 32, { size: 7.5, least: 6, most: 1, font: "regular" });
    canvas.text(at.lines[0] ?? "", left + 32, y + PAD + 24, at.size, { color: GRAY });
  });
  writingLine(canvas, "Team", { x: left, y: y + 74, width: narrow });
  writingLine(canvas, "Against", { x: left, y: y + 106, width: narrow });
  writingLine(canvas, "Date", { x: left, y: y + 138, width: narrow });
  let below = y + 170;
  for (const score of [...scores].sort((one, other) => other - one)) {
    const { name, description } = scoreLabels[score];
    canvas.frame({ x: left, y: below, width: right - left, height: ROW - 4 }, INK, score === 20 ? 1.2 : 0.8);
    mark(canvas, [left + 18, below + (ROW - 4) / 2, 8], score);
    canvas.tag("P", () => {
      canvas.text(name, left + 36, below + 12.5, 10.5, { font: "bold" });
      canvas.text(description, left + 36, below + 23, 7.5, { color: GRAY });
      const number = String(score);
      canvas.text(
        number,
        right - 10 - canvas.widthOf(number, 17, "bold"),
        below + 14.5 + 17 * CAPITAL * 0.5,
        17,
        {
          font: "bold",
        },
      );
    });
    below += ROW;
  }
  below += 12;
  canvas.tag("H2", () => canvas.text("What happened", left, below, 8.5, { font: "bold" }));
  canvas.tag("L", () =>
    [incidentTags, supportiveTags].forEach((group, column) => {
      group.forEach(({ label }, index) => {
        const x = left + (column * (right - left)) / 2;
        canvas.tag("LI", () =>
          canvas.tag("LBody", () => tickBox(canvas, label, x, below + 12 + index * 10.8, 7.2)),
        );
      });
    }),
  );
  canvas.tag("P", () => canvas.text("In a few words", left, y + box.height - 37, 7.5, { color: GRAY }));
  canvas.rule(left, y + box.height - 22, right - left, LINE, 0.8);
  codeWithAddress(
    canvas,
    { url: content.ratingUrl, label: "Enter it here" },
    { x: right - code, y: y + PAD - 4, width: code },
    { size: 8, addressSize: 6.4 },
  );
}

/** Draws a certificate for a team's families, to be filled in with a pen. */
export function drawCertificate(canvas: Canvas, content: PrintableContent, words: Words): void {
  const { certificate } = words;
  canvas.sheet(8.5 * INCH, 11 * INCH);
  const middle = canvas.width / 2;
  canvas.frame({ x: 36, y: 36, width: canvas.width - 72, height: canvas.height - 72 }, content.accent, 3);
  canvas.frame({ x: 43, y: 43, width: canvas.width - 86, height: canvas.height - 86 }, content.accent, 0.8);
  crest(canvas, content, { x: middle - 90, y: 70, width: 180, height: 84 });
  canvas.tag("P", () => {
    const name = canvas.fitted(content.clubName, canvas.width - 150, { size: 17, least: 10, most: 2 });
    name.lines.forEach((line, index) => {
      canvas.centered(line, middle, 178 + index * name.size * 1.15, name.size, { font: "bold", color: GRAY });
    });
  });
  canvas.tag("H1", () => {
    const size = canvas.sizeFor(certificate.title, canvas.width - 150, 64);
    canvas.centered(certificate.title, middle, 262, size, { font: "bold", color: content.accent });
  });
  const line = 400;
  sideline(
    canvas,
    { x: 43, y: line, width: canvas.width - 86 },
    { radius: 9, every: (canvas.width - 86) / 15, color: content.accent, line: 4, gap: 75 },
  );
  mark(canvas, [middle, line - 54, 54], 20, content.accent);
  canvas.tag("P", () => {
    canvas.centered("20", middle, line - 54 + 46 * CAPITAL * 0.5 - 4, 46, { font: "bold", color: WHITE });
    const under = certificate.points.replace(/^20 /, "");
    canvas.centered(under, middle, line - 20, 12, { font: "bold", color: WHITE });
  });
  canvas.tag("P", () => canvas.centered(certificate.lead, middle, 446, 17));
  canvas.rule(110, 492, canvas.width - 220, INK, 1);
  canvas.tag("P", () => canvas.centered(certificate.team, middle, 505, 9, { color: GRAY }));
  const text = { x: 100, width: canvas.width - 200 };
  let below = 0;
  canvas.tag("P", () => {
    below = canvas.paragraph(certificate.why, { ...text, y: 528 }, 14, { font: "bold", align: "center" });
  });
  canvas.tag("P", () => {
    canvas.paragraph(certificate.thanks, { ...text, y: below + 6 }, 13, { align: "center" });
  });
  const columns = [
    [
      [certificate.game, 84],
      [certificate.date, 332],
    ],
    [
      [certificate.coach, 84],
      [certificate.club, 332],
    ],
  ] as const;
  columns.forEach((row, index) => {
    for (const [label, x] of row) {
      const y = 648 + index * 54;
      canvas.rule(x, y, 196, INK, 0.9);
      canvas.tag("P", () => canvas.text(label, x, y + 12, 9, { color: GRAY }));
    }
  });
  if (content.season !== "")
    canvas.tag("P", () => {
      const season = canvas.fitted(content.season, 300, { size: 11, least: 8, most: 1, font: "regular" });
      canvas.centered(season.lines[0] ?? "", middle, canvas.height - 54, season.size, { color: GRAY });
    });
}
