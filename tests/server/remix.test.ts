import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createRequestHandler, json, redirect, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import express from "express";
import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Env } from "#app/config/env.server.ts";
import { type AppBuild, createApp } from "#app/server/app.ts";
import { limitBody } from "#app/server/body-limit.ts";
import { answerWith, byAddress, pages as remixPages } from "#app/server/remix.ts";
import { assignRequestId } from "#app/server/request-context.ts";
import { refuseChanged } from "#tests/support/plain-data.ts";
import { runs } from "#tests/support/runs.ts";

process.env.APP_MODE = "test";
const site = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;

// A request is answered as Remix answers it.

const noted: string[] = [];
const cookie = (value: string) => ({ "Set-Cookie": value });

function failing(): never {
  throw new Error("secret of the database");
}

/** A page for each case; its markup is its data. */
const pages: Record<string, object> = {
  plain: { loader: () => ({ teams: ["Hawks"], none: null }) },
  headed: { loader: () => json({ shown: true }, { status: 202, headers: cookie("page=1") }) },
  moved: { loader: () => redirect("/plain", { headers: cookie("moved=1") }) },
  missing: {
    loader: () => {
      throw new Response("No such team", { status: 404, headers: cookie("gone=1") });
    },
  },
  broken: { loader: failing },
  empty: { loader: () => undefined },
  undrawn: { loader: () => ({ undrawn: true }) },
  "never-drawn": { loader: () => ({ neverDrawn: true }) },
  silent: {},
  form: {
    loader: () => ({ form: true }),
    action: async ({ request }: { request: Request }) => {
      const typed = Object.fromEntries(new URLSearchParams(await request.text()));
      if (typed.name === "") return json({ typed, problem: "Enter a name." }, { status: 422 });
      if (typed.name === "thrown") throw new Response("Not yours", { status: 403 });
      return redirect("/plain", { status: 303, headers: cookie("saved=1") });
    },
  },
  "file.csv": {
    default: undefined,
    loader: () => new Response("a,b", { headers: { "Content-Type": "text/csv" } }),
  },
  "gone.csv": {
    default: undefined,
    loader: () => {
      throw new Response("No such file", { status: 404, headers: cookie("gone=1") });
    },
  },
  "broken.csv": { default: undefined, loader: failing },
  webhook: {
    default: undefined,
    action: async ({ request }: { request: Request }) => new Response(await request.text(), { status: 202 }),
  },
};

const oneOfEach = {
  assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
  future: { v3_relativeSplatPath: true, v3_throwAbortReason: true },
  isSpaMode: false,
  publicPath: "/",
  routes: {
    root: {
      id: "root",
      path: "",
      module: { default: () => null, loader: () => json({ root: true }, { headers: cookie("flash=") }) },
    },
    layout: {
      id: "layout",
      parentId: "root",
      module: { default: () => null, loader: () => ({ club: "Lakeside" }) },
    },
    ...Object.fromEntries(
      Object.entries(pages).map(([path, module]) => [
        path,
        { id: path, parentId: "layout", path, module: { default: () => null, ...module } },
      ]),
    ),
  },
  entry: {
    module: {
      handleError: (error: unknown) => noted.push(String((error as { message?: string }).message ?? error)),
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        { staticHandlerContext: { loaderData, actionData, errors } }: { staticHandlerContext: Drawn },
      ) => {
        const text = JSON.stringify({ loaderData, actionData, errors }, (_, value) =>
          value instanceof Error ? { message: value.message } : value,
        );
        if (text.includes("neverDrawn") || (text.includes("undrawn") && !errors))
          throw new Error("a component failed");
        return new Response(text, { status, headers });
      },
    },
  },
} as unknown as ServerBuild;

interface Drawn {
  loaderData: object;
  actionData: object | null;
  errors: object | null;
}

const own = answerWith(oneOfEach);
const remix = createRequestHandler(oneOfEach, "production");

