import { afterAll, describe, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { control } = world;
const { keepSample, samplesSince } = await import("#app/domain/control/operations/metric-samples.server.ts");
const { mergeSamples, quantile } = await import("#app/domain/control/operations/metric-samples.ts");
const { latestOf } = await import("#app/routes/admin/operations/monitoring-charts.ts");
const { Sampler } = await import("#scripts/start/sample-metrics.ts");
afterAll(() => world.close());

const cookie = await world.signInStaff("super_admin");
const get = async (path: string) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const MINUTE = 60_000;
const quiet = { ...mergeSamples([]), processes: 2, up: 2, free: 5 * 1024 ** 3 };
const requests = (n: number, failed = 0) => ({
  ...quiet,
  ...{ requests: n, failed, durations: [0, n, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  pages: [{ page: "GET /teams", requests: n, seconds: n / 100, slow: failed }],
});
const rowsOf = (minutes: number) =>
  control.selectFrom("metric_samples").select("at").where("minutes", "=", minutes).execute();

// product/operations.md#monitoring
describe("samples", () => {
  test("samples are kept per minute for a day and per ten minutes for a week, and no longer", async () => {
    const start = Date.parse("2026-11-01T00:00:00Z");
    // Every third minute, to save time; nine days.
    for (let minute = 0; minute < 9 * 24 * 60; minute += 3)
      if (minute > 9 * 24 * 60 - 30 * 60 || minute % 60 === 0)
        await keepSample(control, requests(1), new Date(start + minute * MINUTE));
    expect((await rowsOf(1)).length).toBeLessThanOrEqual(25 * 20 + 1);
    expect((await rowsOf(10)).length).toBeLessThanOrEqual(8 * 24 * 6 + 1);
    const [ten] =
      (await samplesSince(control, 10, new Date(start + 9 * 24 * 60 * MINUTE - 10 * MINUTE))) ?? [];
    expect(ten?.sample.requests).toBe(3);
    await control.deleteFrom("metric_samples").execute();
  }, 60_000);

  test("samples of the same minute replace each other, and a clock that ran ahead is forgotten", async () => {
    const at = new Date("2026-11-20T10:00:10Z");
    await keepSample(control, requests(1), new Date("2027-01-01T00:00:00Z"));
    await keepSample(control, requests(1), at);
    await keepSample(control, requests(5), at);
    const kept = await samplesSince(control, 1, new Date("2026-11-20T00:00:00Z"));
    expect(kept.map(({ sample }) => sample.requests)).toEqual([5]);
    await control.deleteFrom("metric_samples").execute();
  });

  test("samples count the increase since the last one, even when a counter restarts", () => {
    const sampler = new Sampler();
    const now = { queue: [], answered: new Set(["web-1"]), processes: [], free: 1 };
    const metrics = (n: number, slow: number) =>
      [
        {
          name: "goodside_http_requests_total",
          values: [
            { value: n, labels: { route: "/teams", method: "GET", status: "200" } },
            { value: slow, labels: { route: "/teams", method: "GET", status: "500" } },
          ],
        },
        {
          name: "goodside_http_request_duration_seconds",
          values: [
            ...[0.005, 0.5].map((le) => ({
              metricName: "x_bucket",
              value: n,
              labels: { route: "/teams", method: "GET", le },
            })),
            {
              metricName: "x_bucket",
              value: n + slow,
              labels: { route: "/teams", method: "GET", le: "+Inf" },
            },
            { metricName: "x_sum", value: n / 10, labels: { route: "/teams", method: "GET" } },
            { metricName: "x_count", value: n + slow, labels: { route: "/teams", method: "GET" } },
          ],
        },
      ] as unknown as Parameters<typeof sampler.next>[0];
    expect(sampler.next(metrics(10, 0), now)).toMatchObject({ requests: 10, failed: 0 });
    const next = sampler.next(metrics(14, 2), now);
    expect(next).toMatchObject({ requests: 6, failed: 2, up: 1 });
    expect(next.pages).toEqual([{ page: "GET /teams", requests: 6, seconds: expect.closeTo(0.4), slow: 2 }]);
    expect(sampler.next(metrics(1, 0), now).requests).toBe(0);
  });
});

test("a duration is estimated within its step, and the slowest count as the last bound", () => {
  expect(quantile([], 0.5)).toBeNull();
  expect(quantile([0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0], 0.5)).toBeCloseTo(17.5);
  expect(quantile([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4], 0.99)).toBe(10_000);
});

describe("the page", () => {
  test("the page says that there is no sample yet", async () => {
    expect(await get("/admin/monitoring")).toContain("No sample yet");
  });

  test("the page has a chart with its values for each measure, over an hour, a day and a week", async () => {
    await keepSample(control, requests(100, 3), new Date(Date.now() - 5 * MINUTE));
    await keepSample(control, { ...requests(40), up: 1, mailLag: 90, mailDue: 7 }, new Date());
    const hour = await get("/admin/monitoring");
    expect(hour).toContain("140 requests");
    expect(hour).toContain("3 of 140 requests failed");
    expect(hour).toContain("Emails were up to 90 s late");
    expect(hour).toContain("1 process did not answer");
    expect(hour.match(/Show the figures/g)?.length).toBeGreaterThan(4);
    for (const range of ["day", "week"])
      expect(await get(`/admin/monitoring?range=${range}`)).toContain("140 requests");
    expect(await get("/admin/monitoring?range=constructor")).toContain("140 requests");
    expect(await get("/admin/console?tab=performance")).toContain("GET /teams");
  });

  test("the page reloads only on request, can be stopped, and stops automatically", async () => {
    expect(await get("/admin/monitoring")).not.toContain('http-equiv="refresh"');
    const live = await get("/admin/monitoring?range=day&refresh=60");
    expect(live).toContain(
      'http-equiv="refresh" content="30; url=/admin/monitoring?range=day&amp;refresh=59"',
    );
    expect(live).toContain("Stop Refreshing");
    expect(await get("/admin/monitoring?refresh=9999")).toContain("refresh=59");
    const over = await get("/admin/monitoring?refresh=0");
    expect(over).not.toContain('http-equiv="refresh"');
    expect(over).toContain("Refreshing has stopped");
  });
});

// product/operations.md#continuous-copy
test.each([
  [
    { seconds: 12, late: false, failed: 0 },
    { value: "12 s", note: "old" },
  ],
  [
    { seconds: 1_800, late: true, failed: 0 },
    { value: "30 minutes", note: "old, which is late" },
  ],
  [
    { seconds: 15, late: false, failed: 2 },
    { value: "15 s", note: "old; 2 files cannot be copied" },
  ],
  [
    { seconds: null, late: false, failed: 0 },
    { value: "None", note: "the first is being made" },
  ],
])("the page gives the copy's age: %o", (copy, shown) => {
  const at = new Date("2026-11-27T12:00:00Z");
  const samples = [{ at: at.toISOString(), sample: quiet }];
  expect(latestOf(samples, at, copy)?.stats.at(-1)).toEqual({ label: "Copy", ...shown });
  expect(latestOf(samples, at, null)?.stats.map(({ label }) => label)).not.toContain("Copy");
});
