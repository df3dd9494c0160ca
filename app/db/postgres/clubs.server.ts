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
