/**
 * What `npm start` ends in: checks the settings, brings the data up to date, then keeps the web processes, the
 * jobs process and, outside production, the stand-ins for Stripe and Postmark alive until it is told to stop.
 */
import { readFileSync } from "node:fs";
import { type Env, env } from "#app/config/env.server.ts";
import { closePlatform } from "#app/db/platform.server.ts";
import { onStop } from "#app/server/stop.ts";
import { keepFilesPrivate } from "./command/private-files.ts";
import { portProblem } from "./start/port.ts";
import { prepareData } from "./start/prepare-data.ts";
import { keepJobs, keepStandIns, keepWeb } from "./start/processes.ts";
import { serveMetrics } from "./start/serve-metrics.ts";
import { Supervisor } from "./start/supervise.ts";
import { watchJobs } from "./start/watch-jobs.ts";
import { welcome } from "./start/welcome.ts";

keepFilesPrivate();
const settings = readSettings();
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const supervisor = new Supervisor((line) => console.error(line));
onStop(async () => {
  await supervisor.stop();
  await closePlatform();
});
try {
  const problem = await portProblem(settings.port, settings.host);
  if (problem) throw new Error(problem);
  await prepareData(settings, (line) => console.log(line));
  const sandboxUrl = settings.production ? undefined : await keepStandIns(supervisor);
  keepJobs(supervisor, sandboxUrl);
  watchJobs(settings.dataDir);
  await keepWeb(supervisor, settings.webWorkers, sandboxUrl);
  const metrics = await serveMetrics(settings, version, supervisor);
  console.log(await welcome(settings));
  if (metrics) console.log(`Metrics for Prometheus: http://127.0.0.1:${settings.metricsPort}/metrics\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await supervisor.stop();
  process.exit(1);
}

function readSettings(): Env {
  try {
    return env();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
