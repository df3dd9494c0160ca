import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countRequest, REFUSALS, readMetrics, watchProcess } from "#app/observability/metrics.server.ts";
import "#app/mail/settle-mail.server.ts";

test("only counters end in '_total', as Prometheus has it", async () => {
  watchProcess();
  const named = (await readMetrics()).filter(({ name }) => name.endsWith("_total"));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ type }) => String(type) !== "counter").map(({ name }) => name)).toEqual([]);
});

async function figureOf(name: string, labels: Record<string, string>): Promise<number | undefined> {
  const metric = (await readMetrics()).find((one) => one.name === `goodside_${name}`);
  const wanted = JSON.stringify(labels);
  return metric?.values.find((value) => JSON.stringify(value.labels) === wanted)?.value;
}

test.each([
  ["http_answers_total", { outcome: "aborted" }],
  ["sign_ins_total", { method: "staff", outcome: "too busy" }],
  ["refusals_total", { reason: "webhook signature" }],
  ["webhooks_total", { from: "stripe", outcome: "bad signature" }],
  ["webhooks_total", { from: "postmark", outcome: "bad credentials" }],
  ["mails_total", { tag: "password-changed", outcome: "given up" }],
  ["retries_total", { of: "staff search" }],
])("%s of %o is 0 before the first event, so that an alert sees that event", async (name, labels) => {
  expect(await figureOf(name, labels)).toBe(0);
});

test("every reason for a refusal that the code gives is listed, and in the documentation", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join("app", path), "utf8"));
  const given = sources.flatMap((text) =>
    [
      ...text.matchAll(/event: "refused",\s+reason: "([^"]+)"/g),
      ...text.matchAll(/\brefuse\(\s*res,\s+\d+,[^;]*?"([^"]+)",?\s*\);/g),
    ].map(([, reason = ""]) => reason),
  );
  const reasons = given.filter((reason) => reason === reason.toLowerCase());
  expect(reasons).toEqual(expect.arrayContaining(["cross-site", "webhooks in work", "webhook signature"]));
  expect(reasons.filter((reason) => !REFUSALS.includes(reason))).toEqual([]);
  const documents = readFileSync("docs/observability.md", "utf8");
  expect(REFUSALS.filter((reason) => !documents.includes(`\`${reason}\``))).toEqual([]);
});

test("an unlisted reason makes no series of its own", async () => {
  countRequest({
    ...{ route: "/terms", method: "GET", status: "403", outcome: "refused", seconds: 0 },
    refused: "something that a visitor typed",
  });
  expect(await figureOf("refusals_total", { reason: "other" })).toBe(1);
  expect(JSON.stringify(await readMetrics())).not.toContain("a visitor typed");
});

test("a load balancer's checks do not hide visitors' errors", async () => {
  const failed = () => figureOf("http_answers_total", { outcome: "failed" });
  const before = (await failed()) ?? 0;
  countRequest({ route: "/terms", method: "GET", status: "500", outcome: "failed", seconds: 0 });
  countRequest({ route: "/healthz", method: "GET", status: "503", outcome: "failed", seconds: 0 });
  expect(await failed()).toBe(before + 1);
});
