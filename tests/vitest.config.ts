import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { temporaryFolder } from "./support/temporary-folder.ts";

// As in production, where React renders twice as fast.
process.env.NODE_ENV = "production";

const root = fileURLToPath(new URL("..", import.meta.url));
const TMPDIR = temporaryFolder();

/** Slow tests: mutants, kills, fuzz, a hundred thousand rows, every width and theme. */
const SLOW = "tests/**/*.slow.test.{ts,tsx}";
/** `npm test` runs everything except the slow files (SUITE unset), `npm run test:all` runs these too. */
const suite = process.env.SUITE ?? "quick";
const files = (folder: string) =>
  suite === "slow" ? `tests/${folder}*.slow.test.{ts,tsx}` : `tests/${folder}*.test.{ts,tsx}`;
/** Tests of PostgreSQL need one: `npm run test:postgres` starts it. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
const left = [...(suite === "quick" ? [SLOW] : []), ...(onPostgres ? [] : ["tests/**/postgres/**"])];

/**
 * They replace methods of patterns while they count (tests/support/characters-read.ts). Even after a restore, every
 * pattern of their process stays ten times slower, so that they have processes of their own.
 */
const counting = filesWith("support/characters-read.ts");
/** They try their properties more often in the slow suite. */
const more = suite === "slow" ? filesWith("support/runs.ts") : [];

function filesWith(text: string): string[] {
  return readdirSync(`${root}tests`, { recursive: true, encoding: "utf8" })
    .map((path) => `tests/${path}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(root + path, "utf8").includes(text));
}

const execArgv = [
  // A script with a loader of modules is experimental (tests/support/built-app.ts).
  "--disable-warning=ExperimentalWarning",
  // Files share compiled code; and a file's worlds are collected soon.
  "--no-flush-bytecode",
  ...["--min-semi-space-size=32", "--max-semi-space-size=64"],
];
/** Files that share a process with the libraries that they load. */
const together = {
  pool: "forks" as const,
  execArgv,
  isolate: false,
  setupFiles: ["tests/support/each-file.ts"],
};

/** Files that run in the tests' own process, beside others that do. */
const inProcess = {
  ...together,
  // The built app is loaded as Node loads it.
  server: { deps: { external: [/\/build\/server\//] } },
  // Vitest's default leaves one core unused.
  maxWorkers: "100%",
  sequence: { groupOrder: 0 },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Prints a list of problems instead of counting it.
  chaiConfig: { truncateThreshold: 2_000 },
  env: { APP_MODE: "test", TMPDIR },
};

/** Workers for durability and browser: one if they run beside the others (scripts/test.ts). */
const workersBeside = Number(process.env.WORKERS_BESIDE ?? 2);

/**
 * In one run, durability and browser come after the others. `--project browser` runs one of them, a path runs one file.
 */
export default defineConfig({
  root,
  test: {
    globalSetup: ["tests/support/build.ts"],
    projects: [
      {
        root,
        test: {
          ...inProcess,
          name: "app",
          include: [files("**/"), ...more],
          exclude: ["tests/browser/**", "tests/durability/**", ...counting, ...left],
        },
      },
      {
        root,
        test: {
          ...inProcess,
          name: "counting",
          include: suite === "slow" ? counting.filter((path) => more.includes(path)) : counting,
          exclude: left,
        },
      },
      {
        root,
        test: {
          name: "durability",
          include: [files("durability/")],
          execArgv,
          exclude: left,
          pool: "forks",
          // Its tests kill processes and fill disks: beside many others they take long.
          maxWorkers: workersBeside,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          env: { APP_MODE: "test" },
        },
      },
      {
        root,
        test: {
          ...together,
          name: "browser",
          include: [files("browser/")],
          exclude: left,
          globalSetup: ["tests/support/browser-project.ts"],
          maxWorkers: workersBeside,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 90_000,
          env: { TMPDIR },
        },
      },
    ],
  },
});
