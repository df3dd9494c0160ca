import { request as sendRequest } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Env } from "#app/config/env.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { within } from "#app/runtime/within.ts";
import { betaGate } from "./beta-gate.ts";
import { limitBody } from "./body-limit.ts";
import { compressResponses } from "./compression.ts";
import { refuse } from "./refuse.ts";
import { pages } from "./remix.ts";
import { dropForwarded, refuseCrossSite, refuseMalformed } from "./request-checks.ts";
import { assignRequestId, notesOf, requestIdOf } from "./request-context.ts";
import { type AnsweredRequest, requestLog } from "./request-log.ts";
import { routePatterns } from "./route-pattern.ts";
import { securityHeaders } from "./security-headers.ts";
import { limitWebhooks } from "./webhook-limit.ts";

/** Exports of entry.server besides the pages. State lives in the build's own copies of the modules. */
export interface AppBuild {
  build: ServerBuild;
  /** Rejects while the databases do not answer. */
  health(): Promise<unknown>;
  stop(): Promise<void>;
  metrics: { countRequest(request: AnsweredRequest): void };
}

const HEALTH_TIMEOUT_MS = 3_000;
/** Requested by browsers and crawlers unprompted: a missing one gets no page. */
const UNPROMPTED = /^\/(favicon\.ico|apple-touch-icon[\w-]*\.png|\.well-known\/.*|assets\/.*)$/;

/**
 * Creates the express app around Remix: the request checks in this order, then files, then pages.
 * @param files serves the stylesheets, scripts and images: staticFiles(), or Vite in development.
 */
export function createApp(options: {
  settings: Env;
  app: AppBuild;
  files: RequestHandler;
  log: Logger;
}): Express {
  const { settings, app, files, log } = options;
  const server = express();
  server.set("trust proxy", trustProxy(settings.trustProxy));
  const routeOf = routePatterns(app.build.routes);
  // Before the log, which reads the client's address.
  server.use(dropForwarded(settings.trustProxy !== undefined));
  server.use(assignRequestId, requestLog({ log, routeOf, count: app.metrics.countRequest }));
  server.use(securityHeaders(settings.production));
  server.use(refuseMalformed);
  server.use(refuseCrossSite({ appUrl: settings.appUrl, loopbackToo: !settings.production }));
  server.use(limitWebhooks());
  server.use(limitBody);
  server.get("/healthz", healthz(app));
  server.use(files);
  server.use((req, res, next) => (UNPROMPTED.test(req.path) ? refuse(res, 404, "Not Found") : next()));
  if (settings.sandboxUrl) server.use(sandboxProxy(settings.sandboxUrl));
  server.use(betaGate(settings.betaAccessCode));
  server.use(compressResponses, pages(app.build, settings.appUrl));
  server.use(handleError(log));
  return server;
}

/** Parses Express's 'trust proxy' setting: a hop count, or addresses and names such as 'loopback'. */
function trustProxy(setting: string | undefined): number | string | false {
  if (setting === undefined) return false;
  return /^\d+$/.test(setting) ? Number(setting) : setting;
}

/** Tells strangers only whether the site is healthy: the details are on the metrics port. */
function healthz(app: AppBuild): RequestHandler {
  return async (_req, res) => {
    res.set("Cache-Control", "no-store");
    try {
      await within(HEALTH_TIMEOUT_MS, app.health());
      res.json({ ok: true, status: "well" });
    } catch (error) {
      Object.assign(notesOf(res), { unhealthy: String(error) });
      res.status(503).json({ ok: false, status: "ill" });
    }
  };
}

/** Handles uncaught errors: the stack goes to the log, not to the client. */
function handleError(log: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const requestId = requestIdOf(res);
    // Already refused (a body over its limit), or the client has disconnected.
    if (res.headersSent) return;
    log.error({ requestId, err: error }, "the server failed");
    const status = outOfResourcesStatus(error) ?? 500;
    refuse(res, status, `Something went wrong on our side. Reference number: ${requestId}`);
  };
}

const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer"];

/** Serves the stubs' pages under the app's own address, in demo and test only. */
function sandboxProxy(sandboxUrl: string): RequestHandler {
  const { hostname, port } = new URL(sandboxUrl);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname))
    throw new Error(`SANDBOX_URL must be on this machine, not ${hostname}`);
  return (req, res, next) => {
    if (req.path !== "/sandbox" && !req.path.startsWith("/sandbox/")) return next();
    const headers = { ...req.headers };
    for (const name of HOP_BY_HOP) delete headers[name];
    const forwarded = sendRequest(
      { hostname, port, path: req.originalUrl, method: req.method, headers },
      (answer) => {
        res.status(answer.statusCode ?? 502);
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !HOP_BY_HOP.includes(name)) res.setHeader(name, value);
        }
        answer.pipe(res);
      },
    );
    forwarded.on("error", () => {
      if (res.headersSent) res.destroy();
      else refuse(res, 502, "The stand-ins for Stripe and Postmark do not answer right now. Try again.");
    });
    res.once("close", () => forwarded.destroy());
    req.pipe(forwarded);
  };
}
