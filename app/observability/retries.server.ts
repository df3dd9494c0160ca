import { keepsLog } from "#app/config/env.server.ts";
import { log } from "./log.server.ts";
import { type Retried, retries } from "./metrics.server.ts";

/**
 * Counts and logs a retry.
 * @param times how many retries this line counts for
 */
export function noteRetry(of: Retried, fields: Record<string, unknown>, message: string, times = 1): void {
  retries.inc({ of }, times);
  // Two processes writing at once is normal; every other retry may need attention.
  log[of === "database" ? "info" : "warn"]({ event: "retry", of, ...fields }, message);
}

/**
 * Logs a slow statement: of its text only the shape, without any value. Scripts, which work on everything at once, log
 * none.
 * @param file the name of a club's file, or of the control database
 */
export function noteSlowQuery(file: string, sql: string, ms: number): void {
  if (!keepsLog()) return;
  const code = file.replace(/\.sqlite$/, "");
  const club = code === "control" ? {} : { club: code };
  log.warn({ event: "slow query", ...club, ms: Math.round(ms), sql: shapeOf(sql) }, "slow query");
}

const LONGEST_SHAPE = 2_000;

/** Replaces values in SQL (numbers, texts and lists of them) by question marks. */
export const shapeOf = (sql: string): string =>
  sql
    .slice(0, 10 * LONGEST_SHAPE)
    .replace(/'[^']*'?/g, "?")
    .replace(/\b\d[\d.]*/g, "?")
    .replace(/\?(?:, \?)+/g, "?, …")
    .replace(/\(\?, …\)(?:, \(\?, …\))+/g, "(?, …), …")
    .slice(0, LONGEST_SHAPE);
