import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { openDatabase } from "#app/db/postgres/open.server.ts";
import { compareSoon } from "#app/domain/control/staff-search/searched-rows.server.ts";
import { noteRestore } from "#app/mail/after-restore.server.ts";
import { Misuse } from "../command/command.ts";

const NEEDS_ROLE =
  "a backup reads every club's rows, which the site's role may not: give BACKUP_DATABASE_URL, of a superuser or of a role made by: create role goodside_backup login bypassrls in role pg_read_all_data password '…'";

/**
 * Dumps the whole database as of one moment, while the site runs, into one new file of a folder: `pg_restore` and
 * `npm run restore` read it. The rate limits stay out.
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
    // What cannot be listed cannot be restored.
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
 * Fills an empty database from a dump, in one transaction, and notes that it is an older state: mails that may have gone
 * out since are looked for before they are sent.
 */
export async function restoreDump(
  { databaseUrl, mode }: Pick<Env, "databaseUrl" | "mode">,
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
  await settleOlderState({ databaseUrl, mode }, print);
  print(`${basename(from)} is restored`);
}

/** What an older state of the database needs before it serves: after a dump, or a recovery to a point in time. */
export async function settleOlderState(
  { databaseUrl, mode }: Pick<Env, "databaseUrl" | "mode">,
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
    // Payments since then are missing: without a comparison Stripe is asked within minutes.
    await open.control.deleteFrom("stripe_checks").execute();
    const mails = await noteRestore(open.control);
    await compareSoon(open.control);
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

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

/** Runs a program of PostgreSQL. The connection goes by the environment: arguments show in the list of processes. */
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

/** An address as the variables that libpq reads. */
function libpqOf(address: string): Record<string, string> {
  const url = new URL(address);
  const given: [string, string | null][] = [
    ["PGHOST", url.hostname.replace(/^\[|\]$/g, "") || url.searchParams.get("host")],
    ["PGPORT", url.port || url.searchParams.get("port")],
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
