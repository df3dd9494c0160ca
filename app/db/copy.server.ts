import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { newId } from "#app/runtime/ids.server.ts";
import { openFile, openMemory, openReadOnly } from "./file-engine.server.ts";
import { type FileKind, type Inspection, inspectDatabase } from "./inspect.server.ts";

/** Larger files are copied through the disk, which bounds the memory of a copy. */
const IN_MEMORY_BYTES = 64 * 1024 * 1024;
/** Prefix of unfinished copies; finished ones are renamed. */
export const COPYING = ".copying-";

/** A consistent, not yet stored copy of a SQLite file as a single file, WAL included. */
export interface Copy {
  sha256: string;
  bytes: number;
  /** Inspects the copy, not its source. */
  inspect(kind: FileKind): Inspection;
  /** Flushes it to disk and renames it in one step. */
  keepAs(path: string): void;
  drop(): void;
}

/**
 * Copies a SQLite file in one read transaction while others may write to it. The same content gives the same bytes.
 * @param folder where the copy will be stored.
 * @throws if the source is not a database or cannot be read
 */
export async function takeCopy(source: string, folder: string): Promise<Copy> {
  const live = openFile(source);
  try {
    const pages = live.pragma("page_count", { simple: true }) as number;
    const pageSize = live.pragma("page_size", { simple: true }) as number;
    if (pages * pageSize <= IN_MEMORY_BYTES) return inMemory(live.serialize(), folder);
    const aside = join(folder, `${COPYING}${newId()}.sqlite`);
    try {
      // All pages in one step: otherwise every concurrent write would restart the copy.
      await live.backup(aside, { progress: () => 0x7fffffff });
      return await onDisk(aside);
    } catch (error) {
      rmSync(aside, { force: true });
      throw error;
    }
  } finally {
    live.close();
  }
}

function inMemory(bytes: Buffer, folder: string): Copy {
  leaveWal(bytes);
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    inspect(kind) {
      const file = openMemory(bytes);
      try {
        return inspectDatabase(file, kind);
      } finally {
        file.close();
      }
    },
    keepAs(path) {
      const aside = join(folder, `${COPYING}${newId()}.sqlite`);
      try {
        writeThrough(aside, bytes);
        renameSync(aside, path);
      } finally {
        rmSync(aside, { force: true });
      }
    },
    drop() {},
  };
}

async function onDisk(aside: string): Promise<Copy> {
  const file = openSync(aside, "r+");
  try {
    writeSync(file, ROLLBACK_MODE, 0, 2, MODE_AT);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return {
    sha256: await hashOfFile(aside),
    bytes: statSync(aside).size,
    inspect: (kind) => inspectFile(aside, kind),
    keepAs: (path) => renameSync(aside, path),
    drop: () => rmSync(aside, { force: true }),
  };
}

/** Inspects a stored copy without creating files beside it. @throws if it is not a database. */
export function inspectFile(path: string, kind: FileKind): Inspection {
  const file = openReadOnly(path);
  try {
    return inspectDatabase(file, kind);
  } finally {
    file.close();
  }
}

const MODE_AT = 18;
/** Read and write version in the header: 2 is WAL, and would create a -wal file beside every opened copy. */
const ROLLBACK_MODE = Buffer.from([1, 1]);

function leaveWal(bytes: Buffer): void {
  if (bytes.length > MODE_AT + 1) ROLLBACK_MODE.copy(bytes, MODE_AT);
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part as Buffer);
  return hash.digest("hex");
}

/** Writes a new file and flushes it to disk. */
export function writeThrough(path: string, content: Buffer | string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Replaces a file atomically. */
export function replaceThrough(path: string, content: Buffer | string): void {
  const aside = join(dirname(path), `${COPYING}${newId()}`);
  try {
    writeThrough(aside, content);
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
  flush(dirname(path));
}

/** Flushes a file, or the names in a folder, to disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
