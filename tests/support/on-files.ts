import { test } from "vitest";

/** Runs a test of the files' own features, or of SQLite's plans: on PostgreSQL it counts as skipped. */
export const testOnFiles = test.skipIf(process.env.TEST_DATABASE_URL !== undefined);
