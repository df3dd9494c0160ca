import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { MetricsAnswer, MetricsQuestion } from "#app/server/report-metrics.ts";
import { databaseOfTest, freePort, until } from "../support/server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Metric {
  name: string;
  values: { value: number }[];
}

/** One real web process (scripts/serve.ts, as built) on a data folder, with raw sockets to it. */
export class Served {
  output = "";
  private constructor(
    readonly port: number,
    readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    }
  }

  static async start(dataDir: string, env: Record<string, string> = {}): Promise<Served> {
    const port = await freePort();
    const child = spawn(process.execPath, ["build/processes/serve.js"], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        APP_MODE: "test",
        LOG_LEVEL: "info",
        PORT: String(port),
        DATA_DIR: dataDir,
        ...databaseOfTest(),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const served = new Served(port, child);
    await until(60_000, async () => {
      if (child.exitCode !== null) throw new Error(`The server did not start:\n${served.output}`);
      return (await fetch(`${served.url}/healthz`).catch(() => null))?.ok || undefined;
    });
    return served;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Sends bytes unchanged.
   * @returns the output until the server closes or stays silent.
   */
  async say(bytes: string | Uint8Array, { silenceMs = 4_000 } = {}): Promise<string> {
    const socket = connect(this.port, "127.0.0.1");
    socket.setTimeout(silenceMs, () => socket.destroy());
    const heard = allOf(socket);
    // A server that refuses may close before we have sent everything.
    socket.on("error", () => socket.destroy());
    socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    return heard;
  }

  /** Returns the process's peak memory, in MB. */
  get peakMB(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Returns the event loop's longest stall since the last call, in milliseconds. */
  async longestStall(): Promise<number> {
    const { child } = this;
    const answered = new Promise<Metric[]>((resolve) => {
      child.on("message", function hear(message: Partial<MetricsAnswer>) {
        if (message.answerTo !== 1) return;
        child.off("message", hear);
        resolve(message.metrics as Metric[]);
      });
    });
    child.send({ askMetrics: 1 } satisfies MetricsQuestion);
    const metrics = await answered;
    const lag = metrics.find(({ name }) => name === "nodejs_eventloop_lag_max_seconds");
    return (lag?.values[0]?.value ?? Number.NaN) * 1000;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    await ended;
  }
}

export function allOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}

/** Returns the status of every answer in a connection's output. */
export const statusesOf = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => Number(found[1]));
