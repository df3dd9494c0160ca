import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Records } from "../../sandbox/records.ts";
import { type Delivery, Webhooks } from "../../sandbox/webhooks.ts";

const held: ServerResponse[] = [];
const server = createServer((_req, res) => void held.push(res)).listen(0, "127.0.0.1");
await once(server, "listening");
const webhooks = new Webhooks(
  new Records<Delivery>(join(mkdtempSync(join(tmpdir(), "goodside-webhooks-")), "webhooks.jsonl")),
  { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, proof: () => ({}), firstPauseMs: 10 },
);
afterAll(async () => {
  await webhooks.close();
  server.closeAllConnections();
  server.close();
});

test("the stubs post twenty events at a time, and the others as these are answered", async () => {
  for (let n = 0; n < 50; n += 1)
    webhooks.send({ id: `event-${n}`, type: "Delivery", body: "{}", createdAt: new Date().toISOString() });
  let answered = 0;
  const all = { timeout: 20_000 };
  for (const [inWork, after] of [
    [20, 20],
    [20, 40],
    [10, 50],
  ] as const) {
    await expect.poll(() => held.length, all).toBe(inWork);
    for (const res of held.splice(0)) {
      res.end();
      answered += 1;
    }
    expect(answered).toBe(after);
  }
  await expect
    .poll(() => webhooks.newestFirst().filter(({ status }) => status === "delivered").length, all)
    .toBe(50);
});