async function answers(handle: typeof own, path: string, init?: RequestInit) {
  noted.length = 0;
  const response = await handle(new Request(`http://goodside.test${path}`, init), {});
  return {
    status: response.status,
    // Remix's own headers are for browsers that hydrate.
    headers: [...response.headers]
      .filter(([name]) => !name.startsWith("x-remix-"))
      .map((header) => header.join(": "))
      .sort(),
    body: await response.text(),
    noted: [...noted],
  };
}

const post = (body: string): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body,
});

test.each<[what: string, path: string, init?: RequestInit]>([
  ["a page", "/plain"],
  ["a page, its headers alone", "/plain", { method: "HEAD" }],
  ["a page with a status and a cookie", "/headed"],
  ["a redirect", "/moved"],
  ["something that is not there", "/missing"],
  ["an unexpected error, whose words no page has", "/broken"],
  ["a loader that returns nothing", "/empty"],
  ["a page that cannot be drawn", "/undrawn"],
  ["a page whose error cannot be drawn either", "/never-drawn"],
  ["a page without a loader", "/silent"],
  ["an address that nothing answers", "/nowhere"],
  ["a form that was saved", "/form", post("name=Hawks")],
  ["a form that was refused", "/form", post("name=")],
  ["a form that is somebody else's", "/form", post("name=thrown")],
  ["a form that a page does not have", "/plain", post("name=Hawks")],
  ["a file", "/file.csv"],
  ["a file, its headers alone", "/file.csv", { method: "HEAD" }],
  ["a file that is not there", "/gone.csv"],
  ["a file that cannot be made", "/broken.csv"],
  ["an event", "/webhook", post("event=1")],
  ["a single loader's data", "/plain?_data=plain"],
])("%s is answered as Remix answers it", async (_, path, init) => {
  const expected = await answers(remix, path, init);
  expect(await answers(own, path, init)).toEqual(expected);
});

test.each(["/webhook", "/file.csv"])(
  "a request that %s does not take is refused in plain words",
  async (path) => {
    const init = path === "/webhook" ? undefined : post("name=Hawks");
    const { status } = await answers(remix, path, init);
    expect(await answers(own, path, init)).toMatchObject({
      status,
      body: expect.stringMatching(/^[A-Z][a-z]+( [A-Z][a-z]+)+$/),
    });
  },
);

test("an unexpected error is noted with its words, and drawn without them", async () => {
  const { body, noted: said } = await answers(own, "/broken");
  expect(body).toContain("Unexpected Server Error");
  expect(body).not.toContain("secret");
  expect(said).toEqual(["secret of the database"]);
});

test("a loader gets the request itself, and a component the loader's own data", async () => {
  const data = { teams: ["Hawks"] };
  const got: unknown[] = [];
  const one = {
    ...oneOfEach,
    routes: {
      root: { id: "root", path: "", module: { default: () => null } },
      page: {
        id: "page",
        parentId: "root",
        path: "page",
        module: {
          default: () => null,
          loader: ({ request }: { request: Request }) => {
            got.push(request);
            return data;
          },
        },
      },
    },
    entry: {
      module: {
        default: (...[, , , drawn]: unknown[]) => {
          got.push(
            (drawn as { staticHandlerContext: { loaderData: object } }).staticHandlerContext.loaderData,
          );
          return new Response("");
        },
      },
    },
  } as unknown as ServerBuild;
  const request = new Request("http://goodside.test/page");
  await answerWith(one)(request, {});
  expect(got[0]).toBe(request);
  expect((got[1] as { page: unknown }).page).toBe(data);
});

test.each([
  [{ at: new Date(0) }, /at \[object Date\]/],
  [{ rows: [new Map()] }, /rows \[0\] \[object Map\]/],
  [{ mean: Number.NaN }, /mean/],
  [[undefined], /\[0\]/],
  [{ count: 1n }, /count/],
])("data that JSON would change is refused: %o", (data, why) => {
  expect(() => refuseChanged(data, "It returned")).toThrow(why);
});

test("plain data is not refused", () => {
  expect(() => refuseChanged({ a: [1, "b", true, null, { c: undefined }] }, "It returned")).not.toThrow();
});

// Each address has a part of the routes.

const buildFor = byAddress(site, (part) => part);

