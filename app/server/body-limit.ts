import type { NextFunction, Request, Response } from "express";
import { refuse } from "./refuse.ts";

const MB = 1024 * 1024;
const DEFAULT_BYTES = 1 * MB;
/** Forms that carry a file may be larger: the file's own limit, and a little for the fields around it. */
const LARGER: Record<string, number> = { "/schedule/import": 50 * MB + 64 * 1024 };
/** How long a refused sender may go on talking, so that it hears the answer before the line is cut. */
const LINGER_MS = 2_000;

/** entry.server knows it by its name: it was answered already, and is no failure of the app. */
class BodyTooLarge extends Error {
  override name = "BodyTooLarge";
}

export function limitOf(path: string): number {
  return LARGER[path] ?? DEFAULT_BYTES;
}

/** Refuses bodies that are too large (413): by what they announce before a byte is read, else while they come. */
export function limitBody(req: Request, res: Response, next: NextFunction): void {
  const limit = limitOf(req.path);
  if (Number(req.headers["content-length"] ?? 0) > limit) {
    tooLarge(req, res);
    return;
  }
  countWhileReading(req, res, limit);
  // Who answers before it has read all would leave the connection's next request waiting behind the rest.
  res.once("finish", () => {
    if (!req.complete) throwRestAway(req);
  });
  if (/^100-continue$/i.test(req.headers.expect ?? "")) res.writeContinue();
  next();
}

function countWhileReading(req: Request, res: Response, limit: number): void {
  let seen = 0;
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    seen += chunk?.length ?? 0;
    if (seen <= limit) return push(chunk, encoding);
    throwAway(req, push);
    if (!res.headersSent) tooLarge(req, res);
    // Whoever reads the body hears that it broke off; the socket lives on until the answer is out.
    req.emit("error", new BodyTooLarge("The body is larger than the limit"));
    return true;
  };
}

function tooLarge(req: Request, res: Response): void {
  refuse(res, 413, "Payload Too Large", "too large");
  req.resume();
  cutLater(req);
}

function throwRestAway(req: Request): void {
  throwAway(req, req.push.bind(req));
  req.resume();
  cutLater(req);
}

/** What still comes is not kept; its end counts, so that the connection can be used again. */
function throwAway(req: Request, push: Request["push"]): void {
  req.push = (rest: Buffer | null) => (rest === null ? push(null) : true);
}

function cutLater(req: Request): void {
  const cut = setTimeout(() => req.socket.destroy(), LINGER_MS).unref();
  req.once("end", () => clearTimeout(cut));
}
