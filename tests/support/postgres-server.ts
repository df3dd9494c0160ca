import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { temporaryFolder } from "./temporary-folder.ts";

const run = promisify(execFile);
const OLDEST = 15;
const START_PATIENCE_MS = 60_000;

/** Finds the folder of PostgreSQL's programs, which Debian puts beside the PATH; null if there is none. */
export function postgresPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const folders = versions
    .filter((version) => version >= OLDEST)
    .sort((one, other) => other - one)
    .map((version) => `${debian}/${version}/bin`);
  const all = [...folders, ...(process.env.PATH ?? "").split(delimiter)];
  return (
    all.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null
  );
}

/**
 * Returns the user `postgres`, for what a superuser may not do.
 * @throws if there is no such user
 */
function asWhom(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

export interface PostgresServer {
  port: number;
  /** URL of a role that may create databases and bypasses nothing. */
  url: string;
  /** URL of the superuser. */
  superUrl: string;
  folder: string;
  process: ChildProcess;
  /** @param signal SIGKILL: as if the machine died */
  stop(signal?: "SIGINT" | "SIGKILL"): Promise<void>;
}

interface Starting {
  /** Further `-c name=value`. */
  settings?: Record<string, string | number>;
  /** Server to copy instead of making an empty one. */
  standbyOf?: PostgresServer & { slot?: string };
  /** A base backup that is unpacked and recovered, according to `settings`. */
  recoverFrom?: string;
  port?: number;
}

/** Settings without waiting for the disk: the data is lost with the machine anyway. */
const CARELESS = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" };

/** Starts a separate PostgreSQL in a temporary folder, until it is stopped or this process ends. */
export async function startPostgres({
  settings = CARELESS,
  standbyOf,
  recoverFrom,
  port,
}: Starting = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (!programs) throw new Error("There is no PostgreSQL on this machine");
  const who = asWhom();
  const own = temporaryFolder();
  const folder = join(own, "data");
  mkdirSync(folder, { mode: 0o700 });
  for (const path of [own, folder]) if (who) chownSync(path, who.uid, who.gid);
  const options = { ...who, cwd: own, env: { ...process.env, LC_ALL: "C" } };
  if (standbyOf)
    await run(
      join(programs, "pg_basebackup"),
      [
        "-D",
        folder,
        "-R",
        "-X",
        "stream",
        "-c",
        "fast",
        "-d",
        `${standbyOf.superUrl}?application_name=standby`,
      ],
      options,
    );
  else if (recoverFrom) {
    await run("cp", ["-a", `${recoverFrom}/.`, folder], options);
    await run("touch", [join(folder, "recovery.signal")], options);
  } else
    await run(
      join(programs, "initdb"),
      ["-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
      options,
    );
  const ownPort = port ?? (await freePort());
  const all = {
    listen_addresses: "127.0.0.1",
    port: ownPort,
    unix_socket_directories: own,
    max_connections: 300,
    jit: "off",
    ...settings,
  };
  const server = spawn(
    join(programs, "postgres"),
    ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const killed = () => server.kill("SIGQUIT");
  process.once("exit", killed);
  const stop = async (signal: "SIGINT" | "SIGKILL" = "SIGINT") => {
    server.kill(signal);
    await ended;
    process.removeListener("exit", killed);
    rmSync(own, { recursive: true, force: true });
  };
  const superUrl = `postgres://postgres@127.0.0.1:${ownPort}/postgres`;
  const url = `postgres://goodside@127.0.0.1:${ownPort}/postgres`;
  try {
    await answers(superUrl, server);
    if (!standbyOf && !recoverFrom) {
      await once(superUrl, "create role goodside login createdb");
      // For tests that restore rows, past triggers and foreign keys.
      await once(superUrl, "grant set on parameter session_replication_role to goodside");
    }
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start: ${log}`, { cause: error });
  }
  return { port: ownPort, url, superUrl, folder, process: server, stop };
}

/**
 * Makes a base backup of a server beside its data, which is removed with it.
 * @returns its folder
 */
export async function baseBackup({ superUrl, folder }: PostgresServer): Promise<string> {
  const to = join(dirname(folder), "base");
  const options = { ...asWhom(), cwd: dirname(folder), env: { ...process.env, LC_ALL: "C" } };
  const program = join(postgresPrograms() ?? "", "pg_basebackup");
  await run(program, ["-D", to, "-X", "none", "-c", "fast", "-d", superUrl], options);
  return to;
}

/** Runs one statement on a connection of its own. */
export async function once(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (const until = Date.now() + START_PATIENCE_MS; ; ) {
    try {
      await once(url, "select 1");
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
