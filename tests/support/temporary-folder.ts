import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const MINIMUM_FREE = 4 * 1024 ** 3;

/**
 * Creates a folder for the temporary files of one run, in memory if the machine has the room; removed when the run
 * ends. Waiting for the disk takes half of the tests' time. Whether a commit reaches the disk is tested in
 * tests/durability.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), "goodside-run-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MINIMUM_FREE;
}
