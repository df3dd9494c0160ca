import { randomInt } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import type { RequestContext } from "#app/runtime/request-context.server.ts";

/** What the guards told about a request, for its log line. */
export type Notes = Record<string, string | number | boolean | null>;

interface Locals {
  requestId: string;
  notes: Notes;
}

/** Without letters and digits that are mistaken for each other when somebody reads the number out. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A random number of a request, always ours: it stands in the log, in the answer and on the error page. */
export function newRequestId(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

export function numberRequests(_req: Request, res: Response, next: NextFunction): void {
  const locals: Locals = { requestId: newRequestId(), notes: {} };
  Object.assign(res.locals, locals);
  res.set("X-Request-Id", locals.requestId);
  next();
}

export const requestIdOf = (res: Response) => (res.locals as Locals).requestId;
export const notesOf = (res: Response) => (res.locals as Locals).notes;

/** The context that every guard asks for. What is due at the end runs once, also when the client went away. */
export function requestContext(req: Request, res: Response): RequestContext {
  const due: (() => void)[] = [];
  let closed = false;
  res.once("close", () => {
    closed = true;
    for (const work of due.splice(0)) work();
  });
  return {
    requestId: requestIdOf(res),
    clientIp: req.ip ?? "unknown",
    onFinish: (work) => {
      if (closed) work();
      else due.push(work);
    },
    note: (fields) => Object.assign(notesOf(res), fields),
  };
}
