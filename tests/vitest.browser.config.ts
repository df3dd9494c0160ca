import { defineConfig } from "vitest/config";
import { quickFolder } from "./support/quick-folder.ts";

/** The browser tests: two files at a time, each with a server of its own. They want a finished build. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["tests/browser/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    env: { TMPDIR: quickFolder() },
  },
});
