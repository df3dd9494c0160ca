import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import express, { type RequestHandler, type Response } from "express";

const COMPRESSIBLE = /\.(css|js|svg|txt|json|webmanifest)$/;
const codings = { br: promisify(zlib.brotliCompress), gzip: promisify(zlib.gzip) } as const;
const READS = ["GET", "HEAD"];
type Coding = keyof typeof codings;

/**
 * The built files. What carries a hash in its name may be kept for ever. Text goes out compressed as far as it can
 * be, which is slow: each file once, when it is first asked for.
 */
export function staticFiles(folder: string): RequestHandler {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `/${name.split(sep).join("/")}`),
  );
  const texts = compressed(folder);
  const plain = express.static(folder, {
    index: false,
    redirect: false,
    setHeaders: (res, path) => keepFor(res, path.slice(folder.length)),
  });
  // A page's address is not looked for on the disk.
  return (req, res, next) => {
    if (!files.has(req.path)) return next();
    if (!COMPRESSIBLE.test(req.path)) return plain(req, res, next);
    texts(req, res, (error) => (error ? next(error) : plain(req, res, next)));
  };
}

function compressed(folder: string): RequestHandler {
  const made = new Map<string, Promise<Buffer>>();
  return async (req, res, next) => {
    if (!READS.includes(req.method)) return next();
    res.vary("Accept-Encoding");
    const coding = (req.acceptsEncodings("br") || req.acceptsEncodings("gzip")) as Coding | false;
    if (!coding) return next();
    const key = `${coding} ${req.path}`;
    const body = made.get(key) ?? readFile(join(folder, req.path)).then((text) => codings[coding](text));
    made.set(key, body);
    try {
      keepFor(res, req.path);
      res
        .type(req.path.slice(req.path.lastIndexOf(".")))
        .set("Content-Encoding", coding)
        .send(await body);
    } catch (error) {
      made.delete(key);
      next(error);
    }
  };
}

function keepFor(res: Response, path: string): void {
  const hashed = path.startsWith("/assets/");
  res.setHeader("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
}
