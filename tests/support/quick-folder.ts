import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/**
 * A folder for the temporary files of one run, where nothing waits for a disk if this machine has such a place with
 * room; it goes when the run ends. Whether a commit reaches the disk is asked by tests/durability: to wait for it
 * is half the time of all others.
 */
export function quickFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), "goodside-run-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM;
}
