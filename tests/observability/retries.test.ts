import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { testOnFiles } from "#tests/support/on-files.ts";
import { openWorld } from "../support/world.ts";

/** Stripe and Postmark on a bad day: the first answer of each is an outage. */
let refusals = 0;
const away = createServer((req, res) => {
  req.resume();
  refusals -= 1;
  const stripe = req.url?.startsWith("/v1/");
  res.writeHead(refusals >= 0 ? 503 : 404, { "Content-Type": "application/json" });
  res.end(
    JSON.stringify(
      stripe ? { error: { type: "invalid_request_error", code: "resource_missing" } } : { ErrorCode: 100 },
    ),
  );
});
away.listen(0, "127.0.0.1");
await once(away, "listening");
process.env.SANDBOX_URL = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;

const world = await openWorld();
afterAll(async () => {
  await world.close();
  away.close();
});
const { log } = await import("#app/observability/log.server.ts");
const { readMetrics } = await import("#app/observability/metrics.server.ts");
const { enqueue } = await import("#app/queue/queue.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { queueMail } = await import("#app/queue/mail-queue.server.ts");
const { sendMail } = await import("#app/mail/send-mail.server.ts");
const { readCheckout } = await import("#app/payments/stripe.server.ts");
const { openFile } = await import("#app/db/file-engine.server.ts");
const { env } = await import("#app/config/env.server.ts");

const warn = vi.spyOn(log, "warn");
const info = vi.spyOn(log, "info");
beforeEach(() => {
  warn.mockClear();
  info.mockClear();
});

async function retried(of: string): Promise<number> {
  const metric = (await readMetrics()).find(({ name }) => name === "goodside_retries_total");
  return metric?.values.find(({ labels }) => labels.of === of)?.value ?? 0;
}
const linesOf = (of: string) =>
  [...warn.mock.calls, ...info.mock.calls].filter(([fields]) => (fields as { of?: string }).of === of);

test("a failed job logs its id, attempt and next attempt, and is counted", async () => {
  await enqueue(world.control, { kind: "call", payload: {} });
  const handlers = { call: () => Promise.reject(new Error("nobody picks up")) };
  await runDueJobs(world.platform, handlers);
  expect(await retried("job")).toBe(1);
  expect(linesOf("job")).toEqual([
    [
      expect.objectContaining({
        event: "retry",
        kind: "call",
        attempt: 1,
        outcome: "put off",
        nextTry: expect.any(String),
      }),
      expect.any(String),
    ],
  ]);
});

test("a finished job logs one line", async () => {
  await enqueue(world.control, { kind: "greet", payload: {} });
  await runDueJobs(world.platform, { greet: async () => {} });
  expect(info.mock.calls.filter(([, words]) => words === "job")).toEqual([
    [expect.objectContaining({ kind: "greet", attempt: 1, outcome: "done", ms: expect.any(Number) }), "job"],
  ]);
});

test("a retried email is logged and counted", async () => {
  await queueMail(world.control, {
    key: "m1",
    template: "password-changed",
    variables: {},
    to: "dana@lakeside.example",
  });
  const { id } = await world.control.selectFrom("mails").select("id").executeTakeFirstOrThrow();
  refusals = 10;
  await expect(sendMail(world.control, id)).rejects.toThrow();
  expect(await retried("mail")).toBe(0);
  await expect(sendMail(world.control, id)).rejects.toThrow();
  expect(await retried("mail")).toBe(1);
  expect(linesOf("mail")).toHaveLength(1);
  expect(JSON.stringify(linesOf("mail"))).not.toContain("dana@");
});

test("a request that Stripe's SDK retries is logged and counted", async () => {
  refusals = 1;
  expect(await readCheckout("cs_test_1")).toBeNull();
  expect(await retried("stripe")).toBe(1);
  expect(linesOf("stripe")).toEqual([
    [expect.objectContaining({ why: "503", path: "/v1/checkout/sessions/{id}" }), expect.any(String)],
  ]);
});

testOnFiles("a write that waits for another process is logged and counted", async () => {
  const other = openFile(join(env().dataDir, "control.sqlite"));
  other.exec("begin immediate");
  setTimeout(() => other.exec("commit"), 60);
  await enqueue(world.control, { kind: "wait", payload: {} });
  other.close();
  expect(await retried("database")).toBeGreaterThan(0);
  expect(linesOf("database")).toEqual([
    [expect.objectContaining({ file: "control.sqlite", tries: expect.any(Number) }), expect.any(String)],
  ]);
});
