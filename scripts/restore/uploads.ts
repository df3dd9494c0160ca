import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Manifest } from "#app/db/backup-manifest.server.ts";
import { flush, hashOfFile } from "#app/db/copy.server.ts";

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