type Node = { id: string; path?: string; index?: boolean; children?: Node[] };
const below = (of: ServerBuild, parent: string): Node[] =>
  Object.values(of.routes)
    .filter(({ parentId }) => (parentId ?? "") === parent)
    .map(({ id, path, index }) => (index ? { id, index } : { id, path, children: below(of, id) }));
const treeOf = (of: ServerBuild) => below(of, "");

const whole = treeOf(site);
const words = [...new Set(Object.values(site.routes).flatMap(({ path }) => path?.split("/") ?? []))];

/** Lists the routes that match a path, with their parameters. */
const found = (routes: Node[], path: string) =>
  matchRoutes(routes as never, path)?.map(({ route, params }) => ({ id: (route as Node).id, params }));

const mangled = (word: string) =>
  fc.constantFrom(
    word,
    word.toUpperCase(),
    word.replace(/^./, (c) => `%${c.charCodeAt(0).toString(16)}`),
    `${word}x`,
  );
const word = fc.oneof(fc.constantFrom(...words).chain(mangled), fc.constantFrom("", "a1", "%C3%A9", "a%2Fb"));
const path = fc.array(word, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);

test("a part of the build matches every address as the whole build does", () => {
  fc.assert(
    fc.property(path, (address) => {
      expect(found(treeOf(buildFor(address)), address)).toEqual(found(whole, address));
    }),
    { numRuns: runs(200, 2_000) },
  );
});

test("the parts are small", () => {
  expect(Object.keys(buildFor("/dashboard").routes)).toHaveLength(4);
  expect(Object.keys(buildFor("/rating/1").routes).length).toBeLessThan(10);
  expect(Object.keys(buildFor("/club/login").routes)).toHaveLength(4);
});

// Bodies as received.

const heard: string[] = [];
const formBuild = {
  assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
  future: { v3_relativeSplatPath: true, v3_throwAbortReason: true },
  routes: {
    root: { id: "root", path: "", module: { default: () => null } },
    form: {
      id: "form",
      parentId: "root",
      path: "form",
      module: {
        action: async ({ request }: { request: Request }) => {
          heard.push(await request.text());
          return new Response(null, { status: 204 });
        },
      },
    },
  },
  entry: { module: {} },
} as unknown as ServerBuild;

const bodies = express();
bodies.use(assignRequestId, limitBody, remixPages(formBuild, "http://goodside.test"));
// An error of the body's reader, after its answer.
bodies.use(
  ((_error, _req, res, _next) =>
    void (res.headersSent || res.status(500).end())) as express.ErrorRequestHandler,
);
// As Node may read several packets before it pauses.
const bodiesServer = createServer({ highWaterMark: 1024 * 1024 }, bodies).listen(0, "127.0.0.1");
await once(bodiesServer, "listening");
afterAll(() => {
  bodiesServer.closeAllConnections();
  bodiesServer.close();
});
beforeEach(() => {
  heard.length = 0;
});

const POST = "POST /form HTTP/1.1\r\nHost: goodside.test\r\nConnection: close\r\n";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

/**
 * Sends these bytes, each a moment after the one before.
 * @returns the status
 */
