import type { Response } from "express";
import { notesOf } from "./request-context.ts";
import { NOTHING_LOADS } from "./security-headers.ts";

/**
 * Answers in plain text a request that does not reach the app.
 * @param reason which check refused it, for the log and the metrics: one of a few fixed values.
 */
export function refuse(res: Response, status: number, sentence: string, reason?: string): void {
  if (reason) Object.assign(notesOf(res), { event: "refused", reason });
  res
    .status(status)
    .set("Content-Security-Policy", NOTHING_LOADS)
    .set("Cache-Control", "no-store")
    .type("text/plain")
    .send(`${sentence}\n`);
}
