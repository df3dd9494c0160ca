import type { Response } from "express";

/** A short answer in plain text for what never reaches the app. */
export function refuse(res: Response, status: number, sentence: string): void {
  res
    .status(status)
    .set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    .set("Cache-Control", "no-store")
    .type("text/plain")
    .send(`${sentence}\n`);
}
