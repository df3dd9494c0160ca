import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Manifest } from "#app/db/backup-manifest.server.ts";
import { flush, hashOfFile, replaceThrough } from "#app/db/copy.server.ts";
import { sealedAgain } from "#app/files/stored-documents.server.ts";
import { installationKeys, keysOfFolder } from "#app/runtime/installation-key.server.ts";

/** Copies uploaded files out of a backup and checks each. @throws if one is missing or damaged */
export async function fetchUploads(
  from: string,
  to: string,
  { uploads, club }: { uploads: Manifest["uploads"]; club?: string },
): Promise<void> {
  for (const [path, { sha256 }] of Object.entries(uploads)) {
    if (club && !path.startsWith(`${club}/`)) continue;
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, "uploads", path), target);
    if ((await hashOfFile(target)) !== sha256) throw new Error(`uploads/${path} is damaged in the backup`);
    flush(target);
  }
}

/**
 * Seals the documents of a club's restored uploads with the current key: an older backup may have them sealed with an
 * earlier one, which it carries or INSTALLATION_KEY_PREVIOUS names.
 * @param folder their folder below `uploads`
 * @returns how many cannot be opened with any key
 */
export function sealRestored(folder: string, from: string, code: string, ids: readonly string[]): number {
  const keys = [...installationKeys(), ...keysOfFolder(from)];
  let closed = 0;
  for (const id of ids) {
    const path = join(folder, code, id);
    if (!existsSync(path)) continue;
    const sealed = readFileSync(path);
    const again = sealedAgain(sealed, { id, clubCode: code, keys });
    if (again === null) closed += 1;
    else if (again !== sealed) replaceThrough(path, again);
  }
  return closed;
}

/** Replaces a folder with another and moves it aside. Either may be missing. */
export function swapFolder(fresh: string, target: string, aside: string): void {
  if (existsSync(target)) {
    mkdirSync(dirname(aside), { recursive: true });
    renameSync(target, aside);
  }
  if (existsSync(fresh)) {
    mkdirSync(dirname(target), { recursive: true });
    renameSync(fresh, target);
  }
}
