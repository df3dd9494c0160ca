import { abuseLevels, MINOR_OFFICIAL_FACTOR } from "#app/domain/club/incidents/incidents.ts";
import { minorLabels, NO_CHILDREN } from "#app/domain/club/incidents/labels.ts";
import type { PrintableLanguage } from "#app/domain/club/printables/printables.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import {
  AGREEMENT_VERSION,
  agreementBlocks,
  agreementCatalogue,
  fillIn,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { incidentTags } from "#app/domain/values/rating-tags.ts";
import { type Canvas, GRAY, INCH, INK, LINE } from "./canvas.server.ts";
import type { PrintableContent } from "./content.ts";
import {
  codeWithAddress,
  MARGIN,
  mark,
  sheetFoot,
  sheetHead,
  sideline,
  tickBox,
  writingLine,
} from "./parts.server.ts";
import type { wordsIn } from "./words.ts";

type Words = ReturnType<typeof wordsIn>;

const newPage = (canvas: Canvas) => canvas.sheet(8.5 * INCH, 11 * INCH);

/** Bottom of the content, above the foot. */
const BOTTOM = 11 * INCH - MARGIN - 18;
const GAP = 22;
/** Size of the text and of the parts to sign. */
const SIZE = 9.3;
const SIGNED_SIZE = 10.8;

/** Two columns on as many sheets as the text needs. */
class Columns {
  #column = 0;
  #top: number;
  y: number;
  size = SIZE;
  readonly width: number;
  readonly #canvas: Canvas;

  constructor(canvas: Canvas, top: number) {
    this.#canvas = canvas;
    this.#top = top;
    this.y = top;
    this.width = (canvas.width - 2 * MARGIN - GAP) / 2;
  }

  get x(): number {
    return MARGIN + this.#column * (this.width + GAP);
  }

  /** Moves to the next column if less than `height` is left. */
  need(height: number): void {
    if (this.y + height > BOTTOM) this.next();
  }

