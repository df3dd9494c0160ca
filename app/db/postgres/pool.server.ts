import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { databaseHosts } from "#app/config/database-hosts.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { DatabaseUnavailable, explained, isBroken } from "./trouble.server.ts";

/** Connections of one process: a page reads on several at once, and a change keeps one until it is committed. */
export const CONNECTIONS = { control: 10, club: 20, files: 5 } as const;
/** Longest wait, as for a file: for a connection, for a lock, and for a server that takes over from another. */
export const PATIENCE_MS = 10_000;
const CONNECT_MS = 5_000;
/** Longest pause within a transaction: it blocks others for a process that is gone or hangs. */
const IDLE_IN_TRANSACTION_MS = MINUTE_MS;

/** Settings of every connection: each wait ends with an error. */
const SETTINGS = {
  lock_timeout: PATIENCE_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
};

/**
 * Opens a pool over the control tables, the clubs' or the files, each of its own: none waits for a connection of
 * another. Its `connect` and `query` go to the server that is written to: see `borrow` and `ask`.
 */
export function openPool(databaseUrl: string, schema: keyof typeof CONNECTIONS): pg.Pool {
  const urls = databaseHosts(databaseUrl);
  let current = 0;
  /** Connects to the server that was written to last. */
  class Client extends pg.Client {
    constructor(given: pg.ClientConfig) {
      super({ ...given, connectionString: urls[current % urls.length] });
    }
  }
  const settings = Object.entries({ search_path: `${schema},public`, ...SETTINGS })
    .map(([name, value]) => `set ${name} = ${value}`)
    .join("; ");
  const pool = new pg.Pool({
    Client: Client as typeof pg.Client,
    max: CONNECTIONS[schema],
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: PATIENCE_MS,
    application_name: `goodside ${schema}`,
    // Sent after connecting, since a pooler in session mode would refuse it before.
    onConnect: (client) => client.query(settings),
    types: RESULT_TYPES,
  });
  // A connection that breaks while idle is replaced by the next one that is asked for.
  pool.on("error", () => {});
  // One that breaks between two statements of its borrower fails the next of them, not the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  const connect = pool.connect.bind(pool);
  servers.set(pool, {
    names: urls.map(hostOf).join(", "),
    connect: () => connect(),
    current: () => current,
    leave: (failed) => {
      // Others may have left it already.
      if (failed === current) current += 1;
    },
  });
  return Object.assign(pool, {
    connect: () => borrow(pool),
    query: (query: string | pg.QueryConfig, values?: unknown[]) => ask(pool, query, values),
  }) as pg.Pool;
}

interface Servers {
  names: string;
  connect(): Promise<pg.PoolClient>;
  current(): number;
  leave(failed: number): void;
}

/** Servers of a pool: the one its connections go to, and the way to the next. */
const servers = new WeakMap<pg.Pool, Servers>();
/** Connections known to reach a server that takes writes. */
const writable = new WeakSet<pg.PoolClient>();

/**
 * Borrows a connection to the server that is written to, waiting while another takes over.
 * @throws DatabaseUnavailable; nothing was done
 */
export async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  const until = performance.now() + PATIENCE_MS;
  for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
    let client: pg.PoolClient | undefined;
    const known = servers.get(pool);
    const server = known?.current() ?? 0;
    try {
      client = await (known ?? pool).connect();
      if (writable.has(client)) return client;
      await refuseStandby(client);
      writable.add(client);
      return client;
    } catch (error) {
      client?.release(true);
      if (isRefused(error)) throw error;
      // If the pool is full, all its connections are merely in use.
      if (pool.totalCount < (pool.options.max ?? 1)) known?.leave(server);
      if (performance.now() + wait > until)
        throw new DatabaseUnavailable(`No connection to ${known?.names ?? "PostgreSQL"}`, error);
      await setTimeout(wait * (0.5 + Math.random()));
    }
  }
}

/** @throws where a server only reads */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("show transaction_read_only");
  if (rows[0]?.transaction_read_only !== "off") throw new DatabaseUnavailable("This server is a standby");
}

/**
 * Opens a connection beside the pools, to the server that is written to; it is not replaced where it breaks.
 * @throws where none of the servers is
 */
export async function connectAlone(databaseUrl: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  let failure: unknown;
  const urls = databaseHosts(databaseUrl);
  for (const connectionString of urls) {
    const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...config, connectionString });
    client.on("error", () => {});
    try {
      await client.connect();
      await refuseStandby(client);
      return client;
    } catch (error) {
      failure = error;
      await client.end().catch(() => {});
    }
  }
  if (isRefused(failure)) throw failure;
  throw new DatabaseUnavailable(`No connection to ${urls.map(hostOf).join(", ")}`, failure);
}

/** Returns an address's host and port, without the password. */
export const hostOf = (url: string): string => {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || "5432"}`;
};

/** Tells whether the server refused for good, for a wrong password, role or database: waiting does not help. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(28...|3D000)$/.test(String(error.code));

/**
 * Runs one statement on a connection of its own, and again on a new one where it breaks: a change may be made twice.
 * @throws DatabaseUnavailable
 */
export async function ask<Row>(
  pool: pg.Pool,
  query: string | pg.QueryConfig,
  values?: unknown[],
): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
  for (let fresh = 0; ; ) {
    const client = await borrow(pool);
    if (isFresh(client)) fresh += 1;
    let broken = false;
    try {
      return await client.query<Row & pg.QueryResultRow>(query as string, values);
    } catch (error) {
      broken = isBroken(error);
      if (!broken || fresh > 1) throw explained(error);
    } finally {
      client.release(broken);
    }
  }
}

const lentBefore = new WeakSet<pg.PoolClient>();

/**
 * Tells whether a connection is lent for the first time: if an older one breaks, the others in the pool are likely to
 * be broken too, which does not count as a second failure.
 */
export function isFresh(client: pg.PoolClient): boolean {
  if (lentBefore.has(client)) return false;
  lentBefore.add(client);
  return true;
}

const { builtins } = pg.types;

/** Parsers that give SQLite's values: numbers as numbers, and true as 1. Times and JSON are text in both engines. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.JSON, String],
  [builtins.BOOL, (text) => (text === "t" ? 1 : 0)],
]);

const RESULT_TYPES = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};
