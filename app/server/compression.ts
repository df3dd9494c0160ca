import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { NextFunction, Request, Response } from "express";
import { NOTHING_LOADS } from "./security-headers.ts";

const SMALLEST_BYTES = 1_000;
const COMPRESSIBLE = /^(text\/|application\/json)/;
const BROTLI = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  // 8% smaller than level 4 or gzip for 0.2 ms more; level 6 and above gain almost nothing.
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // 256 kB, larger than any page: clearing the default window of 4 MB takes longer than compressing a page.
  [constants.BROTLI_PARAM_LGWIN]: 18,
};

/**
 * Collects each response, compresses it in one call and sends it with its length. Pages are rendered whole, and a
 * compressing stream, such as the `compression` middleware's, takes twice the CPU time.
 */
export function compressResponses(req: Request, res: Response, next: NextFunction): void {
  const chunks: Buffer[] = [];
  const end = res.end.bind(res);
  res.write = ((chunk: Uint8Array | string) => {
    chunks.push(asBuffer(chunk));
    return true;
  }) as Response["write"];
  res.end = ((last?: Uint8Array | string) => {
    if (last !== undefined && last !== null) chunks.push(asBuffer(last));
    setDefaultHeaders(res);
    return end(chunks.length === 0 ? undefined : encode(req, res, concat(chunks)));
  }) as Response["end"];
  next();
}

/** For responses without these headers, such as redirects: not cached, and nothing may load (product.md#security). */
function setDefaultHeaders(res: Response): void {
  if (res.headersSent) return;
  if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
  if (!res.hasHeader("Content-Security-Policy")) res.setHeader("Content-Security-Policy", NOTHING_LOADS);
}

const asBuffer = (chunk: Uint8Array | string) =>
  typeof chunk === "string"
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
const concat = (chunks: Buffer[]) => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));

/** @returns the body in the best encoding that the client accepts, with the headers set to match. */
function encode(req: Request, res: Response, body: Buffer): Buffer {
  const compressible =
    COMPRESSIBLE.test(String(res.getHeader("Content-Type") ?? "")) && !res.hasHeader("Content-Encoding");
  let sent = body;
  if (compressible) res.vary("Accept-Encoding");
  if (compressible && body.length >= SMALLEST_BYTES) {
    const coding = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
    if (coding === "br") sent = brotliCompressSync(body, { params: BROTLI });
    else if (coding === "gzip") sent = gzipSync(body);
    if (coding === "br" || coding === "gzip") res.setHeader("Content-Encoding", coding);
  }
  res.setHeader("Content-Length", sent.length);
  return sent;
}
