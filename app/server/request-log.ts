import type { RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { Outcome } from "#app/observability/metrics.server.ts";
import { redactAddress } from "#app/observability/redact.ts";
import { METHODS } from "./request-checks.ts";
import { type Notes, notesOf, requestIdOf } from "./request-context.ts";
import { NO_ROUTE } from "./route-pattern.ts";

export interface AnsweredRequest {
  route: string;
  method: string;
  status: string;
  outcome: Outcome;
  seconds: number;
  refused?: string;
}

/** Logged at debug level: frequent and uninteresting. */
const QUIET = /^\/(assets\/|healthz$|favicon)/;

/** Logs and counts each request once, when its response is out or its client has disconnected. */
export function requestLog(options: {
  log: Logger;
  routeOf: (path: string) => string;
  count: (request: AnsweredRequest) => void;
}): RequestHandler {
  const { log, routeOf, count } = options;
  return (req, res, next) => {
    const startedAt = performance.now();
    const { socket } = req;
    const bytesBefore = socket.bytesWritten;
    const { method, path, originalUrl, ip } = req;
    res.once("close", () => {
      const ms = performance.now() - startedAt;
      const outcome = outcomeOf(res);
      const route = routeName(routeOf(path), path, res);
      const notes =
        res.statusCode === 403 ? { event: "refused", reason: "forbidden", ...notesOf(res) } : notesOf(res);
      count({
        route,
        method: METHODS.includes(method) ? method : "other",
        status: outcome === "aborted" ? "aborted" : String(res.statusCode),
        outcome,
        seconds: ms / 1000,
        refused: notes.event === "refused" ? String(notes.reason) : undefined,
      });
      log[levelOf(outcome, notes, path)](
        {
          requestId: requestIdOf(res),
          method,
          route,
          url: redactAddress(originalUrl),
          status: res.statusCode,
          outcome,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - bytesBefore,
          ip,
          ...notes,
        },
        "request",
      );
    });
    next();
  };
}

function outcomeOf(res: Response): Outcome {
  const { statusCode: status } = res;
  if (!res.writableFinished) return "aborted";
  if (status >= 500) return "failed";
  if (status >= 400) return "refused";
  return status >= 300 && status !== 304 ? "redirect" : "ok";
}

/** Returns the route's name; requests without one get one of a few names, which bounds the number of metric series. */
function routeName(route: string, path: string, res: Response): string {
  if (route !== NO_ROUTE) return route;
  if (path === "/healthz") return path;
  if (path === "/sandbox" || path.startsWith("/sandbox/")) return "/sandbox/*";
  return res.statusCode < 400 || path.startsWith("/assets/") ? "(file)" : NO_ROUTE;
}

function levelOf(outcome: Outcome, notes: Notes, path: string): "debug" | "info" | "warn" | "error" {
  if (outcome === "failed") return "error";
  if (typeof notes.event === "string" && notes.event.endsWith("refused")) return "warn";
  return QUIET.test(path) ? "debug" : "info";
}
