import { existsSync, readFileSync } from "node:fs";
import { env } from "#app/config/env.server.ts";
import { installationKeyFile, keyIn } from "#app/config/installation-key-file.server.ts";

let known: string | undefined;

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
