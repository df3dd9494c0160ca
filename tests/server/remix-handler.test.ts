import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { afterAll, beforeEach, expect, test } from "vitest";
import { limitBody } from "#app/server/body-limit.ts";
import { remixHandler } from "#app/server/remix-handler.ts";
import { assignRequestId } from "#app/server/request-context.ts";

const heard: string[] = [];
const build = {
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

const app = express();
app.use(assignRequestId, limitBody, remixHandler(build, "http://goodside.test"));
// An error of the body's reader, after its answer.
app.use(
  ((_error, _req, res, _next) =>
    void (res.headersSent || res.status(500).end())) as express.ErrorRequestHandler,
);
// As Node may read several packets before it pauses.
const server = createServer({ highWaterMark: 1024 * 1024 }, app).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  heard.length = 0;
});

const POST = "POST /form HTTP/1.1\r\nHost: goodside.test\r\nConnection: close\r\n";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

/** Sends these bytes, each a moment after the one before. @returns the status */
async function send(...parts: string[]): Promise<number> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
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
])("a body that turns out too large, %s, is refused and never read as far as it went", async (_, parts) => {
  expect(await send(...parts)).toBe(413);
  await sleep(20);
  expect(heard).toEqual([]);
});
