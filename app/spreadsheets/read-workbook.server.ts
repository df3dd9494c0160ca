import { Parser } from "saxen";
import { DAY_MS } from "#app/runtime/durations.ts";
import { MAX_CELLS, MAX_COLUMNS } from "./limits.ts";
import type { CsvRow } from "./read-csv.server.ts";
import { BrokenZip, openZip, type Zip, type ZipProblem } from "./unzip.server.ts";

/** Reads workbooks (.xlsx, ECMA-376) as the rows of a CSV file. */

/** Longest text of a cell, in characters; a longer one is truncated. */
const LONGEST_CELL = 2_000;
const MAX_LINES = 1_048_576;
const MAX_SHEETS = 50;
/** Tags of all sheets together, empty cells among them: a file of a few kB may unpack to millions. */
const MAX_TAGS = 3 * MAX_CELLS;
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

export type WorkbookProblem =
  | { ok: false; problem: "broken-workbook" | "workbook-too-large" | "too-many-rows" | "too-many-cells" }
  | { ok: false; problem: "too-many-columns"; line: number };

export type WorkbookReading = { ok: true; rows: CsvRow[]; sheet: string } | WorkbookProblem;

/**
 * Reads the rows of one visible sheet: the first whose rows `wanted` accepts, otherwise the first that has any. Dates
 * and times are as in '2026-11-28', '2026-11-28 18:00' and '18:00'. `line` is the sheet's own row.
 */
export function readWorkbook(
  bytes: Uint8Array,
  options: { maxRows: number; wanted: (rows: readonly CsvRow[]) => boolean; maxTags?: number },
): WorkbookReading {
  const zip = openZip(bytes);
  if (!zip.ok) return workbookProblem(zip);
  try {
    return readSheets(zip, options);
  } catch (error) {
    if (error instanceof TooMuch) return error.problem;
    if (error instanceof BrokenZip || error instanceof BrokenXml)
      return { ok: false, problem: "broken-workbook" };
    throw error;
  }
}

const workbookProblem = ({ problem }: ZipProblem): WorkbookProblem => ({
  ok: false,
  problem: problem === "broken" ? "broken-workbook" : "workbook-too-large",
});

function readSheets(zip: Zip, options: Parameters<typeof readWorkbook>[1]): WorkbookReading {
  const book = readBook(zip);
  const strings = readStrings(zip);
  const isDate = readDateStyles(zip);
  let first: { rows: CsvRow[]; sheet: string } | undefined;
  const left = { tags: options.maxTags ?? MAX_TAGS };
  for (const { name, path } of book.sheets) {
    const xml = zip.text(path);
    if (xml === null) throw new BrokenZip("a sheet is missing");
    const rows = readSheet(xml, { strings, isDate, dayZero: book.dayZero, maxRows: options.maxRows, left });
    if (rows.length === 0) continue;
    if (options.wanted(rows)) return { ok: true, rows, sheet: name };
    first ??= { rows, sheet: name };
  }
  return { ok: true, ...(first ?? { rows: [], sheet: book.sheets[0]?.name ?? "" }) };
}

