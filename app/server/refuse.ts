import { STATUS_CODES } from "node:http";
import type { Response } from "express";
import { notesOf } from "./request-context.ts";
import { NOTHING_LOADS } from "./security-headers.ts";

/** Tells whether an address is a JSON call's, whose every answer is JSON (product/api.md#json-calls). */
export const isJsonCall = (path: string): boolean => /^\/api\//i.test(path);

/**
 * Refuses a request that does not reach the app, in plain text, or as a problem document for a JSON call.
 * @param reason check that refused it, for the log and the metrics: one of a few fixed values.
 */
export function refuse(res: Response, status: number, sentence: string, reason?: string): void {
  if (reason) Object.assign(notesOf(res), { event: "refused", reason });
  res.status(status).set("Content-Security-Policy", NOTHING_LOADS).set("Cache-Control", "no-store");
  if (!isJsonCall(res.req.path)) {
    res.type("text/plain").send(`${sentence}\n`);
    return;
  }
  const problem = {
    type: "about:blank",
    title: STATUS_CODES[status],
    status,
    detail: sentence,
    error: sentence,
  };
  res.type("application/problem+json").send(JSON.stringify(problem));
}
