import { type ChildProcess, fork } from "node:child_process";
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUILT_PROCESSES } from "../build/fresh.mjs";
import type { Supervisor } from "./supervise.ts";

/** They serve a demo only, and count nothing. */
export const STAND_INS = "stand-ins";

const TSX = ["--import", "tsx"];
/**
 * Memory for a little time: V8 would let the garbage of pages grow to four times what is in use before it looks.
 * docs/performance.md says what that gives and what else was tried.
 */
export const FRUGAL = ["--heap-growing-percent=50"];
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A process as scripts/build/processes.ts has built it. */
function built(name: string): string {
  const path = fromRoot(`${BUILT_PROCESSES}/${name}.js`);
  if (!existsSync(path)) throw new Error("The app is not built yet: run npm run build");
  return path;
}

/** Web processes that share one port; resolves when the first of them listens. */
export async function keepWeb(
  supervisor: Supervisor,
  workers: number,
  sandboxUrl: string | undefined,
): Promise<void> {
  cluster.setupPrimary({ exec: built("serve"), execArgv: FRUGAL });
  const listens = new Promise<void>((resolve, reject) => {
    cluster.once("listening", () => resolve());
    cluster.once("exit", () => reject(new Error("The web process ended before it could serve")));
  });
  for (let n = 0; n < workers; n += 1) {
    supervisor.keep(`web-${n + 1}`, () => cluster.fork(childEnv(sandboxUrl)).process);
  }
  await listens;
}

export function keepJobs(supervisor: Supervisor, sandboxUrl: string | undefined): void {
  const jobs = built("jobs");
  supervisor.keep("jobs", () => fork(jobs, { execArgv: FRUGAL, env: childEnv(sandboxUrl) }));
}

/** The stand-ins for Stripe and Postmark, at the same address after every restart. @returns that address. */
export async function keepStandIns(supervisor: Supervisor): Promise<string> {
  const main = fromRoot("sandbox/main.ts");
  if (!existsSync(main)) {
    throw new Error(
      "This copy has no stand-ins for Stripe and Postmark: it can only run APP_MODE=production",
    );
  }
  let port = "0";
  const first = supervisor.keep(STAND_INS, () =>
    fork(main, ["--port", port], {
      execArgv: TSX,
      env: childEnv(undefined),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  const url = await addressOf(first);
  port = new URL(url).port;
  return url;
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("message", (message: { url: string }) => resolve(message.url));
    child.once("exit", () => reject(new Error("The stand-ins for Stripe and Postmark did not start")));
  });
}

/** Somebody who watches the demo in a terminal wants to see its address, not every request. */
function childEnv(sandboxUrl: string | undefined): NodeJS.ProcessEnv {
  const quiet = process.stdout.isTTY && process.env.APP_MODE !== "production" ? { LOG_LEVEL: "warn" } : {};
  return {
    ...quiet,
    ...process.env,
    // React renders at half the speed without it.
    NODE_ENV: "production",
    // One heap for all threads of a process: glibc would keep one for each, with what all of them once needed.
    MALLOC_ARENA_MAX: "1",
    ...(sandboxUrl ? { SANDBOX_URL: sandboxUrl } : {}),
  };
}
