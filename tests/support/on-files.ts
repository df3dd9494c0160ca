import { test } from "vitest";

/** A test of what only files have, or of SQLite's plans: on PostgreSQL it counts as skipped. */
export const testOnFiles = test.skipIf(process.env.TEST_DATABASE_URL !== undefined);
