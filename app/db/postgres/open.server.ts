import type pg from "pg";
import { env } from "#app/config/env.server.ts";
import type { Clubs } from "../clubs.server.ts";
import type { ControlDb, ControlSchema } from "../control/schema.ts";
import { refuseNewer } from "../releases.server.ts";
import { ClubRows } from "./clubs.server.ts";
import { kyselyOverPostgres } from "./driver.server.ts";
import { applyOnPostgres, postgresMigrations, sharedMigrations } from "./migrations.server.ts";
import { ask, borrow, openPool } from "./pool.server.ts";

/** Migration that lets a database be closed. */
const MOVING = "005-moving";

export interface Database {
  control: ControlDb;
  clubs: Clubs;
  /** Returns what is missing before it can be used; `closed` names the place that everything was moved to. */
  state(): Promise<{ pending: string[]; bypasses: string | null; closed: string | null }>;
  migrate(): Promise<void>;
  /** Tells whether it has nothing of ours yet. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a PostgreSQL database with everything of an installation; nothing is asked of it yet. */
export function openDatabase(databaseUrl: string): Database {
  const control = openPool(databaseUrl, "control");
  const clubs = openPool(databaseUrl, "club");
  return {
    control: kyselyOverPostgres<ControlSchema>(control, null),
    clubs: new ClubRows(clubs),
    state: async () => {
      const pending = await pendingInPostgres(control);
      const bypasses =
        (await whatBypasses(control)) ??
        ((await isSharedByPooler(control)) ? "a pooler in transaction mode stands before it" : null);
      if (pending.includes(MOVING)) return { pending, bypasses, closed: null };
      const { rows } = await control.query<{ closed: string | null }>("select closed from changes");
      return { pending, bypasses, closed: rows[0]?.closed ?? null };
    },
    migrate: async () => {
      await migratePostgres(control);
    },
    isEmpty: async () => {
      const { rows } = await control.query("select to_regnamespace('control') is null as empty");
      return Boolean(rows[0]?.empty);
    },
    close: async () => {
      await Promise.all([control.end(), clubs.end()]);
    },
  };
}

/** Opens the clubs' rows for a thread of its own; closing it closes its connections. */
export function openClubRows(): Clubs {
  const { databaseUrl } = env();
  if (!databaseUrl) throw new Error("DATABASE_URL is not set");
  const pool = openPool(databaseUrl, "club");
  const clubs = new ClubRows(pool);
  return Object.assign(clubs, { close: () => pool.end() });
}

/** Lock that lets one process migrate at a time. */
const LOCK = "select pg_advisory_xact_lock(3, 0)";
/** Oldest server: the schema needs `on delete set null` of one column, and extensions that an owner may create. */
export const OLDEST_SERVER = 150_000;

/** Brings the database up to date, each migration in a transaction of its own. @returns how many were applied */
async function migratePostgres(pool: pg.Pool): Promise<number> {
  const client = await borrow(pool);
  let applied = 0;
  try {
    await client.query(
      "create table if not exists public.migrations (name text primary key, applied_at timestamptz not null default now())",
    );
    const shared = await sharedMigrations();
    for (const name of postgresMigrations) {
      await client.query(`begin; ${LOCK}`);
      // Asked under the lock: another process may have been faster.
      const { rowCount } = await client.query("select 1 from public.migrations where name = $1", [name]);
      if (rowCount === 0) {
        await applyOnPostgres(client, name, shared);
        await client.query("insert into public.migrations (name) values ($1)", [name]);
        applied += 1;
      }
      await client.query("commit");
    }
    return applied;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Loads the names of pending migrations. @throws DataIsNewer, or an error where the server is too old */
export async function pendingInPostgres(pool: pg.Pool): Promise<string[]> {
  const { rows: server } = await ask<{ version: number }>(
    pool,
    "select current_setting('server_version_num')::int as version",
  );
  if ((server[0]?.version ?? 0) < OLDEST_SERVER) throw new Error("PostgreSQL 15 or newer is needed");
  const { rows: table } = await ask<{ there: number }>(
    pool,
    "select to_regclass('public.migrations') is not null as there",
  );
  const names = [...postgresMigrations];
  if (!table[0]?.there) return names;
  const { rows } = await ask<{ name: string }>(pool, "select name from public.migrations");
  const applied = rows.map(({ name }) => name);
  refuseNewer(applied, names);
  return names.filter((name) => !applied.includes(name));
}

/** Returns what lets a connection see other clubs' rows; null for nothing. */
export async function whatBypasses(pool: pg.Pool): Promise<string | null> {
  const { rows } = await ask<{ rolname: string; bypasses: number }>(
    pool,
    "select rolname, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user",
  );
  return rows[0]?.bypasses ? `the role ${rows[0].rolname} bypasses row-level security` : null;
}

/**
 * Tells whether a pooler in between gives each transaction another connection of the server (transaction mode): the
 * club that one connection was given would apply to another one's queries.
 */
export async function isSharedByPooler(pool: pg.Pool): Promise<boolean> {
  const clients = [await borrow(pool), await borrow(pool)] as const;
  const [one, other] = clients;
  const backend = async () => (await one.query("select pg_backend_pid() as pid")).rows[0]?.pid;
  try {
    const before = await backend();
    // In transaction mode this takes the connection that the first one has just left.
    await other.query("begin");
    await other.query("select 1");
    const after = await backend();
    await other.query("rollback");
    return before !== after;
  } finally {
    for (const client of clients) client.release();
  }
}
