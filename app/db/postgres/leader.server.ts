import { hostname } from "node:os";
import type pg from "pg";
import { log } from "#app/observability/log.server.ts";
import { serving } from "../releases.server.ts";
import { connectAlone } from "./pool.server.ts";

/**
 * Election among the jobs processes of all machines: the leader does the periodic work and delivers the clubs' events,
 * and all of them run jobs. Both are safe to do twice; a leader saves the duplicate work.
 */
export interface Leadership {
  leads(): boolean;
  stop(): Promise<void>;
}

/** The lock that the leader's connection holds: with the connection it is free. */
const TRY = "select pg_try_advisory_lock(4, 0) as held";
/** Interval at which others try to lead, and the leader checks its connection. */
const LOOK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 5_000;
/** The name by which connections of jobs processes are found. */
const NAME = "goodside jobs";

/** With files there is one jobs process, which leads. */
const ALONE: Leadership = { leads: () => true, stop: async () => {} };

/** Tries to lead until it does, again after a lost connection; `stop` hands over. */
export function standForLeader(databaseUrl: string | null): Leadership {
  if (!databaseUrl) return ALONE;
  let client: pg.Client | null = null;
  let leads = false;
  let stopped = false;
  let looking = Promise.resolve();

  const leave = async (left: pg.Client | null) => {
    if (left !== client) return;
    client = null;
    if (leads) log.warn({ event: "jobs leader", leads: false }, "this jobs process leads no longer");
    leads = false;
    await left?.end().catch(() => {});
  };
  const look = async () => {
    try {
      client ??= await connect(databaseUrl, (lost) => void leave(lost));
      if (leads) await client.query("select 1");
      else {
        const { rows } = await client.query<{ held: boolean }>(TRY);
        leads = rows[0]?.held === true && client !== null;
        if (leads) log.info({ event: "jobs leader", leads: true }, "this jobs process leads");
      }
    } catch {
      // The database is away, or another one leads from now on.
      await leave(client);
    }
  };
  const timer = setInterval(() => {
    looking = looking.then(() => (stopped ? undefined : look()));
  }, LOOK_EVERY_MS);
  looking = look();
  return {
    leads: () => leads,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking;
      leads = false;
      await client?.end().catch(() => {});
    },
  };
}

async function connect(databaseUrl: string, lost: (client: pg.Client) => void): Promise<pg.Client> {
  const client = await connectAlone(databaseUrl, {
    // PostgreSQL keeps 63 characters of it.
    application_name: `${NAME} ${serving()} process ${process.pid} on ${hostname()}`,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    // The server does not notice a machine without power for 2 hours; with these settings for some 15 s.
    options: "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3",
  });
  client.on("error", () => lost(client));
  client.on("end", () => lost(client));
  return client;
}

/** Lists how the connected jobs processes describe themselves; each runs beside the web processes of its machine. */
export async function jobsProcesses(database: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows } = await database.query<{ said: string }>(
    `select application_name as said from pg_stat_activity
      where application_name like $1 and datname = current_database() order by application_name`,
    [`${NAME}%`],
  );
  return rows.map(({ said }) => said);
}
