import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { databaseHosts } from "#app/config/database-hosts.ts";
import { movedAway } from "#app/db/moved-away.server.ts";
import { connectAlone } from "#app/db/postgres/pool.server.ts";
import { isInUse } from "#app/db/replace.server.ts";
import { Misuse } from "../command/command.ts";

/** Where a whole installation is, or goes: a PostgreSQL, or a data folder. */
export interface Place {
  databaseUrl: string | null;
  dataDir: string;
  /** For people: without the password. */
  name: string;
}

/** What `--to` names. @param besides the data folder that a PostgreSQL's machine has besides */
export function readPlace(text: string, besides: string): Place {
  if (!/^[a-z0-9+]+:\/\//i.test(text))
    return { databaseUrl: null, dataDir: resolve(text), name: resolve(text) };
  const [url] = databaseHosts(text);
  // The text is not repeated: it may hold a password.
  if (!url) throw new Misuse("--to is neither a folder nor the address of a PostgreSQL");
  return { databaseUrl: text, dataDir: resolve(besides), name: nameOf(url) };
}

/** The place that the settings of this process name. */
export function placeOf({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): Place {
  const [url] = databaseHosts(databaseUrl ?? "");
  return { databaseUrl, dataDir, name: url ? nameOf(url) : resolve(dataDir) };
}

const nameOf = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}${port ? `:${port}` : ""}${pathname}`;
};

/** How long a server takes to notice connections that this process has closed. */
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

/** One statement on a connection of its own. */
export async function ask(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connectAlone(databaseUrl, { application_name: "goodside-move" });
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Where everything of a place was moved to; null where it is served from. */
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
