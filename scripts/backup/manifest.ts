import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceThrough } from "#app/db/copy.server.ts";

/** A kept copy of one database file. */
const entry = z.object({
  /** Its path in the backup's folder. The name holds the hash: a copy is never overwritten by another one. */
  file: z.string().regex(/^(clubs\/)?[a-z0-9]+-[0-9a-f]{16}\.sqlite$/),
  sha256: z.string(),
  bytes: z.number(),
  rows: z.record(z.string(), z.number()),
  /** The newest migration that it has had. */
  schema: z.string(),
  /** When the copy was made: everything that was committed by then is in it. */
  takenAt: z.string(),
  /** When the original was last seen to be the same. */
  checkedAt: z.string(),
  /** What the file system said of the original then; null where that could not be trusted. */
  stamp: z.string().nullable(),
  /** Why the newest attempt failed: this is an older copy. */
  failed: z.string().optional(),
});

const manifest = z.object({
  format: z.literal(1),
  product: z.literal("goodside"),
  /** demo, production or test: as the data folder's own mark says. */
  mode: z.string(),
  finishedAt: z.string(),
  control: entry.nullable(),
  clubs: z.record(z.string().regex(/^[a-z0-9]{1,80}$/), entry),
  /** Uploaded files: path below uploads/, with size and hash. */
  uploads: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

export type Entry = z.infer<typeof entry>;
export type Manifest = z.infer<typeof manifest>;

const NAME = "manifest.json";

/** Whether a folder holds a backup, rather than the data of an installation. */
export const isBackup = (folder: string) => existsSync(join(folder, NAME));

/** What a backup's folder holds; null where there is no backup in it. @throws where the manifest is damaged. */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, NAME);
  if (!existsSync(path)) return null;
  const read = manifest.safeParse(parse(readFileSync(path, "utf8")));
  if (!read.success) throw new Error(`${path} is no manifest of a backup, or it is damaged`);
  return read.data;
}

/** Written last, whole or not at all: until then the backup before stands. */
export function writeManifest(folder: string, content: Manifest): void {
  replaceThrough(join(folder, NAME), `${JSON.stringify(content, null, 1)}\n`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
