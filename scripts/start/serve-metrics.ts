import { createServer, type Server, type ServerResponse } from "node:http";
import type { Env } from "#app/config/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { health } from "#app/server/health.server.ts";
import type { CollectedMetrics } from "./collect-metrics.ts";
import { OwnMetrics, webPids } from "./own-metrics.ts";
import { STAND_INS } from "./processes.ts";
import type { Supervisor } from "./supervise.ts";

/**
 * Serves internals on loopback: GET http://127.0.0.1:{port}/metrics, the whole installation's for Prometheus, and
 * /healthz, the health check with its details.
 * @returns the server, or null if metrics are off or the default port is taken.
 * @throws Error if the port that METRICS_PORT names cannot be used.
 */
export async function serveMetrics(
  settings: Env,
  version: string,
  supervisor: Supervisor,
  collected: CollectedMetrics,
): Promise<Server | null> {
  const { metricsPort, metricsPortGiven } = settings;
  if (metricsPort === null) return null;
  const own = new OwnMetrics(settings, version);
  const server = createServer(async (req, res) => {
    const path = req.method === "GET" ? req.url?.split("?")[0] : undefined;
    if (path === "/healthz") return answerHealth(res, version, webPids(supervisor.kept()));
    if (path !== "/metrics") {
      res
        .writeHead(404, { "Content-Type": "text/plain" })
        .end("The metrics are at /metrics, the health at /healthz\n");
      return;
    }
    try {
      const processes = supervisor.kept().filter(({ name }) => name !== STAND_INS);
      const { text, answered } = await collected.collect(processes);
      const ownText = await own.read(processes, answered);
      res.writeHead(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text + ownText);
    } catch (error) {
      log.error({ err: error }, "the metrics cannot be read");
      res
        .writeHead(500, { "Content-Type": "text/plain" })
        .end("The metrics cannot be read; the log says why\n");
    }
  });
  const problem = await listenOnLoopback(server, metricsPort);
  if (!problem) return server;
  if (metricsPortGiven) throw new Error(`METRICS_PORT=${metricsPort} cannot be used: ${problem}`);
  log.warn({ port: metricsPort }, `no metrics: ${problem}; choose a port with METRICS_PORT`);
  return null;
}

async function answerHealth(res: ServerResponse, version: string, web: readonly number[]): Promise<void> {
  const answer = (status: number, said: object) =>
    res.writeHead(status, { "Content-Type": "application/json" }).end(`${JSON.stringify(said)}\n`);
  try {
    answer(200, { ok: true, status: "well", ...(await health(web)), version });
  } catch (error) {
    log.error({ err: error }, "the site is ill");
    answer(503, { ok: false, status: "ill", because: String(error), version });
  }
}

function listenOnLoopback(server: Server, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(error.message));
    server.listen(port, "127.0.0.1", () => {
      // An open scrape must not keep the supervisor from ending.
      server.unref();
      resolve(null);
    });
  });
}
