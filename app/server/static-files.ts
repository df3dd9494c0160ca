import { readdirSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { extname, sep } from "node:path";
import express, { type NextFunction, type RequestHandler, type Response } from "express";
import { refuse } from "./refuse.ts";

/** What scripts/build/compress.ts writes beside a file, best first. */
const ENCODINGS = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
];
const METHODS = ["GET", "HEAD"];

/** Serves the built files, compressed where the build has done so. Files with a hash in their name never change. */
export function staticFiles(folder: string): RequestHandler {
  const onDisk = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `/${name.split(sep).join("/")}`),
  );
  const serve = express.static(folder, {
    index: false,
    redirect: false,
    setHeaders: (res, path) => {
      res.set("Cache-Control", cacheControl(path.slice(folder.length)));
      // Express's own list is older than the format.
      if (path.endsWith(".avif")) res.type("image/avif");
    },
  });
  return (req, res, next) => {
    const { path } = req;
    // The addresses of pages are never looked up on the disk.
    if (!METHODS.includes(req.method) || !onDisk.has(path) || isVariant(path)) return next();
    const variants = ENCODINGS.filter(({ extension }) => onDisk.has(path + extension));
    const failed = refuseUnmet(res, next);
    if (variants.length === 0) return serve(req, res, failed);
    res.vary("Accept-Encoding");
    const variant = variants.find(({ name }) => req.acceptsEncodings(name));
    if (variant) {
      res.type(extname(path)).set("Content-Encoding", variant.name);
      req.url = path + variant.extension;
    }
    serve(req, res, failed);
  };

  function isVariant(path: string): boolean {
    return ENCODINGS.some(
      ({ extension }) => path.endsWith(extension) && onDisk.has(path.slice(0, -extension.length)),
    );
  }
}

/** A condition or a range that the file does not meet: express.static would make it an error of the server. */
function refuseUnmet(res: Response, next: NextFunction): NextFunction {
  return (error?: unknown) => {
    const status = error instanceof Error && "status" in error ? error.status : undefined;
    if (status !== 412 && status !== 416) return next(error);
    res.removeHeader("Content-Encoding");
    refuse(res, status, STATUS_CODES[status] ?? "");
  };
}

const cacheControl = (path: string) =>
  path.split(sep)[1] === "assets" ? "public, max-age=31536000, immutable" : "public, max-age=3600";
