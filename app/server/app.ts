import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import type { Logger } from "pino";
import type { Env } from "#app/config/env.server.ts";
import { limitBody } from "./body-limit.ts";
import { sendWhole } from "./compression.ts";
import { pages } from "./pages.ts";
import { refuse } from "./refuse.ts";
import { dropForwarded, refuseCrossSite, refuseMalformed } from "./request-checks.ts";
import { notesOf, numberRequests, requestIdOf } from "./request-context.ts";
import { type AnsweredRequest, requestLog } from "./request-log.ts";
import { routePatterns } from "./route-pattern.ts";
import { sandboxProxy } from "./sandbox-proxy.ts";

/** What the build's entry.server gives us beside the pages: state lives in the build's own modules only. */
export interface AppBuild {
  build: ServerBuild;
  health(): Promise<{ ok: boolean }>;
  stop(): Promise<void>;
  metrics: { countRequest(request: AnsweredRequest): void };
}

const HEALTH_PATIENCE_MS = 3_000;
/** Asked for by browsers and robots on their own; a missing one is not worth a page or a log line. */
const UNASKED = /^\/(favicon\.ico|apple-touch-icon[\w-]*\.png|robots\.txt|\.well-known\/.*|assets\/.*)$/;

/**
 * The express app around Remix: the request checks in this order, then files, then pages.
 * @param files serves the stylesheets, scripts and images: staticFiles(), or Vite in development.
 */
export function createApp(options: {
  settings: Env;
  app: AppBuild;
  files: RequestHandler;
  log: Logger;
  version: string;
}): Express {
  const { settings, app, files, log, version } = options;
  const server = express();
  server.set("trust proxy", trusted(settings.trustProxy));
  const routeOf = routePatterns(app.build.routes);
  server.use(numberRequests, requestLog({ log, routeOf, count: app.metrics.countRequest }));
  server.use(dropForwarded(settings.trustProxy !== undefined));
  server.use(securityHeaders(settings.production));
  server.use(refuseMalformed);
  server.use(refuseCrossSite({ appUrl: settings.appUrl, loopbackToo: !settings.production }));
  server.use(limitBody);
  server.get("/healthz", healthz(app, version));
  server.use(files);
  server.use((req, res, next) => (UNASKED.test(req.path) ? refuse(res, 404, "Not Found") : next()));
  if (settings.sandboxUrl) server.use(sandboxProxy(settings.sandboxUrl));
  server.use(sendWhole, pages(app.build));
  server.use(lastResort(log));
  return server;
}

/** An express 'trust proxy' setting: a hop count, or addresses and names such as 'loopback'. */
function trusted(setting: string | undefined): number | string | false {
  if (setting === undefined) return false;
  return /^\d+$/.test(setting) ? Number(setting) : setting;
}

/** The headers that are the same for every answer. The CSP belongs to the page (app/server/page-headers.server.ts). */
function securityHeaders(production: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
}

function healthz(app: AppBuild, version: string): RequestHandler {
  return async (_req, res) => {
    res.set("Cache-Control", "no-store");
    try {
      res.json({ ...(await inTime(app.health(), HEALTH_PATIENCE_MS)), version });
    } catch (error) {
      Object.assign(notesOf(res), { unhealthy: String(error) });
      res.status(503).json({ ok: false, version });
    }
  };
}

async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What slipped through everything else: logged with its stack, answered without it. */
function lastResort(log: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const requestId = requestIdOf(res);
    // After a refusal on the way (a body too large), or when the client has gone, there is nobody left to tell.
    if (res.headersSent) return;
    log.error({ requestId, err: error }, "the server failed");
    refuse(res, 500, `Something went wrong on our side. Reference number: ${requestId}`);
  };
}
