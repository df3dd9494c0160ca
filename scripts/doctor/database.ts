import pg from "pg";
import { databaseHosts } from "#app/config/database-hosts.ts";
import type { Env } from "#app/config/env.server.ts";
import { jobsProcesses } from "#app/db/postgres/leader.server.ts";
import {
  isSharedByPooler,
  OLDEST_SERVER,
  openDatabase,
  pendingInPostgres,
  whatBypasses,
} from "#app/db/postgres/open.server.ts";
import { CONNECTIONS, hostOf, openPool } from "#app/db/postgres/pool.server.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";
import { ofQueue, pastMarksIn } from "./work.ts";

/** Lag above which a standby would lose too much when it takes over. */
const LAG_WARN_SECONDS = 10;
/** Connections reserved for a doctor, a backup, an operator. */
const SPARE_CONNECTIONS = 5;
const HOST_ANSWERS_WITHIN_MS = 5_000;

/** Examines the database of an installation; changes nothing. */
export async function ofDatabase({ databaseUrl, production, webWorkers }: Env): Promise<Finding[]> {
  if (!databaseUrl) return [];
  const hosts = await ofHosts(databaseUrl);
  if (!hosts.usable) return hosts.found;
  const pool = openPool(databaseUrl, "control");
  try {
    const { found, usable } = await ofServer(pool, production);
    const server = [...hosts.found, ...found];
    if (!usable) return server;
    const role = await whatBypasses(pool);
    const pending = await pendingInPostgres(pool);
    const findings = [
      ...server,
      role
        ? wrong("role", `${role}: nothing would keep the clubs apart`, "alter role … nosuperuser nobypassrls")
        : ok("role", "row-level security binds it"),
      ...((await isSharedByPooler(pool))
        ? [
            wrong(
              "pooler",
              "one in transaction mode stands before the database: nothing would keep the clubs apart",
              "session mode, or the server itself in DATABASE_URL",
            ),
          ]
        : []),
      pending.length > 0
        ? wrong("migrations", `waiting for ${pending.join(", ")}`, "npm run migrate")
        : ok("migrations", "the database is of this release"),
      await ofConnections(pool, webWorkers),
      ...(await ofReplication(pool, production)),
    ];
    if (pending.length > 0) return findings;
    const [policies, closed, jobs] = [await ofPolicies(pool), await ofClosed(pool), await ofJobs(pool)];
    return [...findings, policies, ...closed, jobs, ...(await ofRows(databaseUrl))];
  } finally {
    await pool.end();
  }
}

/**
 * Checks each server of several: whether it answers, and which of them is written to.
 * @returns usable: whether one is
 */
async function ofHosts(databaseUrl: string): Promise<{ found: Finding[]; usable: boolean }> {
  return judgeHosts(await Promise.all(databaseHosts(databaseUrl).map(askHost)));
}

export function judgeHosts(hosts: { name: string; state: string }[]): { found: Finding[]; usable: boolean } {
  const primaries = hosts.filter(({ state }) => state === "primary");
  const usable = hosts.some(({ state }) => state === "primary");
  const isStandby = !usable && hosts.some(({ state }) => state === "standby");
  const standby =
    hosts.length > 1
      ? {
          says: `none of its ${hosts.length} servers is written to`,
          todo: "promote one, or name the primary in DATABASE_URL",
        }
      : { says: "it is a standby", todo: "name the primary in DATABASE_URL" };
  const found = hosts.map(({ name, state }) => {
    if (state === "primary" && primaries.length > 1)
      return wrong(
        "server",
        `${name} is one of ${primaries.length} that are written to: each holds what the others lack`,
        "stop the one that was replaced, and make a new standby of it",
      );
    if (state === "primary") return ok("server", `${name} is written to`);
    if (state === "standby") return ok("server", `${name} is a standby`);
    return warn("server", `${name} does not answer: ${state}`, "start it, or make a new standby of it");
  });
  return {
    usable,
    found: [
      ...(found.length > 1 || (!usable && !isStandby) ? found : []),
      ...(isStandby ? [wrong("database", `${standby.says}: every change is refused`, standby.todo)] : []),
      ...(usable || isStandby
        ? []
        : [wrong("database", "no server answers", "start PostgreSQL, or correct DATABASE_URL")]),
    ],
  };
}

