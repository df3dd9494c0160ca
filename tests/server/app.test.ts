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

/** Our server as it stands in front of the pages, with none behind it. */
async function served(settings: Partial<Env>, health: AppBuild["health"] = async () => ({ ok: true })) {
  const build = { routes: {}, assets: { routes: {} } } as unknown as ServerBuild;
  const app = { build, health, stop: async () => {}, metrics: { countRequest() {} } };
  const all = { appUrl: "https://goodside.example", ...settings } as Env;
  const server = createApp({
    settings: all,
    app,
    files: (_req, _res, next) => next(),
    log: pino({ level: "silent" }),
    version: "1.2.3",
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("every answer", async () => {
  const production = await served({ production: true });
  const demo = await served({ production: false });

  test.each(["/healthz", "/favicon.ico"])("of %s carries the headers of the house", async (path) => {
    const { headers } = await fetch(production + path);
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("X-Powered-By")).toBeNull();
  });
  test("of the demo, which has no TLS, promises none", async () => {
    expect((await fetch(`${demo}/healthz`)).headers.get("Strict-Transport-Security")).toBeNull();
  });
});

test("in production a form from this machine's own name is of another site", async () => {
  const url = await served({ production: true });
  const post = (origin: string) =>
    fetch(`${url}/club/login`, { method: "POST", headers: { Origin: origin } });
  expect((await post(url)).status).toBe(403);
  expect((await post("https://goodside.example")).status).not.toBe(403);
});

describe("the answer about our health", () => {
  test("is 503 where the databases do not answer, and says nothing of why", async () => {
    const answer = await fetch(
      `${await served({}, () => Promise.reject(new Error("no such file: /data/control.sqlite")))}/healthz`,
    );
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({ ok: false, version: "1.2.3" });
  });
});
