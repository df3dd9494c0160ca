import { createServer, type Server } from "node:http";
import type { Env } from "#app/config/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { CollectedMetrics } from "./collect-metrics.ts";
import { OwnMetrics } from "./own-metrics.ts";
import { STAND_INS } from "./processes.ts";
import type { Supervisor } from "./supervise.ts";

/**
 * Serves the metrics of the whole installation to Prometheus, on loopback: GET http://127.0.0.1:{port}/metrics.
 * @returns the server, or null where metrics are off or the default port is taken.
 * @throws Error where the port that METRICS_PORT names cannot be used.
 */
export async function serveMetrics(
  settings: Env,
  version: string,
  supervisor: Supervisor,
): Promise<Server | null> {
  const { metricsPort, metricsPortGiven } = settings;
  if (metricsPort === null) return null;
  const collected = new CollectedMetrics();
  const own = new OwnMetrics(settings, version);
  const server = createServer(async (req, res) => {
    if (req.method !== "GET" || req.url?.split("?")[0] !== "/metrics") {
      res.writeHead(404, { "Content-Type": "text/plain" }).end("The metrics are at /metrics\n");
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
