import { crc32, deflateRawSync } from "node:zlib";

/** Makes zip files and workbooks, including hostile ones. This module does not load the app. */

interface Packed {
  name: string;
  content: string | Buffer;
  /** Size that the directory claims instead of the real one. */
  claims?: number;
}

export function zipOf(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const size = claims ?? bytes.length;
    const common = Buffer.alloc(22);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(Buffer.byteLength(name), 0);
    parts.push(Buffer.from("PK\x03\x04"), common, lengths, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, lengths, rest, Buffer.from(name));
    offset = parts.reduce((sum, part) => sum + part.length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]);
}

/** A cell: a text, a number, or a number that is shown as a date, a time, or both. */
export type Cell = string | number | null | { date: number } | { time: number } | { moment: number };
export interface Sheet {
  name: string;
  hidden?: boolean;
  rows: readonly (readonly Cell[])[];
}

const xmlText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

function sheetXml(rows: Sheet["rows"], strings: string[]): string {
  const cellXml = (cell: Cell, address: string) => {
    if (cell === null) return "";
    if (typeof cell === "string") {
      strings.push(cell);
      return `<c r="${address}" t="s"><v>${strings.length - 1}</v></c>`;
    }
    if (typeof cell === "number") return `<c r="${address}"><v>${cell}</v></c>`;
    const [[kind, value] = ["", 0]] = Object.entries(cell);
    return `<c r="${address}" s="${["", "date", "time", "moment"].indexOf(kind)}"><v>${value}</v></c>`;
  };
  const rowXml = rows.map((row, index) => {
    const cells = row.map((cell, column) => cellXml(cell, `${letters(column)}${index + 1}`)).join("");
    return `<row r="${index + 1}">${cells}</row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rowXml.join("")}</sheetData></worksheet>`;
}

/** Builds the files of a workbook, as Excel writes them, to be packed or changed first. */
export function workbookFiles(sheets: readonly Sheet[]): Packed[] {
  const strings: string[] = [];
  const xml = sheets.map(({ rows }) => sheetXml(rows, strings));
  const list = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${xmlText(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const texts = strings.map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`);
  return [
    { name: "[Content_Types].xml", content: "<Types/>" },
    { name: "xl/workbook.xml", content: `<workbook><sheets>${list.join("")}</sheets></workbook>` },
    { name: "xl/_rels/workbook.xml.rels", content: `<Relationships>${relations.join("")}</Relationships>` },
    { name: "xl/sharedStrings.xml", content: `<sst>${texts.join("")}</sst>` },
    {
      name: "xl/styles.xml",
      content:
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="mm/dd/yyyy h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="18"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    },
    ...xml.map((content, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content })),
  ];
}

export const workbookOf = (...sheets: Sheet[]): Buffer => zipOf(workbookFiles(sheets));
