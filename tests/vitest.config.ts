import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const TMPDIR = temporaryFolder();

/** Three projects, run one after the other. `--project browser` runs one of them, a path runs one file. */
export default defineConfig({
  root,
  test: {
    globalSetup: ["tests/support/build.ts"],
    projects: [
      {
        root,
        test: {
          name: "app",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/browser/**", "tests/durability/**"],
          pool: "forks",
          // Vitest's default leaves one core unused.
          maxWorkers: "100%",
          sequence: { groupOrder: 0 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          env: { APP_MODE: "test", TMPDIR },
        },
      },
      {
        root,
        test: {
          name: "durability",
          include: ["tests/durability/**/*.test.ts"],
          pool: "forks",
          // Its tests kill processes, fill disks and read timings: nothing runs beside them.
          maxWorkers: 1,
          fileParallelism: false,
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
          include: ["tests/browser/**/*.test.ts"],
          pool: "forks",
          // Each file starts a server of its own.
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
