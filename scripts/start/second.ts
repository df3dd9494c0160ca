import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { holdLock } from "#app/db/sqlite.server.ts";

/** Kept until this process ends: a lock that nobody refers to is collected, and released. */
const held: (() => void)[] = [];

/**
 * Warns of another server on the same data folder. Both would serve, since SQLite takes several processes, but mails
 * and clocks run in two jobs processes and every metric counts half.
 */
export function warnOfSecond(dataDir: string, print: (line: string) => void): void {
  mkdirSync(dataDir, { recursive: true });
  const release = holdLock(join(dataDir, "server.lock"));
  if (release) held.push(release);
  else
    print(
      `Another server runs on ${dataDir} already: stop one of them, or give this one a DATA_DIR of its own.`,
    );
}
