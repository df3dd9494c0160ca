import { existsSync, readFileSync } from "node:fs";
import { type Env, env } from "#app/config/env.server.ts";
import { installationKeyFile, keyIn } from "#app/config/installation-key-file.server.ts";

/** The first one seals; each of them opens (product/security.md#secrets). */
export type InstallationKeys = readonly [string, ...string[]];

/** Settings that name keys. */
export type KeySettings = Pick<Env, "installationKey" | "installationKeyPrevious">;

let known: InstallationKeys | undefined;

/**
 * Returns the keys that seal data which outlives SESSION_SECRET, such as the second factors of staff: INSTALLATION_KEY,
 * or one that is created once for the data folder, readable by its owner only.
 */
export function installationKeys(): InstallationKeys {
  known ??= makeKeysOf(env().dataDir);
  return known;
}

/** Returns the key that seals new data. */
export const installationKey = (): string => installationKeys()[0];

/** Returns the keys of a data folder for writing; creates one in the folder if none is given. */
export function makeKeysOf(dataDir: string, settings: KeySettings = env()): InstallationKeys {
  const first = settings.installationKey ?? keyIn(dataDir);
  return [first, ...keysOfFolder(dataDir, settings).filter((key) => key !== first)];
}

/** Returns the keys of a data folder for reading; empty if it has none. */
export function keysOfFolder(dataDir: string, settings: KeySettings = env()): string[] {
  const path = installationKeyFile(dataDir);
  const own = existsSync(path) ? readFileSync(path, "utf8").trim() : null;
  const keys = [settings.installationKey, own, settings.installationKeyPrevious];
  return [...new Set(keys.filter((key) => key !== null))];
}
