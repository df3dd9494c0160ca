import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { close, LIMITS, listen } from "#app/server/listen.ts";
import { assignRequestId, requestContext } from "#app/server/request-context.ts";
import { staticFiles } from "#app/server/static-files.ts";

// product/security.md#security: what one connection may ask at once.

const folder = mkdtempSync(join(tmpdir(), "goodside-pipeline-"));
mkdirSync(join(folder, "assets"));
const LARGE = "a".repeat(400_000);
writeFileSync(join(folder, "assets/large-1a2b.js"), LARGE);

/** Club files leased by requests. */
let leases = 0;
let begun = 0;
const app = express()
  .use(assignRequestId)
  .use((req, res, next) => {
    begun += 1;
    leases += 1;
    requestContext(req, res).onFinish(() => {
      leases -= 1;
    });
    next();
  })
  .use(staticFiles(folder))
  .use((req, res) => {
    if (req.path === "/hangs") return;
    req.resume().once("end", () => setTimeout(() => res.send(LARGE), req.path === "/late" ? 50 : 0));
  });
const server = await listen(app, { port: 0, host: "127.0.0.1", production: true }, LIMITS);
afterAll(() => close(server));

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function open(bytes: string, allowHalfOpen = false): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen }).on("error", () => {});
  sockets.push(socket);
  socket.write(bytes);
  return socket;
}

const FILE = "/assets/large-1a2b.js";
const request = (path: string, more = "", method = "GET", version = "1.1") =>
  `${method} ${path} HTTP/${version}\r\nHost: a\r\n${more}\r\n`;
const post = (path: string, more: string, body: string) => `${request(path, more, "POST")}${body}`;
const CHUNKED = "Transfer-Encoding: chunked\r\n";

const descriptors = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
const openOn = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe("requests that are sent at once and never read hold nothing once the connection is closed:", () => {
  test.each([
    ["a file", request(FILE)],
    [
      "a file, of an old client that keeps the connection",
      request(FILE, "Connection: keep-alive\r\n", "GET", "1.0"),
    ],
    ["a file's head", request(FILE, "", "HEAD")],
    ["a part of a file", request(FILE, "Range: bytes=0-300000\r\n")],
    ["a page", request("/page")],
    ["a page that takes its time", request("/late")],
    ["a page that never comes", request("/hangs")],
    ["another protocol", request(FILE, "Connection: Upgrade\r\nUpgrade: websocket\r\n")],
    ["forms", post("/form", "Content-Length: 3\r\n", "a=b")],
    [
      "forms whose bodies wait for a word",
      post("/form", "Content-Length: 3\r\nExpect: 100-continue\r\n", "a=b"),
    ],
    ["forms with trailers", post("/form", `${CHUNKED}Trailer: X-A\r\n`, "3\r\na=b\r\n0\r\nX-A: b\r\n\r\n")],
    ["a file behind a page that never comes", request("/hangs") + request(FILE)],
  ])("unread answers to %s hold nothing once the connection is closed", async (_, one) => {
    const before = descriptors();
    begun = 0;
    for (const count of [6, 700]) {
      const socket = open(one.repeat(count)).pause();
      // Node drops everything after a change of protocol.
      await expect.poll(() => begun).toBeGreaterThanOrEqual(one.includes("Upgrade") ? 1 : 6);
      expect(begun).toBeLessThanOrEqual(6 + LIMITS.unanswered);
      if (count === 6) expect(descriptors()).toBeLessThan(before + 5);
      socket.destroy();
      await expect.poll(openOn).toBe(0);
    }
    await expect.poll(() => leases).toBe(0);
    await expect.poll(descriptors).toBeLessThanOrEqual(before);
  });

  test("requests of a client that has ended its own side hold nothing once the connection is closed", async () => {
    const before = descriptors();
    const socket = open((request("/hangs") + request(FILE)).repeat(3), true).pause();
    socket.end();
    await expect.poll(openOn).toBe(0);
    await expect.poll(() => leases).toBe(0);
    socket.destroy();
    await expect.poll(descriptors).toBeLessThanOrEqual(before);
  });
});

test("as many requests as may wait are answered in their order, and one more closes the connection", async () => {
  const paths = Array.from({ length: LIMITS.unanswered }, (_, n) => (n % 2 === 0 ? "/late" : FILE));
  const socket = open(paths.map((path) => request(path)).join(""));
  let heard = "";
  for await (const chunk of socket) {
    heard += chunk;
    if (heard.length > LIMITS.unanswered * LARGE.length) break;
  }
  const answers = heard.match(/Content-Type: [\w/]+/g)?.map((line) => line.includes("html"));
  expect(answers).toEqual(paths.map((path) => path === "/late"));
  const greedy = open(request("/late").repeat(LIMITS.unanswered + 1));
  await once(greedy, "close");
});

test("answered requests do not count", async () => {
  const socket = open("");
  for (let n = 0; n < 3 * LIMITS.unanswered; n += 1) {
    socket.write(request(FILE, "", "HEAD"));
    await once(socket, "data");
  }
  expect(socket.destroyed).toBe(false);
});
