// Plain JavaScript: scripts/ready.mjs uses it before TypeScript can be loaded.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where scripts/build/processes.ts writes, from the project's root. */
export const BUILT_PROCESSES = "build/processes";

const SOURCES = [
  "app",
  "migrations",
  "public",
  "scripts",
  "remix.config.js",
  "package.json",
  "package-lock.json",
];

/**
 * Whether the build is newer than all its sources.
 * @param {string} root the project's folder
 */
export function isBuilt(root) {
  // Written last.
  const built = newest(join(root, BUILT_PROCESSES, "serve.js"));
  return built > 0 && SOURCES.every((source) => newest(join(root, source)) <= built);
}

/** @param {string} path @returns {number} */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat || path.endsWith(".md")) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
