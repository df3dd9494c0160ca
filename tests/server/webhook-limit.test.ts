import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, expect, test } from "vitest";
import { limitWebhooks } from "#app/server/webhook-limit.ts";

const held: (() => void)[] = [];
const app = express();
app.use((_req, res, next) => {
  res.locals.notes = {};
  next();
});
app.use(limitWebhooks(2));
let closed = 0;
app.post("/webhooks/postmark", (_req, res) => {
  res.once("close", () => {
    closed += 1;
  });
  held.push(() => res.end("Received"));
});
app.get("/dashboard", (_req, res) => void res.end("Dashboard"));
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const post = (signal?: AbortSignal) => fetch(`${url}/webhooks/postmark`, { method: "POST", signal });
const inWork = (many: number) => expect.poll(() => held.length).toBe(many);

test("events beyond those in progress are retried, and pages are served meanwhile", async () => {
  const first = post();
  const leaves = new AbortController();
  const second = post(leaves.signal).catch(() => null);
  await inWork(2);
  const refused = await post();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect((await fetch(`${url}/dashboard`)).status).toBe(200);
  held.shift()?.();
  expect((await first).status).toBe(200);
  // A client that left holds no place either.
  const third = post();
  await inWork(2);
  leaves.abort();
  await second;
  await expect.poll(() => closed).toBe(2);
  const fourth = post();
  await inWork(3);
  expect((await post()).status).toBe(503);
  for (const end of held.splice(0)) end();
  expect([(await third).status, (await fourth).status]).toEqual([200, 200]);
});
