import { defineConfig } from "vitest/config";
import { quickFolder } from "./support/quick-folder.ts";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/browser/**", "tests/durability/**"],
    pool: "forks",
    // Of two cores vitest would use one.
    maxWorkers: "100%",
    globalSetup: ["tests/support/build.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { APP_MODE: "test", TMPDIR: quickFolder() },
  },
});
