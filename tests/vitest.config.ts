import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const TMPDIR = temporaryFolder();

/** What is slow by nature: mutants, kills, fuzz, a hundred thousand rows, every width and theme. */
const SLOW = "tests/**/*.slow.test.{ts,tsx}";
/** `npm test` runs everything but the slow files (SUITE unset), `npm run test:all` runs these too. */
const suite = process.env.SUITE ?? "quick";
const files = (folder: string) =>
  suite === "slow" ? `tests/${folder}*.slow.test.{ts,tsx}` : `tests/${folder}*.test.{ts,tsx}`;
const left = suite === "quick" ? [SLOW] : [];

/**
 * Files that count what patterns read (support/characters-read.ts). Standing in for `exec` slows every pattern of a
 * process from then on, so they have processes of their own.
 */
const patternCounts = readdirSync(`${root}tests`, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => `tests/${path}`)
  .filter((path) => readFileSync(root + path, "utf8").includes("support/characters-read.ts"));

/** What shares a process with others of its kind. */
const shared = {
  pool: "forks" as const,
  isolate: false,
  setupFiles: ["tests/support/each-file.ts"],
  // The built app is loaded as Node loads it, a copy for each world.
  server: { deps: { external: [/\/build\/server\//] } },
  // Vitest's default leaves one core unused.
  maxWorkers: "100%",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  env: { APP_MODE: "test", TMPDIR },
};

/** Four projects, run one after the other. `--project browser` runs one of them, a path runs one file. */
export default defineConfig({
  root,
  test: {
    globalSetup: ["tests/support/build.ts"],
    projects: [
      {
        root,
        test: {
          ...shared,
          name: "app",
          include: [files("**/")],
          exclude: ["tests/browser/**", "tests/durability/**", ...patternCounts, ...left],
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        test: {
          ...shared,
          name: "patterns",
          include: suite === "slow" ? [] : patternCounts,
          sequence: { groupOrder: 3 },
        },
      },
      {
        root,
        test: {
          name: "durability",
          include: [files("durability/")],
          exclude: left,
          pool: "forks",
          // Its tests kill processes and fill disks: with many beside them they take long.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          env: { APP_MODE: "test" },
        },
      },
      {
        root,
        test: {
          name: "browser",
          include: [files("browser/")],
          exclude: left,
          pool: "forks",
          globalSetup: ["tests/support/browser-project.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 90_000,
          env: { TMPDIR },
        },
      },
    ],
  },
});
