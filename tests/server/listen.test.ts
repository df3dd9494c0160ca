import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { type ConnectionLimits, close, LIMITS, listen } from "#app/server/listen.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map(close));
});

const hello: RequestListener = (_req, res) => void res.end("hello");
const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** A server with limits of its own, and sockets to it. */
async function serve(app: RequestListener, limits: Partial<ConnectionLimits> = {}) {
  const at = { port: 0, host: "127.0.0.1", production: true };
  const server = await listen(app, at, { ...LIMITS, ...limits });
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return (bytes = "") => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    socket.write(bytes);
    return socket;
  };
}

/** Everything that a socket hears until it is closed. */
async function heardBy(socket: Socket): Promise<string> {
  return Buffer.concat(await socket.toArray()).toString("latin1");
}
const closed = (socket: Socket) => expect.poll(() => socket.resume().destroyed).toBe(true);

describe("a request that Node cannot read is refused with the headers of every response:", () => {
  test.each([
    ["no HTTP", "hello\r\n\r\n", 400],
    ["a header of 20 kB", `GET / HTTP/1.1\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    [
      "chunks with long extensions",
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}`,
      413,
    ],
  ])("%s", async (_, bytes, status) => {
    const open = await serve((req) => void req.resume());
    const heard = await heardBy(open(bytes));
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const header of [
      "X-Content-Type-Options: nosniff",
      "Referrer-Policy: same-origin",
      "X-Frame-Options: DENY",
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      "Strict-Transport-Security: max-age=31536000; includeSubDomains",
      "Cache-Control: no-store",
      "Connection: close",
    ])
      expect(heard).toContain(`\r\n${header}\r\n`);
  });

  test("headers that take too long", async () => {
    const open = await serve(hello, { headers: 300, checkEvery: 100 });
    const heard = await heardBy(open("GET / HTTP/1.1\r\nX-A: a"));
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toContain("X-Content-Type-Options: nosniff");
  });

  test("but never in the middle of a response", async () => {
    const open = await serve((_req, res) => {
      res.writeHead(200, { "Content-Length": "10" }).write("12345");
      setTimeout(() => res.end("67890"), 300);
    });
    const socket = open(GET);
    setTimeout(() => socket.write("garbage\r\n\r\n"), 100);
    expect((await heardBy(socket)).match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe("a client that never reads", () => {
  const large = Buffer.alloc(32 * 1024 * 1024, "a");
  test("is cut", async () => {
    let gone = false;
    const open = await serve(
      (_req, res) =>
        void res
          .once("close", () => {
            gone = true;
          })
          .end(large),
      { unread: 400 },
    );
    open(GET).pause();
    await expect.poll(() => gone, { timeout: 10_000 }).toBe(true);
  });
  test("is not cut while it reads slowly, nor while the app works on the answer", async () => {
    const open = await serve((_req, res) => void setTimeout(() => res.end(large), 1_200), { unread: 400 });
    const socket = open(GET);
    let bytes = 0;
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    await expect.poll(() => bytes, { timeout: 30_000 }).toBeGreaterThanOrEqual(large.length);
  });
});

describe("of many connections", () => {
  test("idle ones make room for a new one", async () => {
    const open = await serve(hello, { connections: 3 });
    const idle = [open(GET), open(GET), open(GET)];
    for (const socket of idle) await once(socket, "data");
    const [heard] = await once(open(GET), "data");
    expect(String(heard)).toContain("hello");
    for (const socket of idle) await closed(socket);
  });
  test("those in use stay, and the one too many is closed", async () => {
    const answers: (() => void)[] = [];
    const open = await serve((_req, res) => void answers.push(() => res.end("hello")), { connections: 3 });
    const busy = [open(GET), open(GET), open(GET)];
    await expect.poll(() => answers.length).toBe(3);
    expect(await heardBy(open(GET))).toBe("");
    for (const answer of answers) answer();
    for (const socket of busy) expect(String((await once(socket, "data"))[0])).toContain("hello");
  });
});

test("a connection is closed after its last permitted request", async () => {
  const open = await serve(hello, { requests: 2 });
  const socket = open(GET);
  expect(String((await once(socket, "data"))[0])).toContain("Connection: keep-alive");
  socket.write(GET);
  expect(String((await once(socket, "data"))[0])).toContain("Connection: close");
  await closed(socket);
});
