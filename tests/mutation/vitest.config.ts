import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Configuration of Stryker's runs for each mutant (`npm run mutation`): the tests of the pure rules, which open no
 * database.
 */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["tests/domain/**/*.test.ts"],
    exclude: ["tests/domain/**/{*.server,*limits,password,schedule}.test.ts"],
    testTimeout: 60_000,
    env: { APP_MODE: "test" },
  },
});
