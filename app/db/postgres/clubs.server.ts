import { sql } from "kysely";
import type pg from "pg";
import { nowIso } from "#app/runtime/clock.server.ts";
import type { ClubDb, ClubSchema, ClubTable, ClubTx } from "../club/schema.ts";
import { ClubUnavailable } from "../club-unavailable.server.ts";
import type { ClubLease, Clubs } from "../clubs.server.ts";
import { inTransaction } from "../engine.server.ts";
import { differing, hashesOf, tablesOfFile } from "../whole-tables.server.ts";
import { addCopiedRows, tablesIn } from "./copied-rows.server.ts";
import { kyselyOverPostgres } from "./driver.server.ts";
import { ask, borrow } from "./pool.server.ts";

/** Handles that are kept: each is a few objects. */
const MOST_HANDLES = 1_000;

/** The clubs' rows in one PostgreSQL database: a club's handle sees and writes its own. */
export class ClubRows implements Clubs {
  readonly folder = null;
  readonly #pool: pg.Pool;
  /** Handles in order of last use. */
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
    const { rowCount } = await ask(this.#pool, "select 1 from stored_clubs where club_code = $1", [code]);
    return (rowCount ?? 0) > 0;
  }

  async erase(code: string): Promise<void> {
    this.#handles.delete(code);
    await inTransaction(this.#handle(code), async (tx) => {
      await removeRows(tx, code);
      await sql`delete from stored_clubs where club_code = ${code}`.execute(tx);
    });
  }

  /**
   * Puts all rows of a club's file in the place of those that the club has here, if any.
   * @throws where a row is not the same here; then nothing was changed
   */
  async replace(code: string, file: ClubDb): Promise<void> {
    const tables = await tablesOfFile(file);
    await inTransaction(this.#handle(code), async (tx) => {
      await removeRows(tx, code);
      await sql`insert into stored_clubs (club_code, stored_at) values (${code}, ${nowIso()})
        on conflict do nothing`.execute(tx);
      await addCopiedRows(tx, "club", file, tables);
      const changed = differing(await hashesOf(file, tables), await hashesOf(tx, tables));
      if (changed.length > 0)
        throw new Error(`${code.toUpperCase()}: not the same in PostgreSQL: ${changed.join(", ")}`);
    });
  }

  /** Loads why a club takes no changes; null where it does. */
  async closed(code: string): Promise<string | null> {
    const { rows } = await ask<{ closed: string | null }>(
      this.#pool,
      "select closed from stored_clubs where club_code = $1",
      [code],
    );
    return rows[0]?.closed ?? null;
  }

  /** Stops a club's changes from now on, or (null) allows them again. Waits for those under way. */
  async setClosed(code: string, why: string | null): Promise<void> {
    await this.#pool.query(
      "update stored_clubs set closed = $2 where club_code = $1 and closed is distinct from $2",
      [code, why],
    );
  }

  /** Deletes all data of a club that takes no changes any more. */
  async eraseClosed(code: string): Promise<void> {
    this.#handles.delete(code);
    const tables = await tablesIn(this.#handle(code), "club");
    const client = await borrow(this.#pool);
    try {
      await client.query("begin");
      await client.query(
        "select set_config('goodside.club', $1, true), set_config('goodside.erased_club', $1, true)",
        [code],
      );
      for (const table of [...tables, ...tables])
        await client.query(`delete from "${table}" where club_code = $1`, [code]);
      await client.query("delete from stored_clubs where club_code = $1 and closed is not null", [code]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  async count(code: string): Promise<Record<string, number>> {
    return this.use(code, async (db) => {
      const tables = await tablesIn(db, "club");
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
    const { rows } = await ask<{ club_code: string }>(
      this.#pool,
      "select club_code from stored_clubs order by club_code",
    );
    return rows.map(({ club_code }) => club_code);
  }

  /** Returns null: rows are not replaced as files are. */
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
    return kyselyOverPostgres<ClubSchema>(this.#pool, code);
  }

  /** Returns the handle of a club, also before its first row. */
  #handle(code: string): ClubDb {
    return kyselyOverPostgres<ClubSchema>(this.#pool, code, { makes: true });
  }
}

async function removeRows(tx: ClubTx, code: string): Promise<void> {
  const tables = await tablesIn(tx, "club");
  await sql`select set_config('goodside.erased_club', ${code}, true)`.execute(tx);
  // A second turn deletes what triggers write while their tables are emptied.
  for (const table of [...tables, ...tables])
    await sql`delete from ${sql.table(table)} where club_code = ${code}`.execute(tx);
}
