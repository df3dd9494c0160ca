import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { request, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { afterAll, describe, expect, test } from "vitest";
import { staticFiles } from "#app/server/static-files.ts";
import { compressFiles } from "#scripts/build/browser-files.ts";

const STYLES = ".a { color: red }\n".repeat(200);
const PICTURE = Buffer.from("89504e470d0a1a0a", "hex");

const folder = mkdtempSync(join(tmpdir(), "goodside-files-"));
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "assets/index-1a2b.css"), STYLES);
writeFileSync(join(folder, "tiny.txt"), "a");
writeFileSync(join(folder, "card.png"), PICTURE);
await compressFiles(folder);
const server = express()
  .use(staticFiles(folder))
  .use((req, res) => res.status(404).send(req.url))
  .listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());

/** Requests without `fetch`, which would decompress the body, and choose an Accept-Encoding of its own. */
async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, path, method, headers, agent: false }).end();
  const [response] = await once(asked, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe("a text file", () => {
  const path = "/assets/index-1a2b.css";

  test("a text file goes out as Brotli if the browser takes it, otherwise as gzip, otherwise as it is", async () => {
    const [brotli, gzip, plain] = await Promise.all([
      get(path, { "Accept-Encoding": "gzip, deflate, br" }),
      get(path, { "Accept-Encoding": "gzip, br;q=0" }),
      get(path),
    ]);
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.body).toString()).toBe(STYLES);
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.body).toString()).toBe(STYLES);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(STYLES);
    for (const { headers, body } of [brotli, gzip, plain]) {
      expect(headers["content-type"]).toMatch(/^text\/css; charset=utf-8$/i);
      expect(headers.vary).toBe("Accept-Encoding");
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(headers["content-length"]).toBe(String(body.length));
    }
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test("a text file is not sent again to a browser that has it in the same encoding", async () => {
    const encoded = { "Accept-Encoding": "br" };
    const { etag = "" } = (await get(path, encoded)).headers;
    const again = await get(path, { ...encoded, "If-None-Match": etag });
    expect(again.status).toBe(304);
    expect(again.headers.vary).toBe("Accept-Encoding");
    expect((await get(path, { "If-None-Match": etag })).status).toBe(200);
  });

  test("a range is one of the encoded bytes", async () => {
    const encoded = { "Accept-Encoding": "br" };
    const whole = await get(path, encoded);
    const part = await get(path, { ...encoded, Range: "bytes=2-5" });
    expect(part.status).toBe(206);
    expect(part.headers["content-encoding"]).toBe("br");
    expect(part.body).toEqual(whole.body.subarray(2, 6));
  });

  test("a text file is sent whole if the part would be of another file", async () => {
    const { headers } = await get(path);
    const [etag, changedAt] = [headers.etag ?? "", headers["last-modified"] ?? ""];
    const part = (condition: string) => get(path, { Range: "bytes=0-9", "If-Range": condition });
    for (const current of [etag, changedAt]) expect((await part(current)).status).toBe(206);
    for (const former of ['W/"1-1"', "Thu, 01 Jan 1970 00:00:00 GMT", "yesterday"])
      expect((await part(former)).body.toString()).toBe(STYLES);
    const many = await get(path, { Range: "bytes=0-1,5-6" });
    expect([many.status, many.body.toString()]).toEqual([200, STYLES]);
    const last = await get(path, { Range: "bytes=-5" });
    expect(last.headers["content-range"]).toBe(
      `bytes ${STYLES.length - 5}-${STYLES.length - 1}/${STYLES.length}`,
    );
  });

  test("a text file is not sent again if it has not changed since", async () => {
    const { headers } = await get(path);
    const since = { "If-Modified-Since": headers["last-modified"] ?? "" };
    expect((await get(path, since)).status).toBe(304);
    expect((await get(path, since, "HEAD")).status).toBe(304);
    expect((await get(path, { "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" })).status).toBe(200);
  });

  test.each([
    ["a range beyond its end", { Range: "bytes=99999-" }, 416],
    ["a condition that it does not meet", { "If-Match": '"other"' }, 412],
    ["a day before its own", { "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" }, 412],
  ])("%s is the client's error, in plain words", async (_, headers, status) => {
    const refused = await get(path, { "Accept-Encoding": "br", ...headers });
    expect(refused.status).toBe(status);
    expect(refused.headers["content-encoding"]).toBeUndefined();
    expect(refused.headers["cache-control"]).toBe("no-store");
    expect(refused.body.toString()).toBe(`${STATUS_CODES[status]}\n`);
  });

  test("HEAD has the same headers and no body", async () => {
    const head = await get(path, { "Accept-Encoding": "br" }, "HEAD");
    expect(head.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/css; charset=utf-8",
    });
    expect(head.body).toHaveLength(0);
    expect(head.headers["content-length"]).toBe(
      String((await get(path, { "Accept-Encoding": "br" })).body.length),
    );
  });

  test("a text file that would not get smaller has no other encoding", async () => {
    const { headers, body } = await get("/tiny.txt", { "Accept-Encoding": "br" });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.toString()).toBe("a");
  });
});

test("a picture is sent unchanged, for an hour", async () => {
  const { headers, body } = await get("/card.png", { "Accept-Encoding": "br" });
  expect(headers).toMatchObject({ "content-type": "image/png", "cache-control": "public, max-age=3600" });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body).toEqual(PICTURE);
});

test.each(["/assets/index-1a2b.css.br", "/assets/none.css", "/assets", "/teams"])(
  "%s is not a file",
  async (path) => {
    expect((await get(path, { "Accept-Encoding": "br" })).status).toBe(404);
  },
);

test("a post to a file's address goes to the app, with its address unchanged", async () => {
  const { status, body } = await get("/assets/index-1a2b.css?x=1", { "Accept-Encoding": "br" }, "POST");
  expect(status).toBe(404);
  expect(body.toString()).toBe("/assets/index-1a2b.css?x=1");
});
