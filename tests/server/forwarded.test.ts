import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, describe, expect, test } from "vitest";
import { addressesOf, dropForwarded } from "#app/server/request-checks.ts";

/** Returns what a server that trusts one proxy, or none, takes from a request's headers. */
async function believed(trusted: boolean, headers: Record<string, string>) {
  const app = express();
  app.set("trust proxy", trusted ? 1 : false);
  app.use(dropForwarded(trusted));
  app.use((req, res) => {
    const forwarded = Object.keys(req.headers).filter((name) => name.includes("forwarded"));
    res.json({ ip: req.ip, protocol: req.protocol, hostname: req.hostname, forwarded });
  });
  const server = app.listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [answer] = await once(
    request({ port, headers: { Host: "goodside.example", ...headers } }).end(),
    "response",
  );
  return JSON.parse((await answer.toArray()).join("")) as Record<string, unknown>;
}
const servers: { close(): void }[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

const claims = {
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Port": "1",
  "X-Forwarded": "x",
  Forwarded: "for=203.0.113.7;host=evil.example",
};

describe("behind a configured proxy", () => {
  test("only the client's address is taken from a forwarding header", async () => {
    expect(await believed(true, { ...claims, "X-Forwarded-For": "203.0.113.7" })).toEqual({
      ip: "203.0.113.7",
      protocol: "http",
      hostname: "goodside.example",
      forwarded: ["x-forwarded-for"],
    });
  });
  test.each([
    ["<script>", "127.0.0.1"],
    ["203.0.113.7, unknown", "127.0.0.1"],
    ["<script>, 203.0.113.7", "203.0.113.7"],
    ["198.51.100.9, 203.0.113.7:4711", "203.0.113.7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["", "127.0.0.1"],
  ])("'%s' makes %s the client", async (header, ip) => {
    expect(await believed(true, { "X-Forwarded-For": header })).toMatchObject({ ip });
  });
});

test("no forwarding header is taken without a configured proxy", async () => {
  expect(await believed(false, { ...claims, "X-Forwarded-For": "203.0.113.7" })).toMatchObject({
    ip: "127.0.0.1",
    forwarded: [],
  });
});

describe("of a chain of addresses", () => {
  test.each<[string, string[]]>([
    ["2001:DB8::1, ::ffff:1.2.3.4", ["2001:DB8::1", "::ffff:1.2.3.4"]],
    ["1.2.3.4:80,[::1]", ["1.2.3.4", "::1"]],
    ["1.2.3.4, 1.2.3, 5.6.7.8", ["5.6.7.8"]],
    ["1.2.3.4,,5.6.7.8", ["5.6.7.8"]],
    ["1.2.3.4:808080", []],
    ["[1.2.3.4]:80", []],
    ["fe80::1%eth0", []],
    ["1.2.3.4 5.6.7.8", []],
    ["256.1.1.1", []],
  ])("a chain of %s yields %j", (header, kept) => {
    expect(addressesOf(header)).toEqual(kept);
  });
  test("the last twenty stay", () => {
    expect(addressesOf("1.2.3.4,".repeat(2_000).slice(0, -1))).toHaveLength(20);
  });
});