/** @returns state: primary, standby, or why it does not answer */
async function askHost(url: string): Promise<{ name: string; state: string }> {
  const name = hostOf(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: HOST_ANSWERS_WITHIN_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    return { name, state: rows[0]?.standby ? "standby" : "primary" };
  } catch (error) {
    return { name, state: (error instanceof Error ? error.message.split("\n")[0] : undefined) ?? "?" };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the newest times that the database records, for checking the clock. */
export async function marksInDatabase(databaseUrl: string): Promise<{ what: string; at: Date }[]> {
  const open = openDatabase(databaseUrl);
  try {
    return (await open.state()).pending.length > 0 ? [] : await pastMarksIn(open.control);
  } finally {
    await open.close();
  }
}

/** @returns usable: whether further checks can run */
export async function ofServer(
  pool: Pick<pg.Pool, "query">,
  production: boolean,
): Promise<{ found: Finding[]; usable: boolean }> {
  const { rows } = await pool.query<{
    version: string;
    number: number;
    encoding: string;
    collation: string;
    standby: number;
    fsync: string;
    commits: string;
  }>(`select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number, pg_encoding_to_char(encoding) as encoding,
      datcollate as collation, pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits
    from pg_database where datname = current_database()`);
  const [server] = rows;
  if (!server) return { found: [], usable: false };
  const { version, number, encoding, collation, standby, fsync, commits } = server;
  const isOld = number < OLDEST_SERVER;
  const found = [
    isOld
      ? wrong(
          "database",
          `PostgreSQL ${version} is too old: 15 or newer is needed`,
          "pg_upgrade, or a dump that is restored into a newer server",
        )
      : ok("database", `PostgreSQL ${version}`),
    encoding === "UTF8" && collation === "C"
      ? ok("database", "UTF8, ordered as the files are (C)")
      : wrong(
          "database",
          `its encoding is ${encoding} and its locale ${collation}, not UTF8 and C`,
          "dump it, and restore it into one made with: template template0 encoding 'UTF8' locale 'C'",
        ),
    ...(standby
      ? [wrong("database", "it is a standby: every change is refused", "name the primary in DATABASE_URL")]
      : []),
    ...(fsync === "off" || commits === "off"
      ? [
          (production ? wrong : warn)(
            "database",
            `${fsync === "off" ? "fsync" : "synchronous_commit"} is off: a power cut loses what was acknowledged`,
            "turn it on",
          ),
        ]
      : []),
  ];
  return { found, usable: !isOld && !standby };
}

/** Checks that each table of clubs' rows shows a connection only its own club's. */
async function ofPolicies(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string }>(`select t.relname as name from pg_class t
    where t.relnamespace = 'club'::regnamespace and t.relkind in ('r', 'p') and t.relname <> 'stored_clubs'
      and not (t.relrowsecurity and t.relforcerowsecurity
        and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'club_code' and a.attnotnull)
        and exists (select from pg_policy p where p.polrelid = t.oid and p.polcmd = '*'))
    order by 1`);
  return rows.length === 0
    ? ok("policies", "every table of the clubs' rows has its own, and forces it")
    : wrong(
        "policies",
        `missing, or not forced, for ${rows.map(({ name }) => name).join(", ")}: clubs see each other's rows there`,
        "stop the site, and compare with migrations/postgres",
      );
}

/** Lists installations and clubs that are closed because they were moved. */
async function ofClosed(pool: pg.Pool): Promise<Finding[]> {
  const { rows: all } = await pool.query<{ closed: string | null }>("select closed from control.changes");
  if (all[0]?.closed) return [wrong("database", `everything was moved to ${all[0].closed}`, "start that")];
  const { rows } = await pool.query<{ code: string }>(
    "select upper(club_code) as code from club.stored_clubs where closed is not null order by 1",
  );
  return rows.length === 0
    ? []
    : [
        warn(
          "clubs",
          `being moved: ${rows.map(({ code }) => code).join(", ")}`,
          "npm run club -- move CODE --to …, again, where none runs",
        ),
      ];
}

async function ofConnections(pool: pg.Pool, webWorkers: number): Promise<Finding> {
  const { rows } = await pool.query<{ most: number }>(
    "select current_setting('max_connections')::int as most",
  );
  const most = rows[0]?.most ?? 0;
  // The web processes, the jobs process and the supervisor; the jobs process has one more.
  const needed =
    (webWorkers + 2) * Object.values(CONNECTIONS).reduce((sum, n) => sum + n, 0) + 1 + SPARE_CONNECTIONS;
  return needed <= most
    ? ok("connections", `${most} are allowed, and this machine takes up to ${needed}`)
    : warn(
        "connections",
        `${most} are allowed, and this machine takes up to ${needed}`,
        "raise max_connections; every other machine adds as many",
      );
}

async function ofReplication(pool: pg.Pool, production: boolean): Promise<Finding[]> {
  const { rows } = await pool.query<{
    name: string;
    state: string | null;
    sync: string | null;
    lag: number | null;
  }>(
    `select coalesce(application_name, '?') as name, state, sync_state as sync,
      extract(epoch from coalesce(replay_lag, '0')) as lag from pg_stat_replication order by 1`,
  );
  if (rows.length === 0)
    return production
      ? [warn("standby", "none is connected: what this server loses is lost", "docs/durability.md says how")]
      : [];
  return rows.map(({ name, state, sync, lag }) => {
    if (state === null)
      return warn("standby", `${name} cannot be looked at by this role`, "grant pg_read_all_stats to it");
    const behind = `${name} is ${Math.round(lag ?? 0)} s behind (${sync})`;
    if (state !== "streaming")
      return wrong("standby", `${name} does not follow: ${state}`, "look at its log");
    if ((lag ?? 0) > LAG_WARN_SECONDS)
      return warn("standby", behind, "it would lose this much where it takes over");
    return sync === "async"
      ? warn(
          "standby",
          behind,
          "name it in synchronous_standby_names: else a commit may be lost where it takes over",
        )
      : ok("standby", behind);
  });
}

async function ofJobs(pool: pg.Pool): Promise<Finding> {
  const n = (await jobsProcesses(pool)).length;
  return n === 0
    ? warn("jobs", "no jobs process is connected: mail and boards wait", "npm start")
    : ok("jobs", `${n} jobs ${n === 1 ? "process is" : "processes are"} connected`);
}

async function ofRows(databaseUrl: string): Promise<Finding[]> {
  const open = openDatabase(databaseUrl);
  try {
    const stored = new Set(await open.clubs.codes());
    const clubs = await open.control.selectFrom("clubs").select(["code", "status"]).execute();
    const lacking = clubs.filter(({ code, status }) => status !== "creating" && !stored.has(code));
    return [
      lacking.length === 0
        ? ok("clubs", `${clubs.length} have their rows`)
        : wrong(
            "clubs",
            `without rows: ${lacking.map(({ code }) => code.toUpperCase()).join(", ")}`,
            "npm run verify",
          ),
      ...(await ofQueue(open.control)),
    ];
  } finally {
    await open.close();
  }
}
