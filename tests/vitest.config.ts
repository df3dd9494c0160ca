import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/browser/**", "tests/durability/**"],
    pool: "forks",
    globalSetup: ["tests/support/build.ts"],
    testTimeout: 20_000,
    env: { APP_MODE: "test" },
  },
});
