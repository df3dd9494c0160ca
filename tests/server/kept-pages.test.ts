import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { serveBuild } = await import("#tests/support/served-build.ts");
const { builtApp } = await import("#tests/support/built-app.ts");
const build = await builtApp(false);
let rendered = 0;
let renders: ServerBuild["entry"]["module"]["default"] = build.entry.module.default;
const counting: ServerBuild = {
  ...build,
  entry: {
    module: {
      ...build.entry.module,
      default: (...args) => {
        rendered += 1;
        return renders(...args);
      },
    },
  },
};
const { ask, close } = await serveBuild(counting);
afterAll(async () => {
  close();
  await world.close();
});

beforeEach(() => {
  rendered = 0;
  renders = build.entry.module.default;
});

// product/pages.md#public-pages
test("five hundred at once get the tour, which is rendered once", async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, () => ask("/tour")));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(rendered).toBe(1);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain("<h1");
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("a client with the page is answered by 304 with the page's own policy, and a fresh request gets it", async () => {
  const page = await ask("/faq");
  const etag = page.headers.get("ETag") ?? "";
  const policy = page.headers.get("Content-Security-Policy");
  expect(policy).toContain("style-src 'self' 'sha256-");
  expect(page.headers.get("Cache-Control")).toBe("no-cache");
  expect(page.headers.get("Vary")).toMatch(/Cookie/);
  const again = await ask("/faq", { "If-None-Match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("Content-Security-Policy")).toBe(policy);
  expect((await ask("/faq", { "If-None-Match": '"other"' })).status).toBe(200);
  expect((await ask("/faq", { "If-None-Match": etag, "Cache-Control": "no-cache" })).status).toBe(200);
  expect(rendered).toBe(1);
});

test.each([
  ["br", "gzip, br"],
  ["gzip", "gzip"],
  [null, "identity"],
])("a kept page comes in %s, like any other", async (coding, accepted) => {
  const first = await ask("/privacy", { "Accept-Encoding": accepted });
  const second = await ask("/privacy", { "Accept-Encoding": accepted });
  expect([first, second].map(({ headers }) => headers.get("Content-Encoding"))).toEqual([coding, coding]);
  expect((await second.text()) === (await first.text())).toBe(true);
});

test.each([
  ["a cookie", "/terms", { Cookie: "lite=1" }],
  ["a data saver", "/terms", { "Save-Data": "on" }],
  ["a query", "/terms?version=1", {}],
  ["another spelling", "/TERMS", {}],
  ["a page with something of its own", "/contact", {}],
])("a page with %s is rendered for its client, and stored nowhere", async (_, path, headers) => {
  for (const _ of [1, 2]) {
    const answer = await ask(path, headers);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("ETag")).toBeNull();
  }
  expect(rendered).toBe(2);
});

test("a stranger's Host is on nobody's page", async () => {
  const text = await (await ask("/help", { Host: "evil.example" })).text();
  expect(text.includes("evil.example")).toBe(false);
  expect((await (await ask("/help")).text()) === text).toBe(true);
  expect(rendered).toBe(1);
});

test("a missing or failed page is not kept", async () => {
  for (const _ of [1, 2]) expect((await ask("/help/lessons/nothing")).status).toBe(404);
  renders = () => {
    throw new Error("a bug");
  };
  expect((await ask("/")).status).toBe(500);
  renders = build.entry.module.default;
  expect((await ask("/")).status).toBe(200);
});

test("only the newest pages stay beyond the limit", async () => {
  const { KeptPages } = await import("#app/server/kept-pages.ts");
  const kept = new KeptPages(build, 30_000);
  const renders: string[] = [];
  const look = async (path: string) => {
    const request = { method: "GET", path, originalUrl: path, headers: {}, acceptsEncodings: () => false };
    const response: Record<string, unknown> = { removeHeader() {}, end() {}, statusCode: 200 };
    for (const name of ["append", "set", "vary", "status"]) response[name] = () => response;
    const render = async () => {
      renders.push(path);
      return { html: "x".repeat(6_000), headers: new Headers() };
    };
    expect(await kept.answer(request as never, response as never, render)).toBe(true);
  };
  for (const path of ["/tour", "/faq", "/help", "/terms", "/tour", "/faq"]) await look(path);
  expect(renders).toEqual(["/tour", "/faq", "/help", "/terms", "/tour", "/faq"]);
  await look("/faq");
  expect(renders).toHaveLength(6);
});
