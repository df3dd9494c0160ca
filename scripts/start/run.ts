import { readFileSync } from "node:fs";
import { type Env, env } from "#app/config/env.server.ts";
import { closePlatform } from "#app/db/storage/platform.server.ts";
import { keepLog } from "#app/observability/log.server.ts";
import { onStop } from "#app/server/stop.ts";
import { keepFilesPrivate } from "../command/private-files.ts";
import { CollectedMetrics } from "./collect-metrics.ts";
import { takeHeldSocket } from "./held-socket.ts";
import { hasTerminal } from "./parent.ts";
import { portProblem } from "./port.ts";
import { prepareData } from "./prepare-data.ts";
import { isWeb, keepJobs, keepStandIns, keepWeb, type Programs, restartInTurn } from "./processes.ts";
import { sampleMetrics } from "./sample-metrics.ts";
import { keepAlone } from "./second.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { Supervisor } from "./supervise.ts";
import { watchJobs } from "./watch-jobs.ts";
import { welcome } from "./welcome.ts";

/**
 * Brings the data up to date, then supervises the web processes, the jobs process and, outside production, the
 * stubs for Stripe and Postmark until this process is stopped. Exits with status 1 if they cannot start.
 */
export async function run(programs: Programs): Promise<Supervisor> {
  keepFilesPrivate();
  const settings = readSettings();
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  const supervisor = new Supervisor((line) => console.error(line));
  /** Restart on SIGHUP, one after the other; null while the site starts. */
  let restarts: Promise<void> | null = null;
  const restart = () => {
    restarts &&= restarts.then(() => restartInTurn(supervisor, console.error)).catch(console.error);
  };
  onStop(
    async () => {
      await supervisor.stop(isWeb);
      await closePlatform();
    },
    hasTerminal() ? undefined : restart,
  );
  try {
    const held = takeHeldSocket();
    const problem =
      programs.problem?.(settings) ??
      (held === null ? await portProblem(settings.port, settings.host) : null);
    if (problem) throw new Error(problem);
    await keepAlone(settings, (line) => console.error(line));
    await prepareData(settings, (line) => console.log(line));
    const sandboxUrl = settings.production ? undefined : await keepStandIns(supervisor);
    keepLog();
    await keepWeb(supervisor, programs.web, programs.webWorkers ?? settings.webWorkers, sandboxUrl, held);
    // Visitors wait for the web processes only.
    keepJobs(supervisor, programs.jobs, sandboxUrl);
    watchJobs(settings.dataDir);
    const collected = new CollectedMetrics();
    sampleMetrics(supervisor, collected, settings.dataDir);
    const metrics = await serveMetrics(settings, version, supervisor, collected);
    await programs.warmUp?.(settings);
    restarts = Promise.resolve();
    console.log(await welcome(settings));
    if (metrics) console.log(`Metrics for Prometheus: http://127.0.0.1:${settings.metricsPort}/metrics\n`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await supervisor.stop();
    process.exit(1);
  }
  return supervisor;
}

function readSettings(): Env {
  try {
    return env();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
