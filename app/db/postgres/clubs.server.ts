import { sql } from "kysely";
import type pg from "pg";
import { nowIso } from "#app/runtime/clock.server.ts";
import type { ClubDb, ClubSchema, ClubTable } from "../club/schema.ts";
import { ClubUnavailable } from "../club-unavailable.server.ts";
import type { ClubLease, Clubs } from "../clubs.server.ts";
import { inTransaction } from "../engine.server.ts";
import { kyselyOverPostgres } from "./driver.server.ts";
import { readOnce } from "./pool.server.ts";

/** Handles that are kept: each is a few objects. */
const MOST_HANDLES = 1_000;

/** The clubs' rows in one PostgreSQL database: a club's handle sees and writes its own. */
export class ClubRows implements Clubs {
  readonly folder = null;
  readonly #pool: pg.Pool;
  /** In order of last use; those that were found. */
  readonly #handles = new Map<string, ClubDb>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get openCount(): number {
    return this.#handles.size;
  }

  async lease(code: string): Promise<ClubLease> {
    const db = this.#handles.get(code) ?? (await this.#open(code));
    this.#handles.delete(code);
    this.#handles.set(code, db);
    const [oldest] = this.#handles.keys();
    if (this.#handles.size > MOST_HANDLES && oldest !== undefined) this.#handles.delete(oldest);
    return { db, release: () => {} };
  }

  async use<Result>(code: string, work: (db: ClubDb) => Promise<Result>): Promise<Result> {
    return work((await this.lease(code)).db);
  }

  async create(club: ClubTable): Promise<boolean> {
    return inTransaction(this.#handle(club.code), async (tx) => {
      const { numAffectedRows = 0n } = await sql`insert into stored_clubs (club_code, stored_at)
        values (${club.code}, ${nowIso()}) on conflict do nothing`.execute(tx);
      if (numAffectedRows === 0n) return false;
      await tx.insertInto("club").values(club).execute();
      return true;
    });
  }

  async has(code: string): Promise<boolean> {
    const { rowCount } = await readOnce(this.#pool, "select 1 from stored_clubs where club_code = $1", [
      code,
    ]);
    return (rowCount ?? 0) > 0;
  }

  async erase(code: string): Promise<void> {
    this.#handles.delete(code);
    const tables = await tablesOf(this.#pool);
    await inTransaction(this.#handle(code), async (tx) => {
      await sql`select set_config('goodside.erased_club', ${code}, true)`.execute(tx);
      // What a trigger writes while its table is emptied goes at the second turn.
      for (const table of [...tables, ...tables])
        await sql`delete from ${sql.table(table)} where club_code = ${code}`.execute(tx);
      await sql`delete from stored_clubs where club_code = ${code}`.execute(tx);
    });
  }

  async count(code: string): Promise<Record<string, number>> {
    const tables = await tablesOf(this.#pool);
    return this.use(code, async (db) => {
      const counts = tables.map(
        (table) => sql<{ name: string; n: number }>`select ${sql.lit(table)} as name, count(*) as n
          from ${sql.table(table)} where club_code = ${code}`,
      );
      const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(
        db,
      );
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
    });
  }

  async codes(): Promise<string[]> {
    const { rows } = await readOnce<{ club_code: string }>(
      this.#pool,
      "select club_code from stored_clubs order by club_code",
    );
    return rows.map(({ club_code }) => club_code);
  }

  /** Rows are not replaced as files are. */
  fileOf(): null {
    return null;
  }
  takeDown(): void {}
  sweep(): void {}
  async close(): Promise<void> {
    this.#handles.clear();
  }

  async #open(code: string): Promise<ClubDb> {
    if (!/^[a-z0-9]{1,80}$/.test(code) || !(await this.has(code)))
      throw new ClubUnavailable(`There is no club ${JSON.stringify(code)}`, code, "missing");
    return this.#handle(code);
  }

  #handle(code: string): ClubDb {
    return kyselyOverPostgres<ClubSchema>(this.#pool, code);
  }
}

/** All tables of clubs' rows, each before those that it refers to. */
async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; before: string[] }>(
    `select t.relname as name, array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid) as before
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'club_code'
      where t.relnamespace = 'club'::regnamespace and t.relkind in ('r', 'p') and t.relname <> 'stored_clubs'
      order by t.relname`,
  );
  const ordered: string[] = [];
  const place = (name: string) => {
    if (ordered.includes(name)) return;
    for (const other of rows) if (other.before.includes(name)) place(other.name);
    ordered.push(name);
  };
  for (const { name } of rows) place(name);
  return ordered;
}
