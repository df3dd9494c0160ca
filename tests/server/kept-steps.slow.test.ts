import { expect, test } from "vitest";
import { stepsOverProcesses } from "./kept-steps-over-processes.ts";

// product/security.md#kept-pages
test("no page is older than a change in 10,000 random steps over four processes", async () => {
  const { unchanged, rated } = await stepsOverProcesses(10_000);
  expect(unchanged).toBeGreaterThan(500);
  expect(rated).toBeGreaterThan(50);
}, 1_800_000);
