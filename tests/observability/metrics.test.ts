import { expect, test } from "vitest";
import { readMetrics, watchProcess } from "#app/observability/metrics.server.ts";

test("only counters end in '_total', as Prometheus has it", async () => {
  watchProcess();
  const named = (await readMetrics()).filter(({ name }) => name.endsWith("_total"));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ type }) => String(type) !== "counter").map(({ name }) => name)).toEqual([]);
});
