/** One web process, normally started and restarted by scripts/start.ts. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { ServerBuild } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import { webIdleFiles } from "#app/db/clubs.server.ts";
import { log } from "#app/observability/log.server.ts";
import { connectionsWithin, fewOpenFiles, openFilesLimit } from "#app/runtime/open-files.server.ts";
import { type AppBuild, createApp } from "#app/server/app.ts";
import { close, LIMITS, listen, retire } from "#app/server/listen.ts";
import { reportMetrics } from "#app/server/report-metrics.ts";
import { staticFiles } from "#app/server/static-files.ts";
import { onStop } from "#app/server/stop.ts";

/** The build's metrics: see app/observability/metrics.server.ts. */
type ProcessMetrics = typeof import("#app/observability/metrics.server.ts");

const root = new URL("..", import.meta.url);
const entry = new URL("build/server/index.js", root);
if (!existsSync(entry)) {
  console.error("The app is not built yet: run npm run build, or npm start, which builds it");
  process.exit(1);
}
// Read when the build loads React: any other value halves the speed of rendering.
process.env.NODE_ENV ??= "production";

const build = (await import(entry.href)) as ServerBuild;
const { health, stop, metrics } = build.entry.module as unknown as Omit<AppBuild, "build"> & {
  metrics: ProcessMetrics;
};
metrics.watchProcess();
reportMetrics(metrics.readMetrics);
const settings = env();
const server = await listen(
  createApp({
    settings,
    app: { build, health, stop, metrics },
    files: staticFiles(fileURLToPath(new URL("build/client", root))),
    log,
  }),
  settings,
  { ...LIMITS, connections: Math.min(LIMITS.connections, connectionsWithin(openFilesLimit())) },
);
const fewFiles = settings.databaseUrl ? null : fewOpenFiles(webIdleFiles(settings.webWorkers));
if (fewFiles) log.warn(fewFiles);
// V8 optimizes a function once this many bytes of it have run. By default it waits thirteen times as long, and most of
// a request's cost is code that still waits. Set after the start, whose code runs once. Node 24 optimizes in one more
// step and does not know the flag.
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=10000");
log.info({ host: settings.host, port: settings.port, mode: settings.mode }, "web process listens");

onStop(
  async () => {
    await close(server);
    await stop();
    log.info("web process stopped");
  },
  // Another process replaces it.
  () => void retire(server).then(() => process.kill(process.pid, "SIGTERM")),
);