async function send(...parts: string[]): Promise<number> {
  const socket = connect((bodiesServer.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  for (const [index, part] of parts.entries()) {
    if (index > 0) await sleep(20);
    socket.write(part);
  }
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return Number(answer.toString().split(" ")[1]);
}

test.each([
  ["with its headers", [`${POST}Content-Length: 8\r\n\r\nname=Ada`], "name=Ada"],
  ["after its headers", [`${POST}Content-Length: 8\r\n\r\n`, "name=Ada"], "name=Ada"],
  ["in pieces", [`${POST}Content-Length: 8\r\n\r\nna`, "me=", "Ada"], "name=Ada"],
  ["in chunks", [`${CHUNKED}${chunk("name")}${chunk("=Ada")}0\r\n\r\n`], "name=Ada"],
  ["as nothing", [`${POST}Content-Length: 0\r\n\r\n`], ""],
  [
    "as much as is allowed",
    [`${POST}Content-Length: 65536\r\n\r\n${"a".repeat(65_536)}`],
    "a".repeat(65_536),
  ],
])("a body that comes %s is the body that is read", async (_, parts, body) => {
  expect(await send(...parts)).toBe(204);
  expect(heard).toEqual([body]);
});

test.each([
  ["at once", [`${CHUNKED}${chunk("a".repeat(40_000)).repeat(20)}0\r\n\r\n`]],
  ["in pieces", [`${CHUNKED}${chunk("a".repeat(40_000))}`, `${chunk("a".repeat(40_000))}0\r\n\r\n`]],
])("a body that turns out too large, %s, is refused and never read to its end", async (_, parts) => {
  expect(await send(...parts)).toBe(413);
  await sleep(20);
  expect(heard).toEqual([]);
});

// Addresses without a page.

type Route = NonNullable<ServerBuild["routes"][string]>;

/** Returns the whole address of a route, with a word for each of its parameters. */
function addressOf({ parentId, path = "" }: Route): string {
  const parent = site.routes[parentId ?? ""];
  const own = path.replaceAll(/:\w+\??|\*/g, "x");
  return `${parent ? addressOf(parent) : ""}/${own}`.replace(/\/+/g, "/").replace(/\/$/, "");
}

const withoutPage = Object.values(site.routes)
  .filter((route) => route !== undefined)
  .filter(({ module }) => module.default === undefined && (module.loader || module.action))
  .map((route) => ({ route, address: addressOf(route) }))
  .filter(({ address }) => !address.startsWith("/api/"));

let thrown: Error;
let hold = Promise.resolve();
const fails = async () => {
  await hold;
  throw thrown;
};
const withFailures = withoutPage.map(({ route }) => {
  const { loader, action } = route.module;
  const module = { ...route.module, ...(loader && { loader: fails }), ...(action && { action: fails }) };
  return [route.id, { ...route, module }] as const;
});
const app = {
  build: { ...site, routes: { ...site.routes, ...Object.fromEntries(withFailures) } },
  health: async () => ({}),
  stop: async () => {},
  metrics: { countRequest() {} },
} as AppBuild;
const server = createApp({
  settings: { appUrl: "https://goodside.example", production: true } as Env,
  app,
  files: (_req, _res, next) => next(),
  log: pino({ level: "silent" }),
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());

const ask = (address: string, method: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`, {
    method,
    redirect: "manual",
    headers: { Origin: "https://goodside.example" },
  });
const asked = withoutPage.flatMap(({ route: { module }, address }) => [
  ...(module.loader ? [[address, "GET"] as const] : []),
  ...(module.action ? [[address, "POST"] as const] : []),
]);

test("addresses without a page include downloads and forms that only redirect", () => {
  expect(asked.length).toBeGreaterThan(20);
  for (const one of [
    ["/verification/submission", "POST"],
    ["/agreements/report.csv", "GET"],
    ["/club/leave/download", "POST"],
  ])
    expect(asked).toContainEqual(one);
});

test("a full disk is answered with the ordinary page by every address without one", async () => {
  thrown = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  for (const [address, method] of asked) {
    const answer = await ask(address, method);
    const text = await answer.text();
    expect([address, method, answer.status]).toEqual([address, method, 507]);
    expect(answer.headers.get("Content-Type")).toContain("text/html");
    expect(answer.headers.get("Retry-After")).toBe("120");
    expect(text).toContain("We cannot save anything right now");
    expect(text).toContain(answer.headers.get("X-Request-Id"));
  }
});

test("other errors of theirs stay errors of ours", async () => {
  thrown = new Error("a bug");
  const [[address, method] = ["", ""]] = asked;
  expect((await ask(address, method)).status).toBe(500);
});

test("webhooks beyond a hundred in progress are retried, and pages are answered meanwhile", async () => {
  thrown = new Error("held");
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const inWork = Array.from({ length: 130 }, () => ask("/webhooks/postmark", "POST"));
  const refused: Response[] = [];
  for (const one of inWork) void one.then((answer) => answer.status === 503 && refused.push(answer));
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(30);
  expect((await ask("/healthz", "GET")).status).toBe(200);
  release();
  expect((await Promise.all(inWork)).filter(({ status }) => status === 500)).toHaveLength(100);
});
