import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CopyTarget } from "#app/config/copy-target.ts";
import { installationKeyFile } from "#app/config/installation-key-file.server.ts";
import {
  BACKUP_MANIFEST,
  type Manifest,
  parseManifest,
  writeManifest,
} from "#app/db/backup-manifest.server.ts";
import { writeThrough } from "#app/db/copy.server.ts";
import { COPY_MARK } from "#app/db/copy-state.server.ts";
import { BucketStore } from "./bucket.ts";

const AT_ONCE = 8;

/**
 * Works with a place's newest copy as a folder: a bucket's is fetched into the data folder, and removed afterwards.
 * Fetched files are checked when they are restored, by the hashes of its manifest.
 * @param code only this club's files
 */
export async function withCopy<T>(
  dataDir: string,
  place: CopyTarget,
  code: string | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  if (place.kind === "folder") return work(place.path);
  const folder = join(dataDir, `.fetched-${code ?? "all"}`);
  // Left by a killed one.
  rmSync(folder, { recursive: true, force: true });
  try {
    await fetchAll(new BucketStore(place, folder), folder, code);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fetchAll(store: BucketStore, folder: string, code: string | undefined): Promise<void> {
  const text = await store.read(BACKUP_MANIFEST);
  if (text === null) throw new Error("There is no copy in this bucket");
  const manifest = parseManifest(text, BACKUP_MANIFEST);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const paths = pathsOf(manifest, code).values();
  const fetchOneByOne = async () => {
    for (const path of paths) await store.fetch(path, join(folder, path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOneByOne));
  for (const name of [COPY_MARK, installationKeyFile("")]) {
    const content = await store.read(name);
    if (content !== null) writeThrough(join(folder, name), content);
  }
  writeManifest(folder, manifest);
}

/** Lists the paths to fetch; for one club its former copies too, because one of them may be wanted. */
function pathsOf({ control, clubs, former = {}, uploads }: Manifest, code: string | undefined): string[] {
  const entries = code
    ? [clubs[code], ...(former[code] ?? [])].filter((entry) => entry !== undefined)
    : [control, ...Object.values(clubs)].filter((entry) => entry !== null);
  const documents = Object.keys(uploads).filter((path) => !code || path.startsWith(`${code}/`));
  return [...entries.map(({ file }) => file), ...documents.map((path) => `uploads/${path}`)];
}
