import { inflateRawSync } from "node:zlib";

/**
 * Reads zip files from strangers (product/security.md#security). The directory is judged before anything is unpacked,
 * and an entry that is larger than it says is refused while it is unpacked.
 */

const MAX_ENTRIES = 1_000;
const MAX_UNPACKED = 200 * 1024 * 1024;
/** Highest ratio of unpacked to packed bytes for a whole file. Sheets of equal rows reach 30. */
const MAX_RATIO = 100;
/** A small file may have a high ratio without harm. */
const HARMLESS_BYTES = 1024 * 1024;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;

export type ZipProblem = { ok: false; problem: "broken" | "too-large" };

interface Entry {
  start: number;
  packed: number;
  unpacked: number;
  method: number;
}

export interface Zip {
  ok: true;
  names: string[];
  /**
   * Returns an entry's text; null if there is none.
   * @throws BrokenZip
   */
  text(name: string): string | null;
}

/** An entry that does not match the directory. */
export class BrokenZip extends Error {
  override name = "BrokenZip";
}

/** Opens a zip file, unless its directory is broken or it would unpack to a harmful size. */
export function openZip(bytes: Uint8Array): Zip | ZipProblem {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(file);
  if (end < 0) return { ok: false, problem: "broken" };
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) return { ok: false, problem: "too-large" };
  const entries = new Map<string, Entry>();
  let at = file.readUInt32LE(end + 16);
  let unpacked = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || file.readUInt32LE(at) !== ENTRY) return { ok: false, problem: "broken" };
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const entry = {
      start: file.readUInt32LE(at + 42),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      method: file.readUInt16LE(at + 10),
    };
    if (file.readUInt16LE(at + 8) & ENCRYPTED || entries.has(name)) return { ok: false, problem: "broken" };
    entries.set(name, entry);
    unpacked += entry.unpacked;
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  if (unpacked > MAX_UNPACKED) return { ok: false, problem: "too-large" };
  if (unpacked > HARMLESS_BYTES && unpacked > file.length * MAX_RATIO)
    return { ok: false, problem: "too-large" };
  return {
    ok: true,
    names: [...entries.keys()],
    text: (name) => {
      const entry = entries.get(name);
      return entry ? unpack(file, entry).toString("utf8") : null;
    },
  };
}

/** Finds the directory's end, which a comment may follow; -1 if there is none. */
function findEnd(file: Buffer): number {
  const lowest = Math.max(0, file.length - END_SIZE - LONGEST_COMMENT);
  for (let at = file.length - END_SIZE; at >= lowest; at -= 1) if (file.readUInt32LE(at) === END) return at;
  return -1;
}

function unpack(file: Buffer, { start, packed, unpacked, method }: Entry): Buffer {
  if (start + 30 > file.length || file.readUInt32LE(start) !== LOCAL) throw new BrokenZip("no entry");
  const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  const content = file.subarray(from, from + packed);
  if (content.length !== packed) throw new BrokenZip("cut");
  if (method === STORED && packed === unpacked) return content;
  if (method !== DEFLATED || unpacked === 0) throw new BrokenZip("unknown method");
  try {
    return inflateRawSync(content, { maxOutputLength: unpacked });
  } catch (cause) {
    throw new BrokenZip("not as the directory says", { cause });
  }
}
