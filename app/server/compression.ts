import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from "node:zlib";
import type { NextFunction, Request, Response } from "express";
import { notesOf } from "./request-context.ts";
import { NOTHING_LOADS } from "./security-headers.ts";

const SMALLEST_BYTES = 1_000;
/** More than any page has. What is longer, or not text, is sent while it is read: memory holds a part of it. */
const LARGEST_WHOLE = 256 * 1024;
const COMPRESSIBLE = /^(text\/|application\/json)/;
const BROTLI = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  // 8% smaller than level 4 or gzip for 0.2 ms more; level 6 and above gain almost nothing.
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // 256 kB, larger than any page: clearing the default window of 4 MB takes longer than compressing a page.
  [constants.BROTLI_PARAM_LGWIN]: 18,
};

/**
 * Compresses each response in one call and sends it with its length. Pages are rendered whole, and a compressing
 * stream, such as the `compression` middleware's, takes a third more CPU time (docs/decisions/030).
 */
export function compressResponses(req: Request, res: Response, next: NextFunction): void {
  const end = res.end.bind(res);
  res.end = ((last?: Uint8Array | string) => {
    // A stream that has been sent.
    if (res.headersSent) return end(last);
    setDefaultHeaders(res);
    return last === undefined || last === null ? end() : end(encode(req, res, asBuffer(last)));
  }) as Response["end"];
  next();
}

/**
 * Sends what a route streams: short text like a page, everything else at the speed of its reader. The stream is
 * cancelled when its reader leaves, and the connection cut when the stream fails, so that no part passes for the whole.
 */
export async function sendStream(
  req: Request,
  res: Response,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const reader = body.getReader();
  const first: Uint8Array[] = [];
  try {
    for (let bytes = 0; isText(res) && bytes <= LARGEST_WHOLE; bytes += first.at(-1)?.length ?? 0) {
      const { done, value } = await reader.read();
      if (done) {
        res.end(Buffer.concat(first));
        return;
      }
      first.push(value);
    }
  } catch (error) {
    await reader.cancel(error);
    throw error;
  }
  setDefaultHeaders(res);
  const packing = packingFor(req, res);
  let fault: unknown;
  async function* parts() {
    try {
      yield* first.splice(0);
      for (;;) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          fault = error;
          throw error;
        });
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  }
  try {
    await pipeline([Readable.from(parts(), { objectMode: false }), ...packing, res]);
  } catch (error) {
    // Its reader has left: that is in the log already.
    if (fault === undefined && res.closed) return;
    Object.assign(notesOf(res), { cut: String(fault ?? error) });
    res.destroy();
  }
}

/**
 * Sets headers that a response lacks, such as a redirect: not cached, and nothing may load
 * (product/security.md#security).
 */
function setDefaultHeaders(res: Response): void {
  // A browser takes them for those of the page that it keeps.
  if (res.statusCode === 304) return;
  if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
  if (!res.hasHeader("Content-Security-Policy")) res.setHeader("Content-Security-Policy", NOTHING_LOADS);
}

const asBuffer = (chunk: Uint8Array | string) =>
  typeof chunk === "string"
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

const isText = (res: Response) =>
  COMPRESSIBLE.test(String(res.getHeader("Content-Type") ?? "")) && !res.hasHeader("Content-Encoding");

/** Returns the best encoding that the client accepts, if any, and names it in the response. */
function codingFor(req: Request, res: Response): "br" | "gzip" | null {
  const coding = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
  if (coding !== "br" && coding !== "gzip") return null;
  res.setHeader("Content-Encoding", coding);
  return coding;
}

/** @returns the body in the best encoding that the client accepts, with the headers set to match. */
function encode(req: Request, res: Response, body: Buffer): Buffer {
  const compressible = isText(res);
  if (compressible) res.vary("Accept-Encoding");
  const coding = compressible && body.length >= SMALLEST_BYTES ? codingFor(req, res) : null;
  const sent = pack(body, coding);
  res.setHeader("Content-Length", sent.length);
  return sent;
}

function pack(body: Buffer, coding: "br" | "gzip" | null): Buffer {
  if (coding === "br") return brotliCompressSync(body, { params: BROTLI });
  return coding === "gzip" ? gzipSync(body) : body;
}

/** Sends text that is kept in memory. @param kept.packed what was sent before, by coding */
export function sendPacked(
  req: Request,
  res: Response,
  { body, packed }: { body: Buffer; packed: Map<string, Buffer> },
): void {
  res.vary("Accept-Encoding");
  const coding = codingFor(req, res);
  const sent = packed.get(String(coding)) ?? pack(body, coding);
  packed.set(String(coding), sent);
  res.end(sent);
}

/** Returns the streams that compress beside the event loop; none where nothing does. */
function packingFor(req: Request, res: Response): NodeJS.ReadWriteStream[] {
  if (!isText(res)) return [];
  res.vary("Accept-Encoding");
  const coding = codingFor(req, res);
  if (coding === null) return [];
  res.removeHeader("Content-Length");
  return [coding === "br" ? createBrotliCompress({ params: BROTLI }) : createGzip()];
}
