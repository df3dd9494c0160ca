import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the path of the key if INSTALLATION_KEY is unset. Backups include it. */
export const installationKeyFile = (dataDir: string) => join(dataDir, "installation.key");

/** Returns the key of a data folder, created at the first call, readable by its owner only. */
export function keyIn(dataDir: string): string {
  const path = installationKeyFile(dataDir);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    // If two processes create one at once, the second takes the first one's.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}
