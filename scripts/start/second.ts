import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { serving } from "#app/db/releases.server.ts";
import { holdLock } from "#app/db/sqlite.server.ts";

const LOCK = "server.lock";
const OWNER = "server.pid";

/** Locks held until this process ends: an unreferenced lock is collected, and released. */
const held: (() => void)[] = [];

/** Longest time that the other server may take to stop. */
const STOPS_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 200;

/**
 * Makes sure that only one server runs on a data folder. SQLite would allow two, but emails and clocks would run in two
 * jobs processes, and each metric would count half. In production this waits for the other one to stop; elsewhere it
 * warns.
 * @throws if the other one does not stop
 */
export async function keepAlone(
  { dataDir, production }: { dataDir: string; production: boolean },
  print: (line: string) => void,
  waitMs = STOPS_WITHIN_MS,
): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const until = Date.now() + (production ? waitMs : 0);
  for (let waits = false; ; waits = true) {
    const release = holdLock(join(dataDir, LOCK));
    if (release) {
      held.push(release);
      writeFileSync(
        join(dataDir, OWNER),
        `process ${process.pid} on ${hostname()}\nmigrations ${serving()}\n`,
      );
      return;
    }
    const other = `Another server (${ownerOf(dataDir)[0]}) runs on ${dataDir}`;
    if (!production) {
      print(`${other}: stop one of them, or give this one a DATA_DIR of its own.`);
      return;
    }
    if (Date.now() > until) throw new Error(`${other}. Stop that one, then start this one again.`);
    if (!waits) print(`${other}: waiting ${waitMs / 1_000} s for it to stop.`);
    await setTimeout(LOOK_EVERY_MS);
  }
}

/** Reads how the server on a data folder describes itself, line by line; null if none runs. */
export function serverOn(dataDir: string): string[] | null {
  if (!existsSync(join(dataDir, LOCK))) return null;
  const release = holdLock(join(dataDir, LOCK));
  release?.();
  return release ? null : ownerOf(dataDir);
}

function ownerOf(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, OWNER), "utf8").trim().split("\n");
  } catch {
    return ["of an earlier release"];
  }
}
