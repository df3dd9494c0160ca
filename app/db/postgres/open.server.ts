import { env } from "#app/config/env.server.ts";
import type { Clubs } from "../clubs.server.ts";
import type { ControlDb, ControlSchema } from "../control/schema.ts";
import { ClubRows } from "./clubs.server.ts";
import { kyselyOverPostgres } from "./driver.server.ts";
import { isSharedByPooler, migratePostgres, pendingInPostgres, whatBypasses } from "./migrate.server.ts";
import { openPool } from "./pool.server.ts";

/** With this migration a database can be closed. */
const MOVING = "005-moving";

export interface Database {
  control: ControlDb;
  clubs: Clubs;
  /** What has to be done or mended before it is used; `closed` names where everything was moved to. */
  state(): Promise<{ pending: string[]; bypasses: string | null; closed: string | null }>;
  migrate(): Promise<void>;
  /** Whether nothing of us is in it yet. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

/** A PostgreSQL database with everything of an installation; nothing is asked of it yet. */
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

/** The clubs' rows for a thread of its own; closing it closes its connections. */
export function openClubRows(): Clubs {
  const { databaseUrl } = env();
  if (!databaseUrl) throw new Error("DATABASE_URL is not set");
  const pool = openPool(databaseUrl, "club");
  const clubs = new ClubRows(pool);
  return Object.assign(clubs, { close: () => pool.end() });
}
