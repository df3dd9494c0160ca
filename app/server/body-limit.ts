import type { NextFunction, Request, Response } from "express";
import { refuse } from "./refuse.ts";

const MB = 1024 * 1024;
/** A form without a file; thousands of its parts would hold the event loop. */
const FORM_BYTES = 64 * 1024;
const WEBHOOK_BYTES = 1 * MB;
/** Upload forms: the limit of the file, plus room for the other fields. */
const UPLOAD_BYTES: Record<string, number> = {
  "/agreements/verify": 50 * MB + FORM_BYTES,
  "/email-collection/bulk": 2 * MB,
  "/schedule/import": 50 * MB + FORM_BYTES,
  "/advanced-import": 50 * MB + FORM_BYTES,
  // Four documents of the largest size at once.
  "/verification": 200 * MB + FORM_BYTES,
  // Above a logo's limit, so that the form itself can say that a photo is too large.
  "/club/settings/logo": 20 * MB,
};
/** A client reads the 413 only if it may keep sending for a moment before the socket closes. */
const LINGER_MS = 2_000;

/** entry.server ignores errors of this name: the response has already been sent. */
class BodyTooLarge extends Error {
  override name = "BodyTooLarge";
}

/** Returns the most bytes of a request's body, by its address and its Content-Type (product/security.md#security). */
export function bodyLimit(path: string, contentType = ""): number {
  if (path.startsWith("/webhooks/")) return WEBHOOK_BYTES;
  const upload = /^multipart\/form-data\b/i.test(contentType) ? UPLOAD_BYTES[path] : undefined;
  return upload ?? FORM_BYTES;
}

/** Refuses bodies over the limit (413), by Content-Length before anything is read, otherwise while reading. */
export function limitBody(req: Request, res: Response, next: NextFunction): void {
  const limit = bodyLimit(req.path, req.headers["content-type"]);
  if (Number(req.headers["content-length"] ?? 0) > limit) {
    tooLarge(req, res, limit);
    return;
  }
  countWhileReading(req, res, limit);
  // An unread rest of the body would block the next request on the connection.
  res.once("finish", () => {
    if (!req.complete) discardRest(req);
  });
  if (/^100-continue$/i.test(req.headers.expect ?? "")) res.writeContinue();
  next();
}

function countWhileReading(req: Request, res: Response, limit: number): void {
  let seen = 0;
  // An unhandled error of an unread body would end the process.
  req.on("error", () => {});
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    seen += chunk?.length ?? 0;
    if (seen <= limit) return push(chunk, encoding);
    discard(req, push);
    if (!res.headersSent) tooLarge(req, res, limit);
    // Fails the reader of the body; the socket stays open until the response is out.
    req.emit("error", new BodyTooLarge("The body is larger than the limit"));
    return true;
  };
}

function tooLarge(req: Request, res: Response, limit: number): void {
  const most =
    limit >= MB ? `At most ${Math.floor(limit / MB)} MB can be sent here` : "That is too much text";
  refuse(res, 413, `Too large. ${most}. Go back and send less.`, "too large");
  req.resume();
  closeLater(req);
}

function discardRest(req: Request): void {
  discard(req, req.push.bind(req));
  req.resume();
  closeLater(req);
}

/** Drops further chunks but passes the end on, so that the connection can be reused. */
function discard(req: Request, push: Request["push"]): void {
  req.push = (rest: Buffer | null) => (rest === null ? push(null) : true);
}

function closeLater(req: Request): void {
  const timer = setTimeout(() => req.socket.destroy(), LINGER_MS).unref();
  req.once("end", () => clearTimeout(timer));
}
