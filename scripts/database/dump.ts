import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { databaseHosts } from "#app/config/database-hosts.ts";
import type { Env } from "#app/config/env.server.ts";
import { openDatabase } from "#app/db/postgres/open.server.ts";
import { keyProblem } from "#app/db/storage/key-marks.server.ts";
import { compareSoon } from "#app/domain/control/staff-search/searched-rows.server.ts";
import { noteRestore } from "#app/mail/after-restore.server.ts";
import { Misuse } from "../command/command.ts";

const NEEDS_ROLE =
  "a backup reads every club's rows, which the site's role may not: give BACKUP_DATABASE_URL, of a superuser or of a role made by: create role goodside_backup login bypassrls in role pg_read_all_data password '…'";

/**
 * Dumps the whole database as of one moment, while the site runs, into one new file of a folder: `pg_restore` and `npm
 * run restore` read it. The rate limits are left out.
 * @returns the file's path
 */
export async function dumpDatabase(
  { databaseUrl, backupDatabaseUrl }: Pick<Env, "databaseUrl" | "backupDatabaseUrl">,
  to: string,
  print: (line: string) => void,
): Promise<string> {
  const url = backupDatabaseUrl ?? databaseUrl;
  if (!url) throw new Error("DATABASE_URL is not set");
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const at = new Date().toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  const file = join(to, `goodside-${at}.dump`);
  const aside = `${file}.new`;
  try {
    await run(
      "pg_dump",
      ["--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data", `--file=${aside}`],
      url,
    );
    // A dump that cannot be listed cannot be restored.
    await run("pg_restore", ["--list", aside], url);
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    if (error instanceof Error && /row-level security/.test(error.message)) throw new Error(NEEDS_ROLE);
    throw error;
  }
  print(`${file}: ${Math.ceil(statSync(file).size / 1024).toLocaleString("en-US")} KB, the whole database`);
  return file;
}

/**
 * Fills an empty database from a dump, in one transaction, and marks it as an older state: mails that may have gone out
 * since are searched before they are sent.
 */
export async function restoreDump(
  { databaseUrl, dataDir, mode }: Pick<Env, "databaseUrl" | "dataDir" | "mode">,
  from: string,
  print: (line: string) => void,
): Promise<void> {
  if (!databaseUrl) throw new Error("DATABASE_URL is not set");
  if (!existsSync(from)) throw new Misuse(`There is no file ${from}`);
  await withDatabase(databaseUrl, async (open) => {
    if (!(await open.isEmpty()))
      throw new Error(
        "This database has tables: a dump is restored into a new one only. Create it, name it in DATABASE_URL, and keep the old one until all is well.",
      );
  });
  await run(
    "pg_restore",
    [
      "--no-owner",
      "--no-privileges",
      "--single-transaction",
      "--exit-on-error",
      `--dbname=${databaseOf(databaseUrl)}`,
      from,
    ],
    databaseUrl,
  );
  await settleOlderState({ databaseUrl, dataDir, mode }, print);
  print(`${basename(from)} is restored`);
}

/** Prepares an older state of the database for serving: after a dump, or a recovery to a point in time. */
export async function settleOlderState(
  { databaseUrl, dataDir, mode }: Pick<Env, "databaseUrl" | "dataDir" | "mode">,
  print: (line: string) => void,
): Promise<void> {
  if (!databaseUrl) throw new Error("DATABASE_URL is not set");
  await withDatabase(databaseUrl, async (open) => {
    await open.migrate();
    const made = await open.control
      .selectFrom("meta")
      .select("value")
      .where("key", "=", "mode")
      .executeTakeFirst();
    if (made && made.value !== mode)
      throw new Error(`This database was made in ${made.value} mode, and this is ${mode}`);
    // Payments since then are missing: without a comparison record Stripe is asked within minutes.
    await open.control.deleteFrom("stripe_checks").execute();
    const mails = await noteRestore(open.control);
    await compareSoon(open.control);
    const problem = await keyProblem(open.control, { dataDir });
    if (problem) print(problem);
    print(
      `${mails} ${mails === 1 ? "mail waits" : "mails wait"}: each is looked for at Postmark before it is sent`,
    );
  });
}

async function withDatabase(
  url: string,
  work: (open: ReturnType<typeof openDatabase>) => Promise<void>,
): Promise<void> {
  const open = openDatabase(url);
  try {
    await work(open);
  } finally {
    await open.close();
  }
}

const databaseOf = (address: string) => decodeURIComponent(urlsOf(address)[0].pathname.slice(1));

/**
 * Returns one URL for each server.
 * @throws if the address is invalid
 */
function urlsOf(address: string): [URL, ...URL[]] {
  const [first, ...others] = databaseHosts(address).map((url) => new URL(url));
  if (!first) throw new Error("DATABASE_URL is not the address of a PostgreSQL");
  return [first, ...others];
}

/**
 * Runs a program of PostgreSQL. The connection is passed by the environment: arguments show in the list of processes.
 */
function run(program: string, args: string[], url: string): Promise<void> {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...libpqOf(url) },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ENOENT"
          ? new Error(`${program} is not installed: it comes with Debian's postgresql-client`)
          : error,
      ),
    );
    child.once("close", (status) =>
      status === 0 ? resolve() : reject(new Error(`${program} failed: ${said.trim() || status}`)),
    );
  });
}

/** Converts an address to libpq's variables; of several servers it takes the one that is written to. */
function libpqOf(address: string): Record<string, string> {
  const urls = urlsOf(address);
  const [url] = urls;
  const hosts = urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, "")).join(",");
  const ports = urls.map(({ port }) => port || "5432").join(",");
  const given: [string, string | null][] = [
    ["PGHOST", hosts || url.searchParams.get("host")],
    ["PGPORT", hosts && ports !== "5432" ? ports : url.searchParams.get("port")],
    ["PGTARGETSESSIONATTRS", urls.length > 1 ? "read-write" : null],
    ["PGUSER", url.username],
    ["PGPASSWORD", url.password],
    ["PGDATABASE", url.pathname.slice(1)],
    ["PGSSLMODE", url.searchParams.get("sslmode")],
    ["PGSSLROOTCERT", url.searchParams.get("sslrootcert")],
  ];
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value ? [[name, decodeURIComponent(value)]] : [])),
  );
}
