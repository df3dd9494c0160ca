import { open } from "node:fs/promises";

export const documentTypes = ["pdf", "doc", "docx", "xls", "xlsx"] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Reason why a document is refused. */
export type DocumentProblem = "extension" | "content" | "macros" | "bomb" | "two-kinds";

/** Reads bytes of a file on demand. */
type Read = (from: number, length: number) => Promise<Buffer>;

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const ZIP_END = Buffer.from("PK\u0005\u0006", "latin1");
const OLE = Buffer.from("d0cf11e0a1b11ae1", "hex");
/** The end of a zip with the longest comment. */
const ZIP_TAIL = 65_557;
const MOST_ENTRIES = 5_000;
/** An office document that unpacks to more is a bomb. */
const MOST_UNPACKED = 400 * 1024 * 1024;
const MOST_RATIO = 150;
const CHUNK = 1024 * 1024;

/** Returns the type that a name's extension stands for, or null. */
export function documentTypeOf(name: string): DocumentType | null {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return documentTypes.find((type) => type === extension) ?? null;
}

/**
 * Checks that a file is what its name says and nothing else, holds no macros and is not a bomb. Unpacks nothing
 * (product/verification.md#verification-documents).
 * @returns the type, or why the file is refused
 */
export async function checkDocument(
  path: string,
  name: string,
): Promise<{ ok: true; type: DocumentType } | { ok: false; problem: DocumentProblem }> {
  const type = documentTypeOf(name);
  if (!type) return { ok: false, problem: "extension" };
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read: Read = async (from, length) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
      return buffer.subarray(0, bytesRead);
    };
    const problem =
      type === "pdf"
        ? await problemOfPdf(read, size)
        : type === "docx" || type === "xlsx"
          ? await problemOfOoxml(read, size, type)
          : await problemOfOle(read, size, type);
    return problem ? { ok: false, problem } : { ok: true, type };
  } finally {
    await file.close();
  }
}

/** Checks that a PDF begins with its signature, ends with its mark, and is not also a zip or a web page. */
async function problemOfPdf(read: Read, size: number): Promise<DocumentProblem | null> {
  const start = await read(0, 1024);
  if (start.subarray(0, 5).toString("latin1") !== "%PDF-") return "content";
  const end = await read(Math.max(0, size - ZIP_TAIL), ZIP_TAIL);
  if (!end.subarray(-1024).includes("%%EOF")) return "content";
  if (end.includes(ZIP_END) || /<(?:html|script|!doctype)/i.test(start.toString("latin1")))
    return "two-kinds";
  return null;
}

async function problemOfOoxml(
  read: Read,
  size: number,
  type: "docx" | "xlsx",
): Promise<DocumentProblem | null> {
  if (!(await read(0, 4)).equals(ZIP)) return "content";
  const entries = await zipEntries(read, size);
  if (!entries) return "content";
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0);
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > MOST_UNPACKED || unpacked > MOST_RATIO * Math.max(packed, 1024)) return "bomb";
  if (entries.some(({ name }) => /vbaproject|activex|\/macros?\//i.test(name))) return "macros";
  const folder = type === "docx" ? "word/" : "xl/";
  const complete =
    entries.some(({ name }) => name === "[Content_Types].xml") &&
    entries.some(({ name }) => name.startsWith(folder));
  return complete ? null : "content";
}

/** Lists the entries of a zip's directory; null if it is incomplete, or larger than any document's. */
async function zipEntries(
  read: Read,
  size: number,
): Promise<{ name: string; packed: number; unpacked: number }[] | null> {
  const tail = await read(Math.max(0, size - ZIP_TAIL), ZIP_TAIL);
  const at = tail.lastIndexOf(ZIP_END);
  if (at < 0 || tail.length < at + 22) return null;
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const from = tail.readUInt32LE(at + 16);
  if (count > MOST_ENTRIES || from + length > size || length > 4 * CHUNK) return null;
  // Bytes behind the end would be another file's.
  if (at + 22 + tail.readUInt16LE(at + 20) !== tail.length) return null;
  const directory = await read(from, length);
  const entries: { name: string; packed: number; unpacked: number }[] = [];
  for (let offset = 0; entries.length < count; ) {
    if (offset + 46 > directory.length || directory.readUInt32LE(offset) !== 0x02014b50) return null;
    const nameLength = directory.readUInt16LE(offset + 28);
    entries.push({
      packed: directory.readUInt32LE(offset + 20),
      unpacked: directory.readUInt32LE(offset + 24),
      name: directory.toString("utf8", offset + 46, offset + 46 + nameLength),
    });
    offset += 46 + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return entries;
}

/** Checks the older formats, whose streams are named in UTF-16. */
async function problemOfOle(read: Read, size: number, type: "doc" | "xls"): Promise<DocumentProblem | null> {
  if (!(await read(0, 8)).equals(OLE)) return "content";
  const names = type === "doc" ? ["WordDocument"] : ["Workbook", "Book"];
  if (await holdsAny(read, size, ["_VBA_PROJECT", "Macros"])) return "macros";
  return (await holdsAny(read, size, names)) ? null : "content";
}

async function holdsAny(read: Read, size: number, names: readonly string[]): Promise<boolean> {
  const wanted = names.map((name) => Buffer.from(name, "utf16le"));
  const overlap = Math.max(...wanted.map(({ length }) => length));
  for (let from = 0; from < size; from += CHUNK) {
    const bytes = await read(from, CHUNK + overlap);
    if (wanted.some((name) => bytes.includes(name))) return true;
  }
  return false;
}
