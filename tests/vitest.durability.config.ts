import { defineConfig } from "vitest/config";

/** Killing, filling, cutting: one file after the other, with real processes. They want a finished build. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["tests/durability/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { APP_MODE: "test" },
  },
});
