import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { databaseHosts } from "#app/config/database-hosts.ts";
import { movedAway } from "#app/db/moved-away.server.ts";
import { connectAlone } from "#app/db/postgres/pool.server.ts";
import { isInUse } from "#app/db/replace.server.ts";
import { Misuse } from "../command/command.ts";

/** Location of a whole installation: a PostgreSQL, or a data folder. */
export interface Place {
  databaseUrl: string | null;
  dataDir: string;
  /** Name for people, without the password. */
  name: string;
}

/**
 * Parses the value of `--to`.
 * @param besides data folder of a PostgreSQL's machine
 */
export function readPlace(text: string, besides: string): Place {
  if (!/^[a-z0-9+]+:\/\//i.test(text))
    return { databaseUrl: null, dataDir: resolve(text), name: resolve(text) };
  const [url] = databaseHosts(text);
  // The text is not repeated: it may hold a password.
  if (!url) throw new Misuse("--to is neither a folder nor the address of a PostgreSQL");
  return { databaseUrl: text, dataDir: resolve(besides), name: nameOf(url) };
}

/** Returns the place that the settings of this process name. */
export function placeOf({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): Place {
  const [url] = databaseHosts(databaseUrl ?? "");
  return { databaseUrl, dataDir, name: url ? nameOf(url) : resolve(dataDir) };
}

const nameOf = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}${port ? `:${port}` : ""}${pathname}`;
};

/** Longest time that a server takes to notice closed connections of this process. */
const CLOSED_WITHIN_MS = 5_000;

/** @throws while a site runs there. Called while this process has it closed. */
export async function refuseWhileItRuns({ databaseUrl, dataDir, name }: Place): Promise<void> {
  const runs = new Error(`The site runs on ${name}: stop it first, on every machine`);
  const control = join(dataDir, "control.sqlite");
  if (!databaseUrl) {
    if (existsSync(control) && isInUse(control)) throw runs;
    return;
  }
  for (const until = Date.now() + CLOSED_WITHIN_MS; ; await setTimeout(100)) {
    const [row] = await ask(
      databaseUrl,
      `select count(*)::int as n from pg_stat_activity where datname = current_database()
        and application_name like 'goodside %' and pid <> pg_backend_pid()`,
    );
    if (row?.n === 0) return;
    if (Date.now() > until) throw runs;
  }
}

/** Runs one statement on a connection of its own. */
export async function ask(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connectAlone(databaseUrl, { application_name: "goodside-move" });
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the place that everything was moved to; null if nothing was moved. */
export async function movedTo({ databaseUrl, dataDir }: Place): Promise<string | null> {
  if (!databaseUrl) {
    const mark = movedAway(dataDir);
    return existsSync(mark) ? readFileSync(mark, "utf8").trim() : null;
  }
  const [there] = await ask(
    databaseUrl,
    `select 1 from information_schema.columns where table_schema = 'control' and table_name = 'changes'
      and column_name = 'closed'`,
  );
  const [row] = there ? await ask(databaseUrl, "select closed from control.changes") : [];
  return (row?.closed as string | null | undefined) ?? null;
}
