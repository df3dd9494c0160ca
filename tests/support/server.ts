import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const READY_WITHIN_MS = 120_000;
const MAIL_WITHIN_MS = 15_000;

export interface SentMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  tag: string;
  sentAt: string;
}

export interface ServerOptions {
  /** true: with the demo's clubs and people; otherwise empty. */
  demo?: boolean;
  /** Additions to the environment. */
  env?: Record<string, string>;
  /** An existing data folder; by default a temporary one. `stop()` removes either. */
  dataDir?: string;
  /** Default: a free one. */
  port?: number;
  /** Longest time until it answers. */
  readyWithinMs?: number;
  /** Start as `npm start`, with npm in between, or as the unit of systemd; by default from the sources. */
  as?: "npm" | "unit";
  /** Start as systemd's unit does: with the descriptor of a socket that listens at `port`. */
  heldSocket?: number;
  /** Terminal: none, or one that closes with `child`. By default, that of the tests. */
  terminal?: "none" | "own";
}

/** Returns the settings with which a process finds the database of the test that starts it (own-database.ts). */
export const databaseOfTest = (): Record<string, string> =>
  process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {};

/** Starts scripts/start.ts with web, jobs and stubs on a free port and a temporary data folder. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "goodside-server-"));
  const port = options.port ?? (await freePort());
  const [command = "", ...args] = commandOf(options);
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      APP_MODE: options.demo ? "demo" : "test",
      LOG_LEVEL: "info",
      PORT: String(port),
      DATA_DIR: dataDir,
      ...databaseOfTest(),
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe", ...(options.heldSocket === undefined ? [] : [options.heldSocket])],
    detached: options.terminal === "none",
  });
  const server = new RunningServer(`http://127.0.0.1:${port}`, dataDir, child);
  try {
    await server.ready(options.readyWithinMs);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

function commandOf({ as, terminal, heldSocket }: ServerOptions): string[] {
  const { execPath } = process;
  const program = {
    npm: ["npm", "start"],
    unit: [execPath, "build/processes/start.js"],
    sources: [execPath, "--import", "tsx", "scripts/start.ts"],
  }[as ?? "sources"];
  if (terminal === "own") return ["script", "-qec", program.join(" "), "/dev/null"];
  if (heldSocket === undefined) return program;
  return ["/bin/sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', "sh", ...program];
}

/** Address of a server, and its emails. */
export class Site {
  constructor(readonly url: string) {}

  /** Every email sent so far, newest first, from /sandbox/mail.json. */
  async mails(): Promise<SentMail[]> {
    const answer = await fetch(`${this.url}/sandbox/mail.json`);
    return (await answer.json()) as SentMail[];
  }

  /** The newest email to an address, once it has arrived. */
  mailTo(address: string, about: { tag?: string; subject?: RegExp } = {}): Promise<SentMail> {
    return until(MAIL_WITHIN_MS, async () => {
      const mails = await this.mails();
      return mails.find(
        (mail) =>
          mail.to.includes(address) &&
          (about.tag === undefined || mail.tag === about.tag) &&
          (about.subject === undefined || about.subject.test(mail.subject)),
      );
    });
  }
}

export class RunningServer extends Site {
  /** Everything that the processes wrote, to both outputs. */
  output = "";

  constructor(
    url: string,
    readonly dataDir: string,
    readonly child: ChildProcess,
  ) {
    super(url);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    }
  }

  async ready(withinMs = READY_WITHIN_MS): Promise<void> {
    await until(withinMs, async () => {
      if (this.child.exitCode !== null) throw new Error(`The server did not start:\n${this.output}`);
      const answer = await fetch(`${this.url}/healthz`).catch(() => null);
      return answer?.ok || undefined;
    });
  }

  /**
   * Stops it as an operator would.
   * @returns the exit code.
   */
  async stop({ keepData = false } = {}): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once("exit", resolve));
      this.child.kill("SIGTERM");
      await ended;
    }
    if (!keepData) rmSync(this.dataDir, { recursive: true, force: true });
    return this.child.exitCode;
  }
}

/** Finds a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Polls until there is an answer. */
export async function until<T>(withinMs: number, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Nothing came within ${withinMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
