import { readdirSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { close, LIMITS, listen } from "#app/server/listen.ts";
import { runs } from "#tests/support/runs.ts";
import { openWorld } from "../support/world.ts";
import { markupProblems } from "./judge.ts";
import { MARK } from "./page.ts";
import { allOf, Served, statusesOf } from "./served.ts";

const world = await openWorld();
let served: Served;
let host: string;
let cookie: string;
beforeAll(async () => {
  const lakeside = await world.club("Lakeside");
  cookie = await world.signIn(lakeside.adminAccount, lakeside.code);
  served = await Served.start(world.dataDir);
  host = `127.0.0.1:${served.port}`;
}, 90_000);
afterAll(async () => {
  await served.stop();
  await world.close();
});

const CLOSE = "Connection: close\r\n";
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}${CLOSE}\r\n`;
const post = (path: string, more: string, body = "") =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}${CLOSE}\r\n${body}`;
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const own = () => `Origin: ${served.url}\r\n`;
/** Settings of a test's server. */
const AT = { port: 0, host: "127.0.0.1", production: false };
/** Finds failures: 503 and 505 are deliberate; any other status from 500 on is a defect. */
const failures = (heard: string) =>
  statusesOf(heard).filter((status) => status >= 500 && ![503, 505].includes(status));

/** Lists the problems that any answer can have. */
function problemsOf(heard: string): string[] {
  const problems = failures(heard).map((status) => `answered ${status}`);
  const [head = "", ...body] = heard.split("\r\n\r\n");
  if (head.toLowerCase().includes(MARK)) problems.push(`a header was made from input: ${head}`);
  const page = body.join("\r\n\r\n");
  if (/content-type: text\/html/i.test(head)) problems.push(...markupProblems(page));
  return problems;
}

