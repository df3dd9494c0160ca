import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import { afterAll, describe, expect, test } from "vitest";
import type { Env } from "#app/config/env.server.ts";
import { type AppBuild, createApp } from "#app/server/app.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Serves the express app in front of a build without routes. */
async function serve(settings: Partial<Env>, health: AppBuild["health"] = async () => ({ mode: "demo" })) {
  const build = { routes: {}, assets: { routes: {} } } as unknown as ServerBuild;
  const app = { build, health, stop: async () => {}, metrics: { countRequest() {} } };
  const all = { appUrl: "https://goodside.example", ...settings } as Env;
  const server = createApp({
    settings: all,
    app,
    files: (_req, _res, next) => next(),
    log: pino({ level: "silent" }),
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// product/security.md#security
describe("every response", async () => {
  const production = await serve({ production: true });
  const demo = await serve({ production: false });

  test.each(["/healthz", "/favicon.ico"])("every response to %s has the security headers", async (path) => {
    const { headers } = await fetch(production + path);
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("X-Powered-By")).toBeNull();
  });
  test("responses in the demo, which has no TLS, have no Strict-Transport-Security", async () => {
    expect((await fetch(`${demo}/healthz`)).headers.get("Strict-Transport-Security")).toBeNull();
  });
});

test("a production form sent from a loopback name comes from another site", async () => {
  const url = await serve({ production: true });
  const post = (origin: string) =>
    fetch(`${url}/club/login`, { method: "POST", headers: { Origin: origin } });
  expect((await post(url)).status).toBe(403);
  expect((await post("https://goodside.example")).status).not.toBe(403);
});

describe("GET /healthz tells strangers", () => {
  test("GET /healthz tells strangers that the site is well, without the mode, the version or the queue", async () => {
    const answer = await fetch(`${await serve({})}/healthz`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({ ok: true, status: "well" });
  });
  test("GET /healthz tells strangers that the databases do not answer, without a reason", async () => {
    const answer = await fetch(
      `${await serve({}, () => Promise.reject(new Error("no such file: /data/control.sqlite")))}/healthz`,
    );
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({ ok: false, status: "ill" });
  });
});

test("only the webhooks' exact addresses take posts from elsewhere; no others are below /webhooks", async () => {
  const url = await serve({});
  const post = async (path: string) =>
    (await fetch(url + path, { method: "POST", headers: { Origin: "https://evil.example" } })).status;
  for (const path of ["/webhooks/x", "/webhooks/stripe/x", "/webhooks/stripe/", "/webhooks/"])
    expect(await post(path), path).toBe(404);
  for (const path of ["/webhooks", "/Webhooks/stripe", "/%77ebhooks/stripe", "/club/login"])
    expect(await post(path), path).toBe(403);
});

test("an unsubscribe link takes a mail provider's post, and none from another site's page", async () => {
  const url = await serve({});
  const post = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { method: "POST", headers })).status;
  const link = `/mail/stop/${"k".repeat(43)}`;
  const ofAgreement = `/parent/agreement/${"k".repeat(43)}`;
  for (const stop of [link, `${ofAgreement}/stop`]) {
    // The build behind these checks has no routes, so that an accepted post fails.
    expect(await post(stop)).not.toBe(403);
    expect(await post(stop, { Origin: "https://evil.example" })).toBe(403);
    expect(await post(stop, { "Sec-Fetch-Site": "cross-site" })).toBe(403);
  }
  for (const path of [
    `${link}/x`,
    `${link}x`,
    "/mail/stop/short",
    ofAgreement,
    `${ofAgreement}/data`,
    `${ofAgreement}/stop/x`,
    "/parent/agreement/short/stop",
    "/mail/stop",
    `/x${link}`,
    "/notifications",
  ])
    expect(await post(path), path).toBe(403);
});

describe("a JSON call", async () => {
  const url = await serve({});
  const send = (path: string, more: RequestInit = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
      ...more,
    });

  test("a JSON call comes from a program, or from our own pages, and from no other site", async () => {
    const from = async (headers: Record<string, string>) =>
      (await send("/api/club/login", { headers: { ...headers, "Content-Type": "application/json" } })).status;
    // The build behind these checks has no routes, so that an accepted post fails.
    const ours: Record<string, string>[] = [
      {},
      { Origin: "https://goodside.example" },
      { "Sec-Fetch-Site": "same-origin" },
    ];
    for (const own of ours) expect(await from(own)).not.toBe(403);
    const others: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Referer: "https://evil.example/" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const other of others) expect([other, await from(other)]).toEqual([other, 403]);
    for (const path of ["/api", "/apis/club/login", "/x/api/club/login", "/%61pi/club/login"])
      expect([path, (await send(path)).status]).toEqual([path, 403]);
  });

  test("a JSON call is refused as a problem, even before it reaches the app", async () => {
    const refusals = [
      await send("/api/club/login", { method: "PUT" }),
      await send("/api/club/login", { body: "x".repeat(70_000) }),
      await send("/api/club/login", { headers: { Origin: "https://evil.example" } }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([405, 413, 403]);
    for (const refusal of refusals) {
      expect(refusal.headers.get("Content-Type")).toContain("application/problem+json");
      expect(refusal.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(((await refusal.json()) as { status: number }).status).toBe(refusal.status);
    }
  });
});
