import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceThrough } from "./copy.server.ts";

/** A stored copy of one database file. */
export const entry = z.object({
  /** Path in the backup's folder; named by its hash, so a copy is never overwritten by another one. */
  file: z.string().regex(/^(clubs\/)?[a-z0-9]+-[0-9a-f]{16}\.sqlite$/),
  sha256: z.string(),
  bytes: z.number(),
  /** Row counts by table; tables left out are missing. */
  rows: z.record(z.string(), z.number()),
  /** Newest migration. */
  schema: z.string(),
  /** Time of the copy; it holds everything committed until then. */
  takenAt: z.string(),
  /** Time of the last check that found the original unchanged. */
  checkedAt: z.string(),
  /** The original's stamp then (`stampOf`); null if it could not be trusted. */
  stamp: z.string().nullable(),
  /** Head of the club's chain of evidence in the copy; absent in copies of older releases and of control. */
  evidence: z.object({ seq: z.number(), hash: z.string() }).nullable().optional(),
  /** Head of its audit log in the copy; absent in copies of older releases. */
  audit: z.object({ seq: z.number(), hash: z.string() }).nullable().optional(),
  /** The newest erasure for good that the copy has seen: an older copy still has whom it erased. */
  erasedAt: z.string().nullable().optional(),
  /** The error of the newest attempt, if this is an older copy. */
  failed: z.string().optional(),
});

/** A copy whose place a newer one took; of its rows nothing is known. */
const former = entry.extend({ until: z.string() });

const manifest = z.object({
  format: z.literal(1),
  product: z.literal("goodside"),
  /** The data folder's mode: demo, production or test. */
  mode: z.string(),
  finishedAt: z.string(),
  control: entry.nullable(),
  clubs: z.record(z.string().regex(/^[a-z0-9]{1,80}$/), entry),
  /** Former copies by the club's code or 'control', the newest first; only a continuous copy keeps some. */
  former: z.record(z.string().regex(/^[a-z0-9]{1,80}$/), z.array(former)).optional(),
  /** Uploaded files by their path below uploads/. */
  uploads: z.record(
    z.string(),
    z.object({
      bytes: z.number(),
      sha256: z.string(),
      /** Modification time of the original, in milliseconds since 1970; absent in copies of older releases. */
      writtenAt: z.number().optional(),
    }),
  ),
});

export type Entry = z.infer<typeof entry>;
export type Former = z.infer<typeof former>;
export type Manifest = z.infer<typeof manifest>;

export const BACKUP_MANIFEST = "manifest.json";

/** Tells whether a folder holds a backup rather than an installation's data. */
export const isBackup = (folder: string) => existsSync(join(folder, BACKUP_MANIFEST));

/** Returns a backup's manifest, or null if the folder holds no backup. @throws if the manifest is damaged. */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, BACKUP_MANIFEST);
  if (!existsSync(path)) return null;
  return parseManifest(readFileSync(path, "utf8"), path);
}

/** @param path where it was read, for the error. @throws if the manifest is damaged. */
export function parseManifest(text: string, path: string): Manifest {
  const read = manifest.safeParse(parse(text));
  if (!read.success) throw new Error(`${path} is no manifest of a backup, or it is damaged`);
  return read.data;
}

/** Returns the manifest of a folder that holds nothing yet. */
export const emptyManifest = (): Manifest => ({
  format: 1,
  product: "goodside",
  mode: "unknown",
  finishedAt: "",
  control: null,
  clubs: {},
  uploads: {},
});

/** Replaces the manifest atomically, as the last step: until then the previous backup is valid. */
export function writeManifest(folder: string, content: Manifest): void {
  replaceThrough(join(folder, BACKUP_MANIFEST), formatManifest(content, 1));
}

export const formatManifest = (content: Manifest, indent?: number): string =>
  `${JSON.stringify(content, null, indent)}\n`;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
