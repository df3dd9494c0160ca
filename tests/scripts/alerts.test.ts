import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { openWorld } from "#tests/support/world.ts";
import type { Kept } from "../../scripts/start/supervise.ts";

const world = await openWorld();
const { env } = await import("#app/config/env.server.ts");
const { readMetrics, watchProcess } = await import("#app/observability/metrics.server.ts");
await import("#app/mail/settle-mail.server.ts");
const { enqueue } = await import("#app/queue/queue.server.ts");
const { OwnMetrics } = await import("../../scripts/start/own-metrics.ts");
afterAll(() => world.close());

const alerts = readFileSync("deploy/prometheus/alerts.yml", "utf8");
const cases = readFileSync("deploy/prometheus/alerts.test.yml", "utf8");
const dashboard = readFileSync("deploy/grafana/goodside.json", "utf8");
const rules = alerts.split("      - alert: ").slice(1);
const nameOf = (rule: string) => rule.split("\n")[0] ?? "";

/** Prometheus's own, and the blackbox exporter's. */
const OF_OTHERS = ["up", "probe_success", "probe_ssl_earliest_cert_expiry"];

/** Returns everything that a site with a copy and backups exports, as `name` and `label="value"`. */
async function exported(): Promise<{ names: Set<string>; text: string }> {
  watchProcess();
  await enqueue(world.control, { kind: "mail.send", payload: {} });
  await world.control.updateTable("jobs").set({ status: "dead" }).where("kind", "=", "mail.send").execute();
  await enqueue(world.control, { kind: "mail.send", payload: {}, key: "due" });
  const settings = { ...env(), backupDir: world.dataDir, copyTo: { kind: "folder" as const, path: "/copy" } };
  const web = { name: "web-1", deaths: 0, child: { pid: process.pid, exitCode: null } } as Kept;
  const own = await new OwnMetrics(settings, "1.0.0").read([web], new Set());
  const ofProcess = (await readMetrics()).flatMap(({ name, type, values }) => [
    ...(String(type) === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name]),
    ...values.map(({ labels }) => JSON.stringify(labels)),
  ]);
  const text = `${own}\n${ofProcess.join("\n")}`.replace(/"(\w+)":"/g, '$1="');
  return { names: new Set(text.match(/^\w+/gm)), text };
}

test("alerts and dashboard use only metrics and labels that the site exports", async () => {
  const { names, text } = await exported();
  const asked = [...alerts.matchAll(/expr: (.*?)\n {8}for:/gs), ...dashboard.matchAll(/"expr": "(.*)"/g)];
  expect(asked.length).toBeGreaterThan(40);
  const exprs = asked.map(([, expr = ""]) => expr.replaceAll('\\"', '"'));
  const wanted = exprs.flatMap((expr) => expr.match(/\b(?:goodside|process|nodejs|probe)_\w+|\bup\b/g) ?? []);
  expect([...new Set(wanted)].filter((name) => !names.has(name) && !OF_OTHERS.includes(name))).toEqual([]);
  const labels = exprs.flatMap((expr) => [...expr.matchAll(/\b(?!job)(\w+)=~?"([^".]+)"/g)]);
  expect(labels.length).toBeGreaterThan(10);
  const missing = labels.flatMap(([, label, values = ""]) =>
    values
      .split("|")
      .map((value) => `${label}="${value}"`)
      .filter((pair) => !text.includes(pair)),
  );
  expect(missing).toEqual([]);
});

test.each(rules.map((rule) => [nameOf(rule), rule]))(
  "%s waits, gives its severity and remedy, and is tested",
  (name, rule) => {
    expect(rule).toMatch(/^ {8}for: \d+[mh]$/m);
    expect(rule).toMatch(/severity: (critical|warning) /);
    expect(rule).toMatch(/^ {10}summary: .+\.["']?$/m);
    expect(rule).toMatch(/^ {10}action: .+\.["']?$/m);
    expect(cases).toContain(`alertname="${name}"`);
    const action = /action: (.*)/.exec(rule)?.[1];
    const row = readFileSync("docs/observability.md", "utf8")
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toContain(String(/severity: (\w+)/.exec(rule)?.[1]));
    expect(row?.replaceAll("`", "")).toContain(action);
  },
);

const place = z.object({
  h: z.number().positive(),
  w: z.number().max(24),
  x: z.number().min(0),
  y: z.number().min(0),
});
const source = z.object({ type: z.literal("prometheus"), uid: z.string().regex(/^\$\{source\}$/) });
const panel = z.object({
  id: z.number(),
  title: z.string().min(3),
  gridPos: place,
});
const graph = panel.extend({
  type: z.enum(["timeseries", "stat"]),
  datasource: source,
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.never()) }),
  targets: z
    .array(
      z.object({ refId: z.string(), datasource: source, expr: z.string(), legendFormat: z.string().min(1) }),
    )
    .min(1),
});
const whole = z.object({
  uid: z.literal("goodside"),
  title: z.string(),
  schemaVersion: z.number().min(36),
  templating: z.object({
    list: z.tuple([z.object({ name: z.literal("source"), type: z.literal("datasource") })]),
  }),
  panels: z.array(z.discriminatedUnion("type", [graph, panel.extend({ type: z.literal("row") })])),
});

test("the dashboard is one that Grafana can import, and no picture covers another", () => {
  const { panels } = whole.parse(JSON.parse(dashboard));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x} ${y}`), title).toBe(false);
        taken.add(`${x} ${y}`);
      }
  }
});
