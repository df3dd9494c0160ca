import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { newSecret } from "./ids.server.ts";

let known: string | undefined;

/** Where the key is kept that INSTALLATION_KEY does not name. Backups carry it. */
export const installationKeyFile = (dataDir: string) => join(dataDir, "installation.key");

/**
 * The key that seals what must outlive SESSION_SECRET, such as the second factors of staff: INSTALLATION_KEY, or one
 * that is made once for the data folder, readable by its owner only.
 */
export function installationKey(): string {
  known ??= makeKeyOf(env().dataDir);
  return known;
}

/** The same for another data folder that something is written into. */
export const makeKeyOf = (dataDir: string): string => env().installationKey ?? keyIn(dataDir);

/** The same for a data folder that is only looked at; null where it has none. */
export function keyOfFolder(dataDir: string): string | null {
  const path = installationKeyFile(dataDir);
  return env().installationKey ?? (existsSync(path) ? readFileSync(path, "utf8").trim() : null);
}

function keyIn(dataDir: string): string {
  const path = installationKeyFile(dataDir);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${newSecret()}\n`, { mode: 0o600, flush: true });
  try {
    // Of two processes that make one at once, the second takes the first one's.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}
