import { randomInt } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import type { RequestContext } from "#app/runtime/request-context.server.ts";

/** Fields that guards and handlers add to a request's log line. */
export type Notes = Record<string, string | number | boolean | null>;

interface Locals {
  requestId: string;
  notes: Notes;
}

/** Letters and digits that are not confused when read aloud. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Creates the request's reference number in the log, the response headers and error pages. Never taken from the client.
 */
export function newRequestId(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

export function assignRequestId(_req: Request, res: Response, next: NextFunction): void {
  const locals: Locals = { requestId: newRequestId(), notes: {} };
  Object.assign(res.locals, locals);
  res.set("X-Request-Id", locals.requestId);
  next();
}

export const requestIdOf = (res: Response) => (res.locals as Locals).requestId;
export const notesOf = (res: Response) => (res.locals as Locals).notes;

/** Creates the load context that guards require. `onFinish` work runs once, even if the client disconnects. */
export function requestContext(req: Request, res: Response): RequestContext {
  const pending: (() => void)[] = [];
  let closed = false;
  res.once("close", () => {
    closed = true;
    for (const work of pending.splice(0)) work();
  });
  return {
    requestId: requestIdOf(res),
    clientIp: req.ip ?? "unknown",
    onFinish: (work) => {
      if (closed) work();
      else pending.push(work);
    },
    note: (fields) => Object.assign(notesOf(res), fields),
  };
}
