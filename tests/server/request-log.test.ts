import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import pino from "pino";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { log as appLog } from "#app/observability/log.server.ts";
import { redactAddress, redactText } from "#app/observability/redact.ts";
import { refuseMalformed } from "#app/server/request-checks.ts";
import { assignRequestId, notesOf } from "#app/server/request-context.ts";
import { type AnsweredRequest, requestLog } from "#app/server/request-log.ts";

type Line = Record<string, unknown>;
let written = "";
const lines = () =>
  written
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const answered: AnsweredRequest[] = [];
const log = pino(
  { base: undefined, level: "debug" },
  {
    write(text: string) {
      written += text;
    },
  },
);

const app = express();
app.use(assignRequestId);
app.use(
  requestLog({
    log,
    routeOf: (path) => (path.startsWith("/teams/") ? "/teams/:teamId/edit" : "(none)"),
    count: (of) => answered.push(of),
  }),
);
app.use(refuseMalformed);
app.get("/teams/:id/edit", (_req, res) => {
  Object.assign(notesOf(res), { club: "lakeside", user: "u1", role: "coach", said: "a\nforged line" });
  res.send("x".repeat(5_000));
});
app.get("/moved", (_req, res) => res.redirect("/teams/1/edit"));
app.get("/broken", (_req, res) => void res.status(500).send("sorry"));
app.get("/forbidden", (_req, res) => void res.status(403).send("no"));
app.get("/never", () => {});
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

beforeEach(() => {
  written = "";
  answered.length = 0;
});
async function lineOf(path: string, init: RequestInit = {}): Promise<Line> {
  const answer = await fetch(url + path, { redirect: "manual", ...init });
  await answer.text();
  await expect.poll(() => lines().length).toBe(1);
  expect(lines()[0]?.requestId).toBe(answer.headers.get("X-Request-Id"));
  return lines()[0] ?? {};
}

describe("one line per request", () => {
  test("one line has the person, address, outcome, duration and bytes, and a line break forges no second line", async () => {
    const line = await lineOf("/teams/t1/edit?page=2");
    expect(line).toMatchObject({
      method: "GET",
      route: "/teams/:teamId/edit",
      url: "/teams/t1/edit?page=2",
      status: 200,
      outcome: "ok",
      club: "lakeside",
      user: "u1",
      role: "coach",
    });
    expect(line.ms).toBeGreaterThan(0);
    expect(line.bytes).toBeGreaterThan(5_000);
    expect(written.match(/\n/g)).toHaveLength(1);
  });

  test.each([
    ["/moved", "redirect", 302, "(file)"],
    ["/broken", "failed", 500, "(none)"],
    ["/nothing/here", "refused", 404, "(none)"],
    ["/forbidden", "refused", 403, "(none)"],
  ])("%s is logged as %s", async (path, outcome, status, route) => {
    expect(await lineOf(path)).toMatchObject({ outcome, status });
    expect(answered).toEqual([expect.objectContaining({ route, method: "GET", status: String(status) })]);
  });

  test("a refused request is logged as a warning with its reason, and counted", async () => {
    const line = await lineOf("/teams/t1/edit", { method: "DELETE" });
    expect(line).toMatchObject({ level: 40, event: "refused", reason: "method", status: 405 });
    expect(answered).toEqual([expect.objectContaining({ method: "other", refused: "method" })]);
  });

  test("a request whose client disconnects is aborted", async () => {
    const ask = request(`${url}/never`).on("error", () => {});
    ask.end();
    setTimeout(() => ask.destroy(), 250);
    await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(1);
    expect(lines()[0]).toMatchObject({ outcome: "aborted" });
    expect(answered[0]?.status).toBe("aborted");
  });
});

test("no path becomes a label: there are as many series as routes", async () => {
  for (let n = 0; n < 20; n += 1) await fetch(`${url}/teams/${n}/edit`).then((answer) => answer.text());
  for (let n = 0; n < 20; n += 1) await fetch(`${url}/guess-${n}`).then((answer) => answer.text());
  await expect.poll(() => answered.length).toBe(40);
  expect(new Set(answered.map(({ route }) => route))).toEqual(new Set(["/teams/:teamId/edit", "(none)"]));
});

describe("the log redacts", () => {
  test.each([
    ["/x?q=Dana+Reyes", "/x?q=[redacted]"],
    ["/x/dana@lakeside.example", "/x/[mail]"],
    ["/x/dana%40lakeside.example", "/x/[mail]"],
    ["/x?page=dana@lakeside.example", "/x?page=[mail]"],
    [`/x?${"t".repeat(43)}`, "/x?[redacted]"],
  ])("the log redacts the address %s", (address, kept) => {
    expect(redactAddress(address)).toBe(kept);
  });

  test.each([
    ["Found inactive addresses: dana@lakeside.example.", "Found inactive addresses: [mail]."],
    ["No such key sk_live_51abcdefghijklmnop", "No such key [redacted]"],
    [`the token ${"A".repeat(43)} is over`, "the token [redacted] is over"],
    [
      "at run (/app/node_modules/@remix-run/node/x.js:1:2)",
      "at run (/app/node_modules/@remix-run/node/x.js:1:2)",
    ],
  ])("the log redacts the text %s", (text, kept) => {
    expect(redactText(text)).toBe(kept);
  });

  test("an error's headers and bodies, and addresses and keys in its message", () => {
    const error = Object.assign(
      new Error("no answer for dana@lakeside.example", { cause: new Error("whsec_0123456789abcdef") }),
      {
        headers: { authorization: "Bearer sk_live_51abcdefghijklmnop" },
        statusCode: 503,
      },
    );
    const serializers = (appLog as unknown as Record<symbol, { err(error: unknown): Line }>)[
      pino.symbols.serializersSym as unknown as symbol
    ];
    const logged = JSON.stringify(serializers?.err(error));
    expect(logged).toContain("no answer for [mail]");
    expect(logged).toContain('"status":503');
    for (const secret of ["dana@", "sk_live", "whsec_0", "authorization"])
      expect(logged).not.toContain(secret);
  });
});
