import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Manifest } from "#app/db/backup-manifest.server.ts";
import { COPYING, flush, hashOfFile } from "#app/db/copy.server.ts";
import { IN_WORK } from "#app/files/stored-documents.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

type Uploads = Manifest["uploads"];

/**
 * Copies the clubs' uploaded files (uploads/<code>/…). A file is written once, and again only when it is sealed with
 * another key, so the same size and time of writing mean the same content. A file that disappears meanwhile was
 * deleted, and leaves the manifest.
 * @returns the uploads of the manifest, and those that could not be copied, with their error; their older copies stay
 */
export async function copyUploads(
  dataDir: string,
  to: string,
  { club, before }: { club?: string; before: Uploads },
): Promise<{ uploads: Uploads; failed: Map<string, string> }> {
  const found: Uploads = {};
  const failed = new Map<string, string>();
  const [from, into] = [join(dataDir, "uploads"), join(to, "uploads")];
  for (const path of filesBelow(from, club)) {
    try {
      found[path] = await copyUpload(join(from, path), join(into, path), before[path]);
    } catch (error) {
      if (!existsSync(join(from, path))) continue;
      failed.set(path, error instanceof Error ? error.message : String(error));
      const known = before[path];
      if (known) found[path] = known;
    }
  }
  if (!club) return { uploads: found, failed };
  const others = Object.entries(before).filter(([path]) => !path.startsWith(`${club}/`));
  return { uploads: { ...Object.fromEntries(others), ...found }, failed };
}

async function copyUpload(
  source: string,
  target: string,
  known: Uploads[string] | undefined,
): Promise<Uploads[string]> {
  const { size: bytes, mtimeMs: writtenAt } = statSync(source);
  const isCopied = known?.bytes === bytes && statSync(target, { throwIfNoEntry: false })?.size === bytes;
  if (isCopied && known.writtenAt === writtenAt) return known;
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, `${COPYING}${newId()}`);
  try {
    copyFileSync(source, aside);
    flush(aside);
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  return { bytes: statSync(target).size, sha256: await hashOfFile(target), writtenAt };
}

/** Removes copies that the manifest no longer names: a backup does not keep data deleted on time. */
export function pruneUploads(to: string, uploads: Uploads): void {
  const folder = join(to, "uploads");
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !uploads[path.slice(folder.length + 1)]) rmSync(path);
  }
}

/** Lists the uploaded files of all clubs or of one, as paths below the folder, without those being written. */
export function filesBelow(folder: string, club?: string): string[] {
  if (!existsSync(join(folder, club ?? ""))) return [];
  return readdirSync(join(folder, club ?? ""), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.startsWith(".") && !file.name.endsWith(IN_WORK))
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .sort();
}
