import { type ChildProcess, fork } from "node:child_process";
import cluster from "node:cluster";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Env } from "#app/config/env.server.ts";
import type { Listens } from "#app/server/listen.ts";
import { BUILT_PROCESSES } from "../build/fresh.mjs";
import type { Supervisor } from "./supervise.ts";

/** Name of the process without metrics. */
export const STAND_INS = "stand-ins";
const WEB = "web-";
const JOBS = "jobs";

const TSX = ["--import", "tsx"];
/** Descriptors of a child, before its own ones. */
const STANDARD = ["inherit", "inherit", "inherit", "ipc"] as const;
/**
 * The old objects' heap trades a little time for memory: by default V8 lets it grow to four times the used size before
 * it collects. That of young ones has its usual size from the start: while it grows, most of a request's objects
 * outlive a collection. One thread collects them, because several cost more than they find.
 */
export const FRUGAL = ["--heap-growing-percent=50", "--min-semi-space-size=16", "--no-parallel-scavenge"];
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Program of a process, with its options of Node. */
export interface Program {
  file: string;
  execArgv: string[];
  env?: NodeJS.ProcessEnv;
}

export interface Programs {
  web: Program;
  jobs: Program;
  /** Overrides WEB_WORKERS. */
  webWorkers?: number;
  /** @returns why these programs cannot run with these settings. */
  problem?(settings: Env): string | undefined;
  /** Awaited between listening and the welcome. */
  warmUp?(settings: Env): Promise<void>;
}

/** Programs that scripts/build/processes.ts has built. */
export const builtPrograms: Programs = {
  web: { file: fromRoot(`${BUILT_PROCESSES}/serve.js`), execArgv: FRUGAL },
  jobs: { file: fromRoot(`${BUILT_PROCESSES}/jobs.js`), execArgv: FRUGAL },
  problem: () =>
    existsSync(builtPrograms.web.file) ? undefined : "The app is not built yet: run npm run build",
};

/** Describes a process that is compiled while it loads. */
export function fromSource(path: string): Program {
  return { file: fromRoot(path), execArgv: TSX, env: { NODE_ENV: "development" } };
}

/**
 * Starts web processes that share one port. Resolves when the first of them listens. Each takes its connections from
 * the system's own queue: a supervisor that passes them on would keep any number of them, with a descriptor each.
 * @param held descriptor of the socket from outside, if there is one. The cluster would close it with the last web
 * process: each inherits it instead
 */
export async function keepWeb(
  supervisor: Supervisor,
  { file, execArgv, env }: Program,
  workers: number,
  sandboxUrl: string | undefined,
  held: number | null,
): Promise<void> {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: file, execArgv });
  const children = Array.from({ length: workers }, (_, n) => {
    const name = `${WEB}${n + 1}`;
    const all = { ...childEnv(sandboxUrl, name), ...env };
    const start = () =>
      held === null
        ? cluster.fork(all).process
        : fork(file, {
            execArgv,
            env: { ...all, HELD_SOCKET: String(STANDARD.length) },
            stdio: [...STANDARD, held],
          });
    return supervisor.keep(name, start);
  });
  const ended = async (child: ChildProcess) => {
    await once(child, "exit");
    throw new Error("The web process ended before it could serve");
  };
  await Promise.race(children.flatMap((child) => [listening(child), ended(child)]));
}

/** Tells the processes that visitors wait for: they stop last. */
export const isWeb = (name: string): boolean => name.startsWith(WEB);

/**
 * Restarts the web processes one by one, each once the next one listens, and then the jobs process. Stops at one that
 * does not start: those before it are new, the others continue.
 */
export async function restartInTurn(supervisor: Supervisor, report: (line: string) => void): Promise<void> {
  const webs = supervisor.kept().filter(({ name }) => isWeb(name));
  for (const { name } of webs) {
    if (await supervisor.replace(name, listening)) continue;
    report(`The new ${name} process ended before it could serve; the restart stops here`);
    return;
  }
  supervisor.restart(JOBS);
  report(`Restarted ${webs.map(({ name }) => name).join(", ")} and ${JOBS}`);
}

/** Resolves when a web process listens. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("message", function hear(message: Partial<Listens>) {
      if (!message?.listens) return;
      child.off("message", hear);
      resolve();
    });
  });
}

export function keepJobs(
  supervisor: Supervisor,
  { file, execArgv, env }: Program,
  sandboxUrl: string | undefined,
): void {
  supervisor.keep(JOBS, () => fork(file, { execArgv, env: { ...childEnv(sandboxUrl, JOBS), ...env } }));
}

/** Starts the stubs for Stripe and Postmark. @returns their address, the same after every restart. */
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

/**
 * Builds the environment of a child; in a terminal the demo logs warnings only, so that its address stays on the
 * screen.
 */
function childEnv(sandboxUrl: string | undefined, name?: string): NodeJS.ProcessEnv {
  const quiet = process.stdout.isTTY && process.env.APP_MODE !== "production" ? { LOG_LEVEL: "warn" } : {};
  return {
    ...quiet,
    ...process.env,
    // React renders at half the speed with any other value.
    NODE_ENV: "production",
    // One malloc arena: glibc would keep one for each thread, at the size of its peak.
    MALLOC_ARENA_MAX: "1",
    ...(name ? { PROCESS_NAME: name } : {}),
    ...(sandboxUrl ? { SANDBOX_URL: sandboxUrl } : {}),
  };
}
