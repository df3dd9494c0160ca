import type { Response } from "express";
import { notesOf } from "./request-context.ts";

/**
 * A short answer in plain text for what never reaches the app.
 * @param reason why a door stayed shut, for the log and the metrics; one of few fixed words.
 */
export function refuse(res: Response, status: number, sentence: string, reason?: string): void {
  if (reason) Object.assign(notesOf(res), { event: "refused", reason });
  res
    .status(status)
    .set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    .set("Cache-Control", "no-store")
    .type("text/plain")
    .send(`${sentence}\n`);
}