/** Reads the visible sheets in order, and the day from which dates count. */
function readBook(zip: Zip) {
  const targets = new Map<string, string>();
  parse(required(zip, "xl/_rels/workbook.xml.rels"), {
    open: (tag, attributes) => {
      if (tag !== "Relationship") return;
      const { Id = "", Target = "" } = attributes();
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: { name: string; path: string }[] = [];
  let dayZero = DAY_ZERO;
  parse(required(zip, "xl/workbook.xml"), {
    open: (tag, attributes) => {
      if (tag === "workbookPr" && /^(1|true)$/.test(attributes().date1904 ?? "")) dayZero = DAY_ZERO_1904;
      if (tag !== "sheet") return;
      const { name = "", state = "visible", "r:id": id = "" } = attributes();
      const path = targets.get(id);
      if (state !== "visible" || !path || sheets.length === MAX_SHEETS) return;
      // No program writes one part as two sheets; each would be unpacked and read again.
      if (sheets.some((sheet) => sheet.path === path)) throw new BrokenZip("a part is two sheets");
      sheets.push({ name: withoutEntities(name).slice(0, 80), path });
    },
  });
  return { sheets, dayZero };
}

function readStrings(zip: Zip): string[] {
  const strings: string[] = [];
  const xml = zip.text("xl/sharedStrings.xml");
  let text = "";
  let [inText, phonetic] = [false, false];
  if (xml === null) return strings;
  parse(xml, {
    open: (tag) => {
      if (tag === "si") text = "";
      // Phonetic reading of a word, which is not its text.
      if (tag === "rPh") phonetic = true;
      if (tag === "t") inText = !phonetic;
    },
    text: (part) => {
      if (inText && text.length < LONGEST_CELL) text += part;
    },
    close: (tag) => {
      if (tag === "t") inText = false;
      if (tag === "rPh") phonetic = false;
      if (tag !== "si") return;
      strings.push(text.slice(0, LONGEST_CELL));
      if (strings.length > MAX_CELLS) throw new TooMuch({ ok: false, problem: "too-many-cells" });
    },
  });
  return strings;
}

/** Returns a test for styles whose numbers are dates or times. */
function readDateStyles(zip: Zip): (style: number) => boolean {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  const xml = zip.text("xl/styles.xml");
  let inCells = false;
  if (xml !== null)
    parse(xml, {
      open: (tag, attributes) => {
        if (tag === "numFmt") {
          const { numFmtId, formatCode = "" } = attributes();
          formats.set(Number(numFmtId), isDateFormat(withoutEntities(formatCode)));
        }
        if (tag === "cellXfs") inCells = true;
        if (tag === "xf" && inCells) {
          const id = Number(attributes().numFmtId ?? 0);
          styles.push(formats.get(id) ?? isBuiltInDate(id));
        }
      },
      close: (tag) => {
        if (tag === "cellXfs") inCells = false;
      },
    });
  return (style) => styles[style] ?? false;
}

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Accepts 'mm/dd/yyyy', 'h:mm AM/PM', '[$-409]d-mmm'; not '0.00', 'General' or '"home"0'. */
const isDateFormat = (code: string) =>
  /[dmyhs]/i.test(
    code.slice(0, 200).replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ""),
  );

function readSheet(
  xml: string,
  book: {
    strings: readonly string[];
    isDate: (style: number) => boolean;
    dayZero: number;
    maxRows: number;
    /** Tags that the sheets may have in total. */
    left: { tags: number };
  },
): CsvRow[] {
  const rows: CsvRow[] = [];
  let [line, column, cellCount] = [0, 0, 0];
  let cells: string[] = [];
  let cell: { type: string; style: number; value: string } | null = null;
  let inValue = false;
  parse(xml, {
    open: (tag, attributes) => {
      book.left.tags -= 1;
      if (book.left.tags < 0) throw new TooMuch({ ok: false, problem: "too-many-cells" });
      if (tag === "row") {
        const { r } = attributes();
        line = r === undefined ? line + 1 : Number(r);
        if (!(line >= 1 && line <= MAX_LINES)) throw new TooMuch({ ok: false, problem: "too-many-rows" });
        cells = [];
        column = 0;
      } else if (tag === "c") {
        const { r, t = "n", s = "0" } = attributes();
        column = r === undefined ? column + 1 : columnOf(r);
        cell = { type: t, style: Number(s), value: "" };
      } else if (tag === "v" || tag === "t") inValue = cell !== null;
    },
    text: (part) => {
      if (inValue && cell && cell.value.length < LONGEST_CELL) cell.value += part;
    },
    close: (tag) => {
      if (tag === "v" || tag === "t") inValue = false;
      else if (tag === "c" && cell) {
        const text = textOf(cell, book);
        cell = null;
        if (text.trim() === "") return;
        if (!(column >= 1 && column <= MAX_COLUMNS))
          throw new TooMuch({ ok: false, problem: "too-many-columns", line });
        while (cells.length < column) cells.push("");
        cells[column - 1] = text;
      } else if (tag === "row" && cells.length > 0) {
        rows.push({ line, cells });
        cellCount += cells.length;
        if (rows.length > book.maxRows) throw new TooMuch({ ok: false, problem: "too-many-rows" });
        if (cellCount > MAX_CELLS) throw new TooMuch({ ok: false, problem: "too-many-cells" });
      }
    },
  });
  return rows;
}

function textOf(
  { type, style, value }: { type: string; style: number; value: string },
  { strings, isDate, dayZero }: Parameters<typeof readSheet>[1],
): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  // An error of a formula is not a value.
  if (type === "e") return "";
  if (type === "d") return value.replace("T", " ").slice(0, 16);
  if (type !== "n" || value === "" || !isDate(style)) return value.slice(0, LONGEST_CELL);
  return momentText(Number(value), dayZero);
}

/** Formats 46354 as '2026-11-28', 46354.75 as '2026-11-28 18:00', 0.75 as '18:00'. */
function momentText(days: number, dayZero: number): string {
  const minutes = Math.round(days * 1440);
  if (!(minutes >= 0 && minutes < 3_000_000 * 1440)) return String(days);
  const [date = "", time = ""] = new Date(dayZero + (minutes / 1440) * DAY_MS)
    .toISOString()
    .slice(0, 16)
    .split("T");
  if (days < 1) return time;
  return minutes % 1440 === 0 ? date : `${date} ${time}`;
}

/** Returns 28 for 'AB12'. */
function columnOf(address: string): number {
  let column = 0;
  for (const character of address.slice(0, 4)) {
    const code = character.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column;
}

function required(zip: Zip, name: string): string {
  const text = zip.text(name);
  if (text === null) throw new BrokenZip(`no ${name}`);
  return text;
}

class BrokenXml extends Error {
  override name = "BrokenXml";
}

/** Ends the reading with a problem. */
class TooMuch extends Error {
  override name = "TooMuch";
  constructor(readonly problem: WorkbookProblem) {
    super("too much");
  }
}

/** Reads XML. Tags come without their prefix; entities other than XML's own five stay as they are. */
function parse(
  xml: string,
  on: {
    /** The attributes' values still have their entities. */
    open?: (tag: string, attributes: () => Record<string, string | undefined>) => void;
    text?: (text: string) => void;
    close?: (tag: string) => void;
  },
): void {
  // Some programs write a prefix before every tag: 'x:row'.
  const plain = (tag: string) => tag.slice(tag.indexOf(":") + 1);
  const parser = new Parser();
  parser.on("openTag", (tag, attributes) => on.open?.(plain(tag), attributes));
  parser.on("closeTag", (tag) => on.close?.(plain(tag)));
  parser.on("text", (text, decode) => on.text?.(decode(text)));
  parser.on("cdata", (text) => on.text?.(text));
  parser.on("error", (error) => {
    throw error instanceof TooMuch ? error : new BrokenXml(String(error));
  });
  parser.parse(xml);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const withoutEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
