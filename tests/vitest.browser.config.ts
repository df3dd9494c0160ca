import { defineConfig } from "vitest/config";

/** The browser tests: one after the other, each file with a server of its own. They want a finished build. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["tests/browser/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
