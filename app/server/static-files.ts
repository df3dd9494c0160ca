import { readdirSync, readFileSync, statSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { extname, join, relative, sep } from "node:path";
import type { Request, RequestHandler, Response } from "express";
import { refuse } from "./refuse.ts";

/** Files that scripts/build/browser-files.ts writes beside a file, best first. */
const ENCODINGS = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
];
const METHODS = ["GET", "HEAD"];

interface BuiltFile {
  content: Buffer;
  etag: string;
  changedAt: Date;
}

/**
 * Serves the built files, compressed if the build has done so. Files with a hash in their name never change. Each is
 * read at the first request and then kept: a response holds no descriptor.
 */
export function staticFiles(folder: string): RequestHandler {
  const onDisk = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join("/")}`),
  );
  const kept = new Map<string, BuiltFile>();
  const read = (name: string): BuiltFile => {
    const file = kept.get(name) ?? readBuilt(join(folder, name));
    kept.set(name, file);
    return file;
  };
  return (req, res, next) => {
    const { path } = req;
    // Pages' addresses are never looked up on disk.
    if (!METHODS.includes(req.method) || !onDisk.has(path) || isVariant(path)) return next();
    const variants = ENCODINGS.filter(({ extension }) => onDisk.has(path + extension));
    if (variants.length > 0) res.vary("Accept-Encoding");
    const variant = variants.find(({ name }) => req.acceptsEncodings(name));
    const file = read(path + (variant?.extension ?? ""));
    res.set({ ETag: file.etag, "Last-Modified": file.changedAt.toUTCString(), "Accept-Ranges": "bytes" });
    if (!meetsConditions(req, file)) return refuse(res, 412, STATUS_CODES[412] ?? "");
    const part = partOf(req, file);
    if (part === null) {
      res.set("Content-Range", `bytes */${file.content.length}`);
      return refuse(res, 416, STATUS_CODES[416] ?? "");
    }
    res.set("Cache-Control", cacheControl(path)).type(extname(path));
    // Express's own list is older than the format.
    if (path.endsWith(".avif")) res.type("image/avif");
    if (variant) res.set("Content-Encoding", variant.name);
    send(req, res, file, part);
  };

  function isVariant(path: string): boolean {
    return ENCODINGS.some(
      ({ extension }) => path.endsWith(extension) && onDisk.has(path.slice(0, -extension.length)),
    );
  }
}

function readBuilt(path: string): BuiltFile {
  const { size, mtime } = statSync(path);
  const etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
  // Whole seconds, as in the header.
  return {
    content: readFileSync(path),
    etag,
    changedAt: new Date(Math.floor(mtime.getTime() / 1000) * 1000),
  };
}

/** Tells whether the file is the client's version (If-Match, If-Unmodified-Since). */
function meetsConditions(req: Request, { etag, changedAt }: BuiltFile): boolean {
  const match = req.headers["if-match"];
  if (match !== undefined)
    return match.trim() === "*" || match.split(",").some((one) => opaque(one) === opaque(etag));
  const since = Date.parse(req.headers["if-unmodified-since"] ?? "");
  return Number.isNaN(since) || changedAt.getTime() <= since;
}

const opaque = (etag: string) => etag.trim().replace(/^W\//, "");

type Part = { start: number; end: number } | undefined;

/** Parses the requested single range; undefined for the whole file, null if the range is outside it. */
function partOf(req: Request, { content, etag, changedAt }: BuiltFile): Part | null {
  const condition = req.get("If-Range");
  const isCurrent =
    condition === undefined ||
    (condition.includes('"')
      ? opaque(condition) === opaque(etag)
      : Date.parse(condition) >= changedAt.getTime());
  if (!isCurrent || !/^ *bytes=/.test(req.headers.range ?? "")) return undefined;
  const ranges = req.range(content.length, { combine: true });
  if (ranges === -1) return null;
  return Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined;
}

function send(req: Request, res: Response, { content }: BuiltFile, part: Part): void {
  if (req.fresh) {
    res.removeHeader("Content-Type");
    res.removeHeader("Content-Encoding");
    res.status(304).end();
    return;
  }
  if (part) res.status(206).set("Content-Range", `bytes ${part.start}-${part.end}/${content.length}`);
  const sent = part ? content.subarray(part.start, part.end + 1) : content;
  res.set("Content-Length", String(sent.length));
  res.end(req.method === "HEAD" ? undefined : sent);
}

const cacheControl = (path: string) =>
  path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
