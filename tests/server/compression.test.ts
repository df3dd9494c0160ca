import { once } from "node:events";
import { request as sendRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import express from "express";
import { afterAll, expect, test, vi } from "vitest";
import { compressResponses, sendStream } from "#app/server/compression.ts";
import { assignRequestId, notesOf } from "#app/server/request-context.ts";

const PART = 64 * 1024;
/** More than a connection's system buffers, and far less than a file. */
const HELD = 16 * 1024 * 1024;

/** A response of many parts, which is read on demand. */
class Source {
  made = 0;
  ended = false;
  readonly stream: ReadableStream<Uint8Array>;

  constructor(parts: number, { fill = "x", failsAt = -1 } = {}) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (this.made === failsAt) throw new Error("the disk is gone");
          if (this.made === parts) {
            this.ended = true;
            controller.close();
            return;
          }
          this.made += 1;
          controller.enqueue(Buffer.alloc(PART, fill));
        },
        cancel: () => {
          this.ended = true;
        },
      },
      { highWaterMark: 0 },
    );
  }
}

let source: Source;
let type = "application/pdf";
let notes: Record<string, unknown> = {};
const app = express();
app.use(assignRequestId, compressResponses, (req, res, next) => {
  notes = notesOf(res);
  res.setHeader("Content-Type", type);
  sendStream(req, res, source.stream).catch(next);
});
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (headers: Record<string, string> = {}) => {
  const request = sendRequest({ port, host: "127.0.0.1", headers: { Connection: "close", ...headers } });
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer; whole: boolean }>(
    (resolve) => {
      request.on("response", async (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", () => {});
        answer.on("close", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts),
            whole: answer.complete,
          }),
        );
      });
      request.end();
    },
  );
};

/** Waits until nothing more is read from the source, however often the event loop turns. */
async function untilItRests(): Promise<void> {
  for (let turns = 0, before = -1; turns < 200; turns += 1) {
    if (source.made !== before) turns = 0;
    before = source.made;
    await nextTurn();
  }
}

async function opened(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await vi.waitUntil(() => source.made > 0);
  return socket;
}

// product/security.md#security
test("a download waits while its client does not read, and continues later", async () => {
  type = "application/pdf";
  source = new Source(2_000);
  const socket = await opened();
  await untilItRests();
  expect(source.made * PART).toBeLessThan(HELD);
  let bytes = 0;
  socket.on("data", (part) => {
    bytes += part.length;
  });
  socket.resume();
  await once(socket, "close");
  expect(bytes).toBeGreaterThan(2_000 * PART);
});

test("a download ends when its reader leaves", async () => {
  type = "application/pdf";
  source = new Source(2_000);
  const socket = await opened();
  socket.destroy();
  await vi.waitUntil(() => source.ended);
  expect(source.made).toBeLessThan(2_000);
  expect(notes).not.toHaveProperty("cut");
});

test("a stream that fails halfway is cut off, and not taken for whole", async () => {
  type = "application/pdf";
  source = new Source(20, { failsAt: 12 });
  const answer = await ask();
  expect(answer.whole).toBe(false);
  expect(notes.cut).toContain("the disk is gone");
});

test("long text is compressed while it is read, and no more of it is held than of a file", async () => {
  type = "text/csv; charset=utf-8";
  source = new Source(40, { fill: "Ann Cole,Ben\r\n" });
  const answer = await ask({ "Accept-Encoding": "br" });
  expect(answer.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
  expect(brotliDecompressSync(answer.body)).toHaveLength(40 * PART);
  source = new Source(2_000);
  const socket = await opened();
  await untilItRests();
  expect(source.made * PART).toBeLessThan(HELD);
  socket.destroy();
});

test("short text is sent as pages are: compressed at once, with its length", async () => {
  type = "application/json";
  source = new Source(2);
  const answer = await ask({ "Accept-Encoding": "br" });
  expect(Number(answer.headers["content-length"])).toBe(answer.body.length);
  expect(brotliDecompressSync(answer.body)).toHaveLength(2 * PART);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store" });
});

test("an empty stream is an empty answer", async () => {
  for (const kind of ["application/pdf", "text/csv"]) {
    type = kind;
    source = new Source(0);
    expect(await ask()).toMatchObject({ status: 200, whole: true, body: Buffer.alloc(0) });
  }
});