describe("an address", () => {
  test.each<[string, string, number[]]>([
    ["of another host", "http://evil.example/", [400]],
    ["of another host with ours in Host", `http://${MARK}.example/terms`, [400]],
    ["with two slashes", `//${MARK}.example/%2f..`, [400]],
    ["with a backslash", `/\\${MARK}.example`, [400]],
    ["with an encoded backslash", `/%5c${MARK}.example`, [400]],
    ["that is an encoded backslash", "/%5C", [400]],
    ["of no host behind an encoded backslash", "/%5c%2f%5b", [400]],
    ["with an encoded backslash further on", `/terms%5c${MARK}`, [404]],
    ["with an encoded slash", `/%2f${MARK}.example`, [404]],
    ["with a broken percent sign", "/teams/%E0%A4%A", [400]],
    ["with half a percent sign", "/%", [400]],
    ["with NUL", "/terms%00", [400]],
    ["with half a surrogate pair", "/%ed%a0%80", [400]],
    ["with .. segments", "/../../../../etc/passwd", [400]],
    ["with encoded .. segments", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", [400]],
    ["with half-encoded .. segments", "/terms/.%2E", [400]],
    ["whose .. segments lead to another host", `/terms/..//${MARK}.example`, [400]],
    ["with a . segment", "/./terms", [400]],
    ["with harmless dots", "/terms.../..a/.b", [404]],
    ["with .. segments under /assets", "/assets/..%2f..%2f..%2fpackage.json", [400, 403, 404]],
    ["of a data file", "/data/control.sqlite", [404]],
    ["with markup", `/<${MARK}>`, [400, 404]],
    ["with markup, encoded", `/%3C${MARK}%20${MARK}%3D1%3E`, [404]],
    ["with a line break, encoded", `/%0d%0aX-${MARK}:%201`, [404]],
    ["with bytes above 127", "/caf\xe9\xff\xfe", [400, 404]],
    ["with a query of broken percent signs", "/club/login?redirectTo=%E0%A4%A&code=%", [200]],
    ["with the same parameter a thousand times", `/leaderboard?${"q=1&".repeat(1000)}`, [302]],
    ["with prototypes", "/contact?__proto__[x]=1&constructor=1&forgot[]=coach", [200]],
    ["that names an unknown loader", `/terms?_data=${MARK}`, [400, 403, 404]],
    ["that names a prototype as its loader", "/terms?_data=__proto__", [400, 403, 404]],
    ["of a guarded page's data, signed out", "/dashboard?_data=routes/club/dashboard/index", [204, 302]],
    ["of the lazy manifest", "/__manifest?p=/teams&version=1", [404]],
    ["of 15,000 characters", `/${"a".repeat(15_000)}`, [404]],
    ["of 40,000 characters", `/${"a".repeat(40_000)}`, [431]],
    ["that is an asterisk", "*", [400]],
    ["that is empty", "", [400]],
    ["with a fragment", `/terms#${MARK}`, [200, 400, 404]],
  ])("an address %s is answered safely", async (_, path, statuses) => {
    const heard = await served.say(get(path));
    expect(problemsOf(heard)).toEqual([]);
    expect(statuses).toContain(statusesOf(heard)[0]);
    expect(heard.includes("root:") || heard.includes('"name": "goodside"')).toBe(false);
  });
});

describe("a Host", () => {
  test.each([
    "",
    "a/b",
    "a b",
    "a@b",
    `<${MARK}>`,
    "[::1",
    "a:b",
    "a:123456",
    "a:99999",
    "270.0.1",
    "1.2.3.4.5",
    "-",
    "x".repeat(300),
    "a\\b",
    "é",
  ])("a Host '%s' is refused", async (name) => {
    const heard = await served.say(`GET / HTTP/1.1\r\nHost: ${name}\r\n${CLOSE}\r\n`);
    expect(statusesOf(heard)).toEqual([400]);
    expect(problemsOf(heard)).toEqual([]);
  });

  test("a missing or repeated Host is refused", async () => {
    expect(statusesOf(await served.say(`GET / HTTP/1.1\r\n${CLOSE}\r\n`))).toEqual([400]);
    const twice = await served.say(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n${CLOSE}\r\n`);
    expect(statusesOf(twice)).toEqual([400]);
  });

  test("a Host of another site appears in no link or redirect", async () => {
    const heard = await served.say(
      `GET /dashboard HTTP/1.1\r\nHost: ${MARK}.example\r\nX-Forwarded-Host: ${MARK}.example\r\n${CLOSE}\r\n`,
    );
    expect(statusesOf(heard)).toEqual([302]);
    expect(heard).not.toContain(MARK);
  });
});

describe("a method", () => {
  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "M-SEARCH"])(
    "the method %s is 405",
    async (method) => {
      const heard = await served.say(
        `${method} /club/login HTTP/1.1\r\nHost: ${host}\r\nX-A: ${MARK}\r\n${CLOSE}\r\n`,
      );
      expect(statusesOf(heard)).toEqual([405]);
      expect(heard).not.toContain(MARK);
    },
  );

  test("a method in an override header is ignored", async () => {
    const heard = await served.say(
      get("/club/login", "X-HTTP-Method-Override: DELETE\r\nX-Original-URL: /teams\r\n"),
    );
    expect(statusesOf(heard)).toEqual([200]);
  });

  test.each([
    "CONNECT evil.example:443 HTTP/1.1",
    "BREW / HTTP/1.1",
    "get / HTTP/1.1",

    "GET /",
    "GET / HTTP/0.9",
    "GET / HTTP/3.0",
    "PRI * HTTP/2.0",
    "\0\0\0\0",
    "\x16\x03\x01\x02\0\x01\0",
  ])("a method '%s' is refused or not answered", async (line) => {
    const heard = await served.say(`${line}\r\nHost: ${host}\r\n${CLOSE}\r\n`);
    expect(statusesOf(heard).every((status) => [400, 405, 426, 505].includes(status))).toBe(true);
  });
});

describe("one request hidden in another", () => {
  const hidden = () => `GET /${MARK} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const head = (more: string) => `POST /club/login HTTP/1.1\r\nHost: ${host}\r\n${FORM}${own()}${more}\r\n`;
  test.each<[string, () => string]>([
    ["two lengths", () => `${head("Content-Length: 4\r\nContent-Length: 5\r\n")}a=1&${hidden()}`],
    [
      "a length and chunks",
      () => `${head("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n")}0\r\n\r\n${hidden()}`,
    ],
    [
      "chunks, then another coding",
      () => `${head("Transfer-Encoding: chunked, identity\r\n")}0\r\n\r\n${hidden()}`,
    ],
    ["an unknown coding", () => `${head("Transfer-Encoding: xchunked\r\n")}0\r\n\r\n${hidden()}`],
    [
      "two codings",
      () => `${head("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n")}0\r\n\r\n${hidden()}`,
    ],
    [
      "a space before the colon",
      () => `${head("Transfer-Encoding : chunked\r\nContent-Length: 3\r\n")}a=1${hidden()}`,
    ],
    ["a folded header", () => `${head("X: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: 3\r\n")}a=1`],
    ["a length with a sign", () => `${head("Content-Length: +3\r\n")}a=1${hidden()}`],
    ["a length that is no number", () => `${head("Content-Length: 0x3\r\n")}a=1${hidden()}`],
    ["a negative length", () => `${head("Content-Length: -3\r\n")}a=1${hidden()}`],
    [
      "a chunk length beyond all numbers",
      () => `${head("Transfer-Encoding: chunked\r\n")}FFFFFFFFFFFFFFFFF\r\na\r\n0\r\n\r\n`,
    ],
    ["a chunk with a sign", () => `${head("Transfer-Encoding: chunked\r\n")}-1\r\na\r\n0\r\n\r\n`],
    ["a header name with a line break", () => `${head(`X\nY: ${MARK}\r\n`)}`],
    ["a header with NUL", () => `${head(`X: a\0${MARK}\r\n`)}`],
  ])("a request hidden by %s is never answered as a second one", async (_, bytes) => {
    const heard = await served.say(bytes(), { silenceMs: 1_500 });
    expect(problemsOf(heard)).toEqual([]);
    expect(statusesOf(heard).filter((status) => status === 404)).toEqual([]);
    expect(statusesOf(heard).length).toBeLessThanOrEqual(1);
  });

  test("pipelined requests are answered in order", async () => {
    const heard = await served.say(
      `GET /terms HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(3) + get("/nowhere", "TE: trailers, deflate\r\n"),
    );
    expect(statusesOf(heard)).toEqual([200, 200, 200, 404]);
  });
});

describe("headers", () => {
  test.each<[string, string, number[]]>([
    ["3,000 headers", Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1\r\n`).join(""), [431]],
    ["a header of 20 kB", `X-A: ${"a".repeat(20_000)}\r\n`, [431]],
    ["a cookie of 12 kB", `Cookie: session=${"a".repeat(12_000)}\r\n`, [200]],
    [
      "cookies of broken percent signs",
      "Cookie: session=%E0%A4%A; signup=%; flash=%zz.%zz; =; ;;\r\n",
      [200],
    ],
    ["cookies with prototypes", "Cookie: __proto__=1; constructor=1; session=__proto__\r\n", [200]],
    ["an upgrade", "Upgrade: websocket\r\nSec-WebSocket-Key: a\r\nConnection: Upgrade\r\n", [200]],
    ["an upgrade to HTTP/2", "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n", [200]],
    ["invalid ranges", "Range: bytes=9-1,-0,zz\r\n", [200, 416]],
    [
      "invalid codings",
      `Accept-Encoding: ${MARK};q=zz,,;\r\nAccept: ${MARK}/\r\nAccept-Language: *;q=9\r\n`,
      [200],
    ],
    ["an unknown expectation", `Expect: ${MARK}\r\n`, [417]],
    ["an invalid ETag", 'If-None-Match: "\xff", W/,,*\r\nIf-Modified-Since: never\r\n', [200, 304]],
    [
      "invalid forwarding",
      `X-Forwarded-Proto: ${MARK}\r\nX-Forwarded-Port: 99999999\r\nForwarded: host=${MARK}\r\n`,
      [200],
    ],
  ])("a request with %s is answered safely", async (_, lines, statuses) => {
    const heard = await served.say(get("/club/login", lines));
    expect(problemsOf(heard)).toEqual([]);
    expect(statuses).toContain(statusesOf(heard)[0]);
  });

  test("a forwarded host with an impossible port is ignored", async () => {
    const heard = await served.say(get("/club/login", "X-Forwarded-Host: goodside.example:99999\r\n"));
    expect(statusesOf(heard)).toEqual([200]);
  });

  test("the log ignores a client address claimed by an untrusted proxy", async () => {
    const heard = await served.say(
      get("/terms", "X-Forwarded-For: 198.51.100.99\r\nForwarded: for=198.51.100.99\r\n"),
    );
    expect(statusesOf(heard)).toEqual([200]);
    expect(served.output).not.toContain("198.51.100.99");
  });

  test("the log redacts secrets in an address", async () => {
    await served.say(get(`/contact?reset=s3cret${"k".repeat(40)}`));
    // The log line follows the answer.
    await expect.poll(() => served.output, { timeout: 10_000 }).toContain("reset=[redacted]");
    expect(served.output).not.toContain("s3cret");
  });
});

test("every answer to a signed-in user is uncached and sandboxed: pages, data, redirects and refusals", async () => {
  for (const path of [
    "/teams",
    "/teams?_data=routes/club/teams/index",
    "/teams?_data=routes/nowhere",
    "/schedule/import/template.csv",
    "/sign-out",
    "/club/login?_data=routes/account/sign-in/index",
    "/teams/nowhere/edit",
    "/nowhere",
  ]) {
    const { headers } = await fetch(served.url + path, { headers: { Cookie: cookie }, redirect: "manual" });
    expect(headers.get("Cache-Control"), path).toBe("no-store");
    expect(headers.get("Content-Security-Policy"), path).toMatch(/default-src 'none'|^sandbox/);
    expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
  }
});

describe("a posted body", () => {
  const length = (body: string) => `Content-Length: ${body.length}\r\n`;
  test("a post from another site is refused, whatever its headers claim", async () => {
    const body = "identifier=a&password=b";
    for (const origin of [
      "",
      "Origin: https://evil.example\r\n",
      "Origin: null\r\n",
      `Origin: ${served.url}.evil.example\r\n`,
      `Origin: ${served.url}\r\nSec-Fetch-Site: cross-site\r\n`,
      `Referer: https://evil.example/?${served.url}\r\n`,
    ]) {
      const heard = await served.say(post("/club/login", FORM + origin + length(body), body));
      expect(statusesOf(heard), origin).toEqual([403]);
    }
    const ours = await served.say(post("/club/login", FORM + own() + length(body), body));
    expect(statusesOf(ours)).toEqual([422]);
  });

  test("a post from another site cannot use the unchecked webhook path", async () => {
    for (const path of ["/webhooks/../sign-out", "/webhooks/%2e%2e/sign-out", "/webhooks/.%2E/sign-out"]) {
      const heard = await served.say(
        post(path, `${FORM}Cookie: ${cookie}\r\nSec-Fetch-Site: cross-site\r\n${length("a=1")}`, "a=1"),
      );
      expect(statusesOf(heard), path).toEqual([400]);
    }
    expect(statusesOf(await served.say(get("/teams", `Cookie: ${cookie}\r\n`)))).toEqual([200]);
  });

  test.each([
    ["announced as 400 MB", () => post("/club/login", `${FORM}${own()}Content-Length: 419430400\r\n`, "a=1")],
    [
      "announced beyond all numbers",
      () => post("/club/login", `${FORM}${own()}Content-Length: 9007199254740991\r\n`, "a=1"),
    ],
    [
      "of 3 MB in unannounced chunks",
      () =>
        post(
          "/club/login",
          `${FORM}${own()}Transfer-Encoding: chunked\r\n`,
          `100000\r\n${"a".repeat(1_048_576)}\r\n`.repeat(3),
        ),
    ],
  ])("a posted body %s is 413", async (_, bytes) => {
    const heard = await served.say(bytes());
    expect(statusesOf(heard)).toEqual([413]);
  });

  test.each([
    ["JSON", "application/json", '{"identifier":{"$ne":1},"__proto__":{"admin":true}}'],
    ["XML", "application/xml", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ["multipart without a boundary", "multipart/form-data", "--a\r\n\r\nb\r\n--a--"],
    [
      "multipart that ends too early",
      "multipart/form-data; boundary=a",
      '--a\r\nContent-Disposition: form-data; name="x"',
    ],
    ["an unknown type", `${MARK}/${MARK}`, MARK],
  ])("a posted body of %s is refused", async (_, type, body) => {
    const heard = await served.say(
      post("/club/login", `Content-Type: ${type}\r\n${own()}${length(body)}`, body),
    );
    expect(problemsOf(heard)).toEqual([]);
    expect(statusesOf(heard)).toEqual([400]);
  });

  test("a post to an address without an action is refused", async () => {
    const script = `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;
    for (const path of ["/terms", "/nowhere", "/healthz", "/assets/x.js", script, "/dashboard"]) {
      const heard = await served.say(
        post(path, `${FORM}${own()}Accept-Encoding: gzip\r\n${length("a=1")}`, "a=1"),
      );
      expect(problemsOf(heard)).toEqual([]);
      expect([404, 405], path).toContain(statusesOf(heard)[0]);
    }
  });

  test("a posted body of ten thousand fields, or one with a huge name, is answered", async () => {
    for (const body of [
      `${"a=1&".repeat(10_000)}`,
      `${"n".repeat(60_000)}=1`,
      `identifier=${"%2b".repeat(20_000)}`,
    ]) {
      const heard = await served.say(post("/club/login", FORM + own() + length(body), body), {
        silenceMs: 15_000,
      });
      expect(problemsOf(heard)).toEqual([]);
      expect(statusesOf(heard)).toEqual([422]);
    }
  });

  test("a posted body that breaks off midway blocks nothing and logs no error", async () => {
    const socket = connect(served.port, "127.0.0.1");
    const heard = allOf(socket);
    socket.write(post("/club/login", `${FORM}${own()}Content-Length: 1000\r\n`, "identifier=a"));
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    await heard;
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    expect(served.output).not.toContain("unexpected error");
  });

  test("a posted body gets 100 Continue only after its headers were accepted", async () => {
    const heard = await served.say(
      post("/club/login", `${FORM}${own()}Expect: 100-continue\r\nContent-Length: 99999999\r\n`),
    );
    expect(heard).not.toContain("100 Continue");
    expect(statusesOf(heard)).toEqual([413]);
  });
});

test("a webhook without Stripe's signature is refused, whatever it carries", async () => {
  for (const body of [
    "",
    "{}",
    "[]",
    "null",
    '{"id":"evt_1","data":{"object":null}}',
    "\0\xff",
    "a".repeat(100_000),
  ]) {
    for (const signature of [
      "",
      "Stripe-Signature: t=1,v1=\r\n",
      `Stripe-Signature: t=9e99,v1=${MARK}\r\n`,
    ]) {
      const heard = await served.say(
        post(
          "/webhooks/stripe",
          `Content-Type: application/json\r\n${signature}Content-Length: ${body.length}\r\n`,
          body,
        ),
      );
      expect(problemsOf(heard)).toEqual([]);
      expect(statusesOf(heard)).toEqual([400]);
    }
  }
});

test("a webhook with a foreign Origin is judged by its signature, and an unknown one is not there", async () => {
  const more = "Origin: https://evil.example\r\nContent-Length: 2\r\n";
  for (const [path, status] of [
    ["/webhooks/stripe", 400],
    ["/webhooks/x", 404],
  ] as const) {
    const heard = await served.say(post(path, more, "{}"));
    expect(problemsOf(heard)).toEqual([]);
    expect(statusesOf(heard), path).toEqual([status]);
  }
});

test("hundreds of mangled requests break nothing", async () => {
  const body = "name=Falcons&ageGroup=U-12";
  const seeds = [
    get("/teams", `Cookie: ${cookie}\r\n`),
    get("/leaderboard?q=a&page=2", `Cookie: ${cookie}\r\n`),
    post("/teams/new", `${FORM}${own()}Cookie: ${cookie}\r\nContent-Length: ${body.length}\r\n`, body),
  ].map((text) => Buffer.from(text, "latin1"));
  const mangled = fc.tuple(
    fc.constantFrom(...seeds),
    fc.array(fc.tuple(fc.nat(1_000), fc.constantFrom("flip", "drop", "double", "insert"), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(mangled, { minLength: 120, maxLength: 120 }), async (requests) => {
      const problems = requests.map(async (input) => {
        const bytes = mangle(...input);
        const found = problemsOf(await served.say(bytes, { silenceMs: 1_000 }));
        return found.map((problem) => `${problem} to ${JSON.stringify(bytes.toString("latin1"))}`);
      });
      expect((await Promise.all(problems)).flat()).toEqual([]);
    }),
    { numRuns: runs(2, 4) },
  );
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
}, 60_000);

function mangle(whole: Buffer, wounds: [number, string, number][]): Buffer {
  let bytes = whole;
  for (const [where, how, byte] of wounds) {
    const at = where % bytes.length;
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    if (how === "flip") bytes = Buffer.concat([before, Buffer.of(byte), after.subarray(1)]);
    else if (how === "drop") bytes = Buffer.concat([before, after.subarray(1 + (byte % 8))]);
    else if (how === "double") bytes = Buffer.concat([before, after.subarray(0, 20), after]);
    else bytes = Buffer.concat([before, Buffer.of(byte), after]);
  }
  return bytes;
}

describe("a slow sender", () => {
  /**
   * Sends a header byte by byte, without end.
   * @returns the answers until the server closes.
   */
  async function drip(port: number, everyMs: number, start = "GET / HTTP/1.1\r\nX-A: ") {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => socket.destroy());
    const heard = allOf(socket);
    socket.write(start);
    const dripping = setInterval(() => socket.write("a"), everyMs);
    const statuses = statusesOf(await heard);
    clearInterval(dripping);
    return statuses;
  }
  const slowBody = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n";
  test.concurrent.each([
    ["of a header", undefined, { headers: 1_500, request: 120_000 }],
    ["of a body", slowBody, { headers: 1_500, request: 3_000 }],
  ])("a slow sender %s, byte by byte, is cut off", async (_, start, limits) => {
    const app = express().use((req, res) => {
      req.resume().once("end", () => res.end());
    });
    const server = await listen(app, AT, { ...LIMITS, ...limits, checkEvery: 500 });
    try {
      // Its sender never ends: without a limit there would be no answer.
      const statuses = await drip((server.address() as AddressInfo).port, 100, start);
      expect(statuses.length).toBeGreaterThan(0);
      expect(statuses.every((status) => status === 408)).toBe(true);
    } finally {
      await close(server);
    }
  });

  test("a slow sender has fifteen seconds for the headers and two minutes for the rest", async () => {
    const server = await listen(express(), AT);
    expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 120_000]);
    await close(server);
  });

  // Takes fifteen seconds, so only in `npm run fuzz -- --large`.
  if (process.env.HOSTILE_LARGE)
    test("the running server cuts off a slow sender of a header", async () => {
      const statuses = await drip(served.port, 1_000);
      expect(statuses.every((status) => status === 408)).toBe(true);
    }, 40_000);

  test("a hundred at once do not delay other clients", async () => {
    const sockets = Array.from({ length: 100 }, () => {
      const socket = connect(served.port, "127.0.0.1");
      socket.on("error", () => socket.destroy());
      socket.write(
        `POST /club/login HTTP/1.1\r\nHost: ${host}\r\n${FORM}${own()}Content-Length: 900\r\n\r\na`,
      );
      return socket;
    });
    expect((await fetch(`${served.url}/terms`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  });
});
