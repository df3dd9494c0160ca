import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";
import { redactAddress } from "./redact.ts";
import { notesOf, requestIdOf } from "./request-context.ts";

/** One line a request: what was asked, who asked as far as the guards know, what was answered, how long it took. */
export function requestLog(log: Logger): RequestHandler {
  const line = (asked: unknown, answered: unknown, took: { responseTime: number }) => {
    const req = asked as Request;
    const res = answered as Response;
    return {
      method: req.method,
      url: redactAddress(req.originalUrl),
      status: res.statusCode,
      ms: took.responseTime,
      ip: req.ip,
      ...notesOf(res),
    };
  };
  return pinoHttp({
    logger: log,
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: "requestId" },
    genReqId: (_req, res) => requestIdOf(res as Response),
    customLogLevel: (req, res) => {
      if (res.statusCode >= 500) return "error";
      const quiet = /^\/(assets\/|healthz|favicon)/.test((req as Request).originalUrl);
      return quiet ? "debug" : "info";
    },
    customSuccessObject: (req, res, took) => line(req, res, took),
    customErrorObject: (req, res, _error, took) => line(req, res, took),
    customErrorMessage: () => "request failed",
  }) as RequestHandler;
}