  next(): void {
    if (this.#column === 1) this.nextSheet();
    else this.#column = 1;
    this.y = this.#top;
  }

  nextSheet(): void {
    newPage(this.#canvas);
    this.#column = 0;
    this.#top = MARGIN + 30;
    this.y = this.#top;
  }
}

/**
 * Draws the agreement's text as on a parent's page, without the part about electronic signatures, and lines to sign on.
 */
export function drawAgreement(
  canvas: Canvas,
  content: PrintableContent,
  { words, language }: { words: Words; language: PrintableLanguage },
): void {
  const { text } = agreementCatalogue(language);
  const clubName = content.clubName;
  newPage(canvas);
  const columns = new Columns(canvas, sheetHead(canvas, content, text.title) + 8);
  const kept = new Set([
    text.keptHeading,
    ...text.kept,
    text.electronicHeading,
    ...text.electronic,
    text.consent,
  ]);
  const keptBlocks = new Set([...kept].map((item) => fillIn(item, { club: clubName })));
  const blocks = agreementBlocks(language, {
    clubName,
    ownParagraph: content.ownParagraph,
    version: AGREEMENT_VERSION,
  }).filter(({ kind, text: words }) => kind !== "title" && kind !== "consent" && !keptBlocks.has(words));
  const version = blocks.pop();
  let list: (() => void)[] = [];
  const closeList = () => {
    if (list.length === 0) return;
    const items = list;
    list = [];
    canvas.tag("L", () => {
      for (const item of items) canvas.tag("LI", () => canvas.tag("LBody", item));
    });
  };
  let step = 0;
  for (const block of blocks) {
    const { kind } = block;
    if (kind === "heading") {
      closeList();
      // The returned sheet repeats what was agreed to; the family keeps the sheet before it.
      if (block.text === text.agreeHeading) {
        columns.nextSheet();
        columns.size = SIGNED_SIZE;
      }
      heading(canvas, columns, block.text, content.accent);
    } else if (kind === "paragraph") {
      closeList();
      canvas.tag("P", () => flow(canvas, columns, block.text));
    } else {
      if (kind === "step") step += 1;
      const sign = kind === "step" ? `${step}.` : kind === "affirmation" ? "box" : "dot";
      list.push(() => flow(canvas, columns, block.text, sign));
    }
  }
  closeList();
  const { agreement } = words;
  heading(canvas, columns, agreement.keptHeading, content.accent);
  for (const paragraph of agreement.kept)
    canvas.tag("P", () => flow(canvas, columns, fillIn(paragraph, { club: clubName })));
  signature(canvas, columns, { words, content, version: version?.text ?? "" });
  canvas.everySheet((index, count) => {
    if (index > 0) {
      const width = canvas.width - 2 * MARGIN;
      const fit = { size: 9, least: 6, most: 1, font: "regular" } as const;
      const head = canvas.fitted(`${text.title} · ${clubName}`, width, fit);
      canvas.text(head.lines[0] ?? "", MARGIN, MARGIN + 6, head.size, { color: GRAY });
      const dots = { radius: 2.6, every: 22, color: content.accent, line: 1.4 };
      sideline(canvas, { x: MARGIN, y: MARGIN + 18, width }, dots);
    }
    sheetFoot(canvas, content, count > 1 ? fillIn(agreement.page, { page: index + 1, pages: count }) : "");
  });
}

function heading(canvas: Canvas, columns: Columns, text: string, color: string): void {
  columns.need(52);
  columns.y += 7;
  canvas.tag("H2", () => {
    columns.y = canvas.paragraph(text, { x: columns.x, y: columns.y, width: columns.width }, 11.5, {
      font: "bold",
      color,
      leading: 1.2,
    });
  });
  columns.y += 2;
}

/** Draws a paragraph, or an item with a bullet, line by line, so that it may continue in the next column. */
function flow(canvas: Canvas, columns: Columns, text: string, sign?: string): void {
  const { size } = columns;
  const indent = sign ? size * 1.6 : 0;
  const lines = canvas.lines(text, columns.width - indent, size);
  columns.need(Math.min(lines.length, 2) * size * 1.32);
  lines.forEach((line, index) => {
    columns.need(size * 1.32);
    const baseline = columns.y + size * 0.95;
    if (index === 0 && sign === "dot") mark(canvas, [columns.x + 4, baseline - size * 0.3, 1.7], 20);
    else if (index === 0 && sign === "box")
      canvas.frame({ x: columns.x, y: baseline - size * 0.82, width: size, height: size }, INK, 0.9);
    else if (index === 0 && sign) canvas.text(sign, columns.x, baseline, size, { font: "bold" });
    canvas.text(line, columns.x + indent, baseline, size);
    columns.y += size * 1.32;
  });
  columns.y += 4;
}

function signature(
  canvas: Canvas,
  columns: Columns,
  { words, content, version }: { words: Words; content: PrintableContent; version: string },
): void {
  const { agreement } = words;
  const { parents } = content;
  const register = parents?.kind === "register" ? parents.url : null;
  const fields = [
    agreement.name,
    agreement.email,
    agreement.players,
    agreement.teams,
    agreement.signature,
    agreement.date,
  ];
  columns.next();
  heading(canvas, columns, agreement.signHeading, content.accent);
  canvas.tag("P", () => flow(canvas, columns, agreement.signLead));
  columns.y += 8;
  for (const field of fields) {
    columns.y += 10;
    writingLine(canvas, field, { x: columns.x, y: columns.y, width: columns.width });
    columns.y += 36;
  }
  canvas.tag("P", () => {
    columns.y = canvas.paragraph(
      agreement.handIn,
      { x: columns.x, y: columns.y + 2, width: columns.width },
      9,
      {
        font: "bold",
      },
    );
  });
  canvas.tag("P", () => {
    columns.y = canvas.paragraph(version, { x: columns.x, y: columns.y + 1, width: columns.width }, 7.5, {
      color: GRAY,
    });
  });
  if (!register) return;
  const side = 78;
  const top = columns.y + 8;
  canvas.tag("P", () => {
    canvas.paragraph(
      agreement.online,
      { x: columns.x + side + 14, y: top + 10, width: columns.width - side - 14 },
      9,
    );
  });
  codeWithAddress(
    canvas,
    { url: register, label: "" },
    { x: columns.x, y: top, width: side },
    { size: 1, addressSize: 6.6 },
  );
}

/**
 * Draws a form for what administrators need to open a case, filled in at the field; everything on it has its field on
 * Goodside.
 */
export function drawIncidentForm(canvas: Canvas, content: PrintableContent): void {
  newPage(canvas);
  const width = canvas.width - 2 * MARGIN;
  let y = sheetHead(canvas, content, "Incident form") + 10;
  canvas.tag("P", () => {
    y = canvas.paragraph(
      `For the club's administrators only: hand it over on the same day, and let nobody else read it. ${NO_CHILDREN}`,
      { x: MARGIN, y, width },
      10,
      { font: "bold" },
    );
  });
  const third = (width - 2 * GAP) / 3;
  const at = (column: number) => MARGIN + column * (third + GAP);
  y += 14;
  for (const row of [
    ["Team", "Against", "Date and time of the game"],
    ["Field", "When in the game", "Score of the sideline given"],
  ]) {
    row.forEach((label, column) => {
      writingLine(canvas, label, { x: at(column), y, width: third });
    });
    y += 38;
  }
  y += 12;
  section(canvas, "What happened", y, content.accent);
  canvas.tag("P", () =>
    canvas.text(
      "What people saw and did, in your words, in the order in which it happened.",
      MARGIN,
      y + 15,
      9,
      {
        color: GRAY,
      },
    ),
  );
  for (let line = 0; line < 7; line += 1) canvas.rule(MARGIN, y + 39 + line * 22, width);
  y += 39 + 6 * 22 + 20;
  canvas.tag("L", () =>
    incidentTags.forEach(({ label }, index) => {
      const row = Math.floor(index / 3);
      canvas.tag("LI", () =>
        canvas.tag("LBody", () => tickBox(canvas, label, at(index % 3), y + row * 17, 9.5)),
      );
    }),
  );
  y += 46;
  section(canvas, "The official", y, content.accent);
  const minors = [
    ["Was the official a minor?", ""],
    ...Object.values(minorLabels).map((label) => ["", label]),
  ];
  canvas.tag("P", () =>
    minors.forEach(([question = "", label = ""], index) => {
      if (question) canvas.text(question, MARGIN, y + 18, 9.5);
      else tickBox(canvas, label, MARGIN + 150 + (index - 1) * 80, y + 18, 9.5);
    }),
  );
  canvas.tag("P", () => {
    canvas.text("U.S. Soccer level", MARGIN, y + 36, 9.5);
    abuseLevels.forEach(({ level, games }, index) => {
      tickBox(canvas, `${level}: ${games} games`, MARGIN + 150 + index * 80, y + 36, 9.5);
    });
  });
  canvas.tag("P", () =>
    canvas.text(
      `Policy 531-9, abuse without physical contact, games at least; ${MINOR_OFFICIAL_FACTOR} times as many for a minor. Leave it open if you are not sure.`,
      MARGIN,
      y + 50,
      7.8,
      { color: GRAY },
    ),
  );
  y += 74;
  section(canvas, "What was done at once", y, content.accent);
  for (let line = 0; line < 3; line += 1) canvas.rule(MARGIN, y + 25 + line * 22, width);
  y += 25 + 2 * 22 + 24;
  section(canvas, "Who else saw it (adults)", y, content.accent);
  canvas.rule(MARGIN, y + 25, width);
  y += 47;
  for (const [label, column] of [
    ["Your name and role", 0],
    ["Signature", 1],
    ["Date", 2],
  ] as const)
    writingLine(canvas, label, { x: at(column), y, width: third });
  sheetFoot(canvas, content);
}

function section(canvas: Canvas, title: string, y: number, color: string): void {
  canvas.tag("H2", () => canvas.text(title, MARGIN, y, 11.5, { font: "bold", color }));
}

const GAMES = 16;
const COLUMNS = [
  ["Game", 0.07],
  ["Date", 0.13],
  ["Against", 0.3],
  ["Home or away", 0.15],
  ["Coach", 0.11],
  ["Manager", 0.12],
  ["Result", 0.12],
] as const;

/** Draws a line per game, and the season's sideline to fill in by hand. */
export function drawSeasonSheet(canvas: Canvas, content: PrintableContent): void {
  newPage(canvas);
  const width = canvas.width - 2 * MARGIN;
  let y = sheetHead(canvas, content, "Our season on the sideline") + 14;
  const third = (width - 2 * GAP) / 3;
  for (const [index, label] of ["Team", "Coach", "Manager"].entries())
    writingLine(canvas, label, { x: MARGIN + index * (third + GAP), y, width: third });
  y += 46;
  canvas.tag("P", () => {
    canvas.text("Draw one mark a game:", MARGIN, y, 10, { font: "bold" });
    let x = MARGIN + canvas.widthOf("Draw one mark a game:", 10, "bold") + 14;
    for (const score of [20, 10, 0] as const) {
      mark(canvas, [x + 5, y - 3.6, 5], score);
      const label = `${score} ${scoreLabels[score].name}`;
      canvas.text(label, x + 15, y, 10);
      x += 15 + canvas.widthOf(label, 10) + 16;
    }
  });
  y += 46;
  canvas.rect({ x: MARGIN, y, width, height: 2.2 }, INK);
  const step = width / GAMES;
  for (let game = 1; game <= GAMES; game += 1) {
    const x = MARGIN + step * (game - 0.5);
    const ring = `M${x - 9} ${y - 10}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z`;
    canvas.path(ring, { stroke: "#b9b6ab", width: 0.6 });
    canvas.centered(String(game), x, y + 13, 8, { color: GRAY });
  }
  drawGames(canvas, content, y + 26);
  sheetFoot(canvas, content);
}

function drawGames(canvas: Canvas, content: PrintableContent, top: number): void {
  const width = canvas.width - 2 * MARGIN;
  const row = (BOTTOM - 6 - top - 20) / GAMES;
  canvas.tag("Table", () => {
    canvas.tag("TR", () => {
      let x = MARGIN;
      canvas.rect({ x, y: top, width, height: 20 }, content.accent);
      for (const [label, share] of COLUMNS) {
        canvas.tag(
          "TH",
          () => canvas.text(label, x + 5, top + 13.5, 8.8, { font: "bold", color: "#ffffff" }),
          {
            scope: "Column",
          },
        );
        x += share * width;
      }
    });
    for (let game = 1; game <= GAMES; game += 1) {
      const y = top + 20 + (game - 1) * row;
      canvas.tag("TR", () => {
        COLUMNS.forEach((_, index) => {
          if (index > 0) canvas.tag("TD", () => undefined);
          else
            canvas.tag(
              "TH",
              () => canvas.text(String(game), MARGIN + 8, y + row * 0.64, 9.5, { font: "bold" }),
              {
                scope: "Row",
              },
            );
        });
      });
    }
  });
  for (let game = 1; game <= GAMES; game += 1) canvas.rule(MARGIN, top + 20 + game * row, width);
  let x = MARGIN;
  for (const [, share] of COLUMNS) {
    canvas.path(`M${x} ${top}v${20 + GAMES * row}`, { stroke: LINE, width: 0.5 });
    x += share * width;
  }
  canvas.path(`M${MARGIN + width} ${top}v${20 + GAMES * row}`, { stroke: LINE, width: 0.5 });
}
