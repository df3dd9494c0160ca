/**
 * `npm run dev`: the demo as `npm start` runs it, but from the sources. The web process shows every change at the
 * next request; the other processes restart when a file changes that they may have loaded.
 */
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Changed } from "./dev/serve.ts";
import { stopWithParent } from "./start/parent.ts";
import { fromSource, STAND_INS } from "./start/processes.ts";
import { run } from "./start/run.ts";

/** The developer's current page is loaded first. */
const RESTART_AFTER_MS = 500;

// Without the source files, processes would just crash and restart forever.
const sources = fileURLToPath(import.meta.url);
stopWithParent(() => !existsSync(sources));

// Vite serves source files: this machine only, whatever HOST says.
process.env.HOST = "127.0.0.1";
const supervisor = await run({
  web: fromSource("scripts/dev/serve.ts"),
  jobs: fromSource("scripts/jobs.ts"),
  webWorkers: 1,
  problem: ({ mode }) => (mode === "demo" ? undefined : `npm run dev is for the demo: APP_MODE is ${mode}`),
  async warmUp({ port }) {
    console.log("Loading the app from its sources …");
    // A page that cannot be loaded answers too: it shows the error.
    await (await fetch(`http://127.0.0.1:${port}/club/login`)).text();
  },
});

const timers = new Map<string, NodeJS.Timeout>();
cluster.on("message", (_worker, message: Partial<Changed>) => {
  if (typeof message?.changed !== "string") return;
  for (const name of processesOf(message.changed)) {
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => supervisor.restart(name), RESTART_AFTER_MS),
    );
  }
});

/** Names the processes beside the web process that may have loaded a file. */
function processesOf(path: string): string[] {
  if (/^app\/(routes|client|styles|server|forms)\//.test(path) || !/\.tsx?$/.test(path)) return [];
  if (path.startsWith("sandbox/")) return [STAND_INS];
  return ["jobs"];
}
