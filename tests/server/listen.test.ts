import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { type ConnectionLimits, close, LIMITS, listen, retire } from "#app/server/listen.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map(close));
});

const hello: RequestListener = (_req, res) => void res.end("hello");
const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** Starts a server with limits of its own, and sockets to it. */
async function serve(
  app: RequestListener,
  limits: Partial<ConnectionLimits> = {},
  trustProxy: string | undefined = undefined,
) {
  const at = { port: 0, host: "127.0.0.1", production: true, trustProxy };
  const server = await listen(app, at, { ...LIMITS, ...limits });
  servers.push(server);
  return openTo(server);
}

/** Opens sockets to a server. */
function openTo(server: Server) {
  const { port } = server.address() as AddressInfo;
  return (bytes = "", as: { localAddress?: string; allowHalfOpen?: boolean } = {}) => {
    const socket = connect({ port, host: "127.0.0.1", ...as }).on("error", () => {});
    sockets.push(socket);
    socket.write(bytes);
    return socket;
  };
}

/** Reads everything from a socket until it is closed. */
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
  ])("%s is refused with the headers of every response", async (_, bytes, status) => {
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

  test("a request whose headers take too long is refused with the headers of every response", async () => {
    const open = await serve(hello, { headers: 300, checkEvery: 100 });
    const heard = await heardBy(open("GET / HTTP/1.1\r\nX-A: a"));
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toContain("X-Content-Type-Options: nosniff");
  });

  test("an unreadable request is never refused in the middle of a response", async () => {
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
  test("a client that never reads is cut off", async () => {
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
  test("a client that reads slowly, or waits for the app, is not cut off", async () => {
    // Longer than a busy machine pauses this process, which is client and server.
    const unread = 2_500;
    const app: RequestListener = (req, res) =>
      void setTimeout(() => res.end(large), req.url === "/late" ? unread + 500 : 0);
    const open = await serve(app, { unread });
    const late = open(GET.replace("/ ", "/late "));
    const slow = open(GET);
    let bytes = 0;
    late.on("data", (chunk) => {
      bytes += chunk.length;
    });
    let readsSlowly = true;
    setTimeout(() => {
      readsSlowly = false;
    }, unread + 500);
    slow.on("data", (chunk) => {
      bytes += chunk.length;
      if (!readsSlowly) return;
      slow.pause();
      setTimeout(() => slow.resume(), 10);
    });
    await expect.poll(() => bytes, { timeout: 50_000 }).toBeGreaterThanOrEqual(2 * large.length);
  });
});

test("a body that takes too long ends its request, even if the client keeps sending", async () => {
  let ended = false;
  const open = await serve(
    (req) => {
      req.resume().once("close", () => {
        ended = true;
      });
    },
    { headers: 200, request: 300, checkEvery: 100 },
  );
  const socket = open("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n", {
    allowHalfOpen: true,
  });
  const trickle = setInterval(() => socket.write("a"), 50);
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(true);
  clearInterval(trickle);
});

describe("of many connections", () => {
  test("the longest idle one makes room for a new one", async () => {
    const open = await serve(hello, { connections: 3 });
    const idle = [open(GET), open(GET), open(GET)];
    for (const socket of idle) await once(socket, "data");
    const [heard] = await once(open(GET), "data");
    expect(String(heard)).toContain("hello");
    await closed(idle[0] as Socket);
    expect(idle.slice(1).some(({ destroyed }) => destroyed)).toBe(false);
  });
  test("a network that sends nothing, or its bodies slowly, closes only its own connections", async () => {
    const app: RequestListener = (req, res) => void req.resume().on("end", () => res.end("hello"));
    const open = await serve(app, { connections: 20, silentOfNetwork: 5 });
    const other = open(GET, { localAddress: "127.0.0.2" });
    await once(other, "data");
    const slow = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na";
    for (let n = 0; n < 30; n += 1) open(slow);
    for (let n = 0; n < 30; n += 1) open();
    for (let n = 0; n < 5; n += 1) {
      const [heard] = await once(open(GET, { localAddress: `127.0.0.${n + 3}` }), "data");
      expect(String(heard)).toContain("hello");
    }
    other.write(GET);
    expect(String((await once(other, "data"))[0])).toContain("hello");
  });
  test("silent connections of one network are limited, unless a proxy holds them all", async () => {
    const open = await serve(hello, { silentOfNetwork: 2 });
    const silent = [open(), open(), open()];
    await closed(silent[0] as Socket);
    expect(silent.slice(1).some(({ destroyed }) => destroyed)).toBe(false);
    const behindProxy = await serve(hello, { silentOfNetwork: 2 }, "loopback");
    const waiting = [behindProxy(), behindProxy(), behindProxy()];
    await once(behindProxy(GET), "data");
    expect(waiting.some(({ destroyed }) => destroyed)).toBe(false);
  });
  test("connections in use stay, and the one too many is closed", async () => {
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

describe("a stopping process", () => {
  /** Starts a server, sockets to it, and answers that it holds back. */
  async function serveSlowly() {
    const held: (() => void)[] = [];
    const app: RequestListener = (req, res) => {
      const answer = () => void res.end(`answered ${req.url}`);
      if (req.url?.startsWith("/slow")) held.push(answer);
      else answer();
    };
    const server = await listen(app, { port: 0, host: "127.0.0.1", production: true });
    servers.push(server);
    return { server, open: openTo(server), held };
  }
  const get = (path: string) => GET.replace("/ ", `${path} `);

  test("a stopping process answers one more request on an idle connection, and closes it", async () => {
    const { server, open } = await serveSlowly();
    const used = open(GET);
    const unused = open(GET);
    await Promise.all([once(used, "data"), once(unused, "data")]);
    const stopped = close(server);
    used.write(get("/late"));
    const heard = await heardBy(used);
    expect(heard).toContain("answered /late");
    expect(heard).toContain("Connection: close");
    expect(unused.destroyed).toBe(false);
    await stopped;
    await closed(unused);
  });
  test("a stopping process finishes a running request, and announces that its connection closes", async () => {
    const { server, open, held } = await serveSlowly();
    const socket = open(get("/slow"));
    await expect.poll(() => held.length).toBe(1);
    const stopped = close(server);
    held[0]?.();
    const heard = await heardBy(socket);
    expect(heard).toContain("answered /slow");
    expect(heard).toContain("Connection: close");
    await stopped;
  });
  test("a stopping process answers all requests that a connection had sent before, and runs none after them", async () => {
    const { server, open, held } = await serveSlowly();
    const other = open();
    const socket = open(get("/slow-1") + get("/slow-2"));
    await expect.poll(() => held.length).toBe(2);
    const stopped = close(server);
    socket.write(get("/slow-3"));
    other.write(GET);
    await once(other, "data");
    for (const answer of held) answer();
    const heard = await heardBy(socket);
    expect(heard).toContain("answered /slow-1");
    expect(heard).toContain("answered /slow-2");
    expect(heard.match(/Connection: close/g)).toHaveLength(1);
    expect(held).toHaveLength(2);
    await stopped;
  });
  test("a stopping process leaves idle connections to their clients while another process serves, until it is stopped", async () => {
    const { server, open } = await serveSlowly();
    const [used, left] = [open(GET), open(GET)];
    await Promise.all([once(used, "data"), once(left, "data")]);
    const retired = retire(server);
    // Longer than a stopping process leaves them open.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    used.write(get("/late"));
    expect(await heardBy(used)).toContain("Connection: close");
    expect(left.destroyed).toBe(false);
    await close(server);
    await closed(left);
    await retired;
  });
  test("a stopping process takes no new connection", async () => {
    const { server, open } = await serveSlowly();
    await once(open(GET), "data");
    const stopped = close(server);
    const late = open(GET);
    await closed(late);
    expect(late.bytesRead).toBe(0);
    await stopped;
  });
});
