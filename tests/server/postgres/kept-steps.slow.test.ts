import { expect, onTestFinished, test } from "vitest";
import { ownDatabase } from "#tests/support/own-database.ts";
import { stepsOverProcesses } from "../kept-steps-over-processes.ts";

// product/security.md#kept-pages
test("no page is older than a change in 10,000 random steps over four processes on PostgreSQL", async () => {
  const database = await ownDatabase();
  if (!database) throw new Error("Run it by npm run test:postgres");
  onTestFinished(() => database.drop());
  const { unchanged, rated } = await stepsOverProcesses(10_000, database);
  expect(unchanged).toBeGreaterThan(500);
  expect(rated).toBeGreaterThan(50);
}, 1_800_000);
