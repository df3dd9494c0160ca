import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasTool } from "#tests/support/has-tool.ts";

/** promtool of Debian's package prometheus: without it these tests are skipped. */
const withPromtool = test.runIf(hasTool("promtool"));
const folder = "deploy/prometheus";

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return status === 0 ? "" : stdout + stderr;
}

withPromtool("Prometheus takes the settings, also with the look from outside", () => {
  expect(promtool("check", "config", join(folder, "prometheus.yml"))).toBe("");
  const whole = join(folder, "outside.test.yml");
  onTestFinished(() => rmSync(whole));
  const text = readFileSync(join(folder, "prometheus.yml"), "utf8");
  writeFileSync(whole, text.replace(/^( {2})# (?=- job_name| {2})/gm, "$1"));
  expect(readFileSync(whole, "utf8")).toContain("\n  - job_name: goodside-outside\n");
  expect(promtool("check", "config", whole)).toBe("");
});

withPromtool("each alert fires for its cause in its time, and none in quiet hours", () => {
  expect(promtool("check", "rules", join(folder, "alerts.yml"))).toBe("");
  expect(promtool("test", "rules", join(folder, "alerts.test.yml"))).toBe("");
});

withPromtool("Prometheus understands every question of the dashboard", () => {
  const exprs = [...readFileSync("deploy/grafana/goodside.json", "utf8").matchAll(/"expr": (".*"),?$/gm)];
  const own = mkdtempSync(join(tmpdir(), "goodside-rules-"));
  onTestFinished(() => rmSync(own, { recursive: true }));
  const rules = exprs.map(([, expr], n) => `      - { record: "asked:${n}", expr: ${expr} }`);
  writeFileSync(join(own, "rules.yml"), `groups:\n  - name: asked\n    rules:\n${rules.join("\n")}\n`);
  expect(promtool("check", "rules", join(own, "rules.yml"))).toBe("");
});
