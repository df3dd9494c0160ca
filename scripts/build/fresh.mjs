// Plain JavaScript: scripts/ready.mjs uses it before TypeScript can be loaded.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Output folder of scripts/build/processes.ts, from the project's root. */
export const BUILT_PROCESSES = "build/processes";

const PAGES = ["app", "migrations", "scripts/build", "remix.config.js", "package.json", "package-lock.json"];
const SOURCES = [...PAGES, "public", "scripts"];

/**
 * Tells whether the build is newer than all its sources.
 * @param {string} root the project's folder
 */
export function isBuilt(root) {
  // Written last.
  return isNewer(root, join(BUILT_PROCESSES, "serve.js"), SOURCES);
}

/**
 * Tells whether `build/server`, which tests build alone, is newer than the sources of the pages.
 * @param {string} root the project's folder
 */
export function isServerBuilt(root) {
  return isNewer(root, "build/server/index.js", PAGES);
}

/** @param {string} root @param {string} file @param {string[]} sources */
function isNewer(root, file, sources) {
  const built = newest(join(root, file));
  return built > 0 && sources.every((source) => newest(join(root, source)) <= built);
}

/** @param {string} path @returns {number} */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat || path.endsWith(".md")) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
