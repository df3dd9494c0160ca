import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { FRUGAL } from "../../scripts/start/processes.ts";
import { freePort, until } from "../../tests/support/server.ts";
import { atEnd } from "./at-end.ts";
import { build, projectRoot } from "./builds.ts";

const READY_WITHIN_MS = 90_000;
/** Linux counts a process's CPU time in hundredths of a second, whatever the kernel's own tick. */
const MS_A_TICK = 10;

/** What a browser offers: both servers compress. */
const AS_A_BROWSER = { "Accept-Encoding": "gzip, deflate, br", "User-Agent": "Mozilla/5.0 bench" };

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the line: still compressed. */
  body: Buffer;
}

/** A web process under measurement: ours (build/processes/serve.js) or the anchor, over one data folder. */
export class Server {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  constructor(
    readonly port: number,
    readonly child: ChildProcess,
  ) {}

  /** One request over a kept connection. */
  ask(path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          host: "127.0.0.1",
          port: this.port,
          path,
          method: body === undefined ? "GET" : "POST",
          agent: this.#agent,
          headers: { ...AS_A_BROWSER, ...headers },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("error", reject);
          answer.on("end", () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
          );
        },
      );
      asking.on("error", reject);
      asking.end(body);
    });
  }

  /** CPU time of the whole process so far, all threads, user and system, in milliseconds. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    await ended;
  }
}

const programs = {
  app: [...FRUGAL, "build/processes/serve.js"],
  anchor: ["--import", "tsx", "bench/anchor/server.ts"],
};

/** Starts one web process over a data folder; resolves when it answers `readyPath`. Stopped at the end of the run. */
export async function startServer(
  which: "app" | "anchor",
  dataDir: string,
  readyPath: string,
  headers: Record<string, string> = {},
): Promise<Server> {
  build(which);
  const port = await freePort();
  const child = spawn(process.execPath, programs[which], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      APP_MODE: "test",
      // Both write a line a request, as in production.
      LOG_LEVEL: "info",
      DATA_DIR: dataDir,
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const server = new Server(port, child);
  atEnd(() => server.stop());
  await until(READY_WITHIN_MS, async () => {
    if (child.exitCode !== null) throw new Error(`The ${which}'s server ended before it could serve`);
    const answer = await server.ask(readyPath, headers).catch(() => null);
    return answer || undefined;
  });
  return server;
}
