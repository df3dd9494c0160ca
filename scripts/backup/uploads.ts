import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { COPYING, flush, hashOfFile } from "#app/db/copy.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { Manifest } from "./manifest.ts";

type Uploads = Manifest["uploads"];

/**
 * Copies the clubs' uploaded files (uploads/<code>/…). Files have random names and never change, so equal size means
 * equal content. Deleted files leave the manifest; their copies stay.
 */
export async function copyUploads(
  dataDir: string,
  to: string,
  { club, before }: { club?: string; before: Uploads },
): Promise<Uploads> {
  const found: Uploads = {};
  const [from, into] = [join(dataDir, "uploads"), join(to, "uploads")];
  for (const path of filesBelow(from, club)) {
    const bytes = statSync(join(from, path)).size;
    const known = before[path];
    const target = join(into, path);
    if (known?.bytes === bytes && statSync(target, { throwIfNoEntry: false })?.size === bytes) {
      found[path] = known;
      continue;
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const aside = join(dirname(target), `${COPYING}${newId()}`);
    copyFileSync(join(from, path), aside);
    flush(aside);
    renameSync(aside, target);
    found[path] = { bytes, sha256: await hashOfFile(target) };
  }
  if (!club) return found;
  const others = Object.entries(before).filter(([path]) => !path.startsWith(`${club}/`));
  return { ...Object.fromEntries(others), ...found };
}

/** The uploaded files of all clubs or of one, as paths below the folder. */
export function filesBelow(folder: string, club?: string): string[] {
  if (!existsSync(join(folder, club ?? ""))) return [];
  return readdirSync(join(folder, club ?? ""), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.startsWith("."))
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .sort();
}
