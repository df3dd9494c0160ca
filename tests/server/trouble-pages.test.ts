import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import type { Env } from "#app/config/env.server.ts";
import { type AppBuild, createApp } from "#app/server/app.ts";

process.env.APP_MODE = "test";
const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;
type Route = NonNullable<ServerBuild["routes"][string]>;

/** The whole address of a route, with a word for each of its parameters. */
function addressOf({ parentId, path = "" }: Route): string {
  const parent = build.routes[parentId ?? ""];
  const own = path.replaceAll(/:\w+\??|\*/g, "x");
  return `${parent ? addressOf(parent) : ""}/${own}`.replace(/\/+/g, "/").replace(/\/$/, "");
}

const withoutPage = Object.values(build.routes)
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
const failing = withoutPage.map(({ route }) => {
  const { loader, action } = route.module;
  const module = { ...route.module, ...(loader && { loader: fails }), ...(action && { action: fails }) };
  return [route.id, { ...route, module }] as const;
});
const app = {
  build: { ...build, routes: { ...build.routes, ...Object.fromEntries(failing) } },
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

test("among the addresses without a page are downloads and forms that only redirect", () => {
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

test("webhooks beyond a hundred in work are asked for again, and pages are answered meanwhile", async () => {
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
