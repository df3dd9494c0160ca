import { channel } from "node:diagnostics_channel";
import { setTimeout } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type RootOperationNode,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import { noteSlowQuery } from "#app/observability/retries.server.ts";
import { ClubUnavailable } from "../club-unavailable.server.ts";
import { type EngineDriver, HandleOnlyReads, handleOver, refuseInsideOwn } from "../engine.server.ts";
import { CLUB, ClubKeys } from "./club-keys.server.ts";
import { borrow, isFresh, PATIENCE_MS } from "./pool.server.ts";
import { OurPostgresCompiler } from "./query-compiler.server.ts";
import {
  CommitUnknown,
  DatabaseUnavailable,
  explained,
  isBroken,
  isClosed,
  isStale,
} from "./trouble.server.ts";

/** Time of a statement that is worth a line in the log. */
const SLOW_QUERY_MS = 100;
/** Statements that are prepared once in each connection. */
const MOST_PREPARED = 500;

const statements = channel("goodside.statement");

/** Rows that a handle sees: a club's, or (null) the control tables. */
export type Scope = string | null;

const CLUB_KEYS = new ClubKeys();
/** Refuses changes once everything was moved away (migration 005). */
const REFUSE_MOVED = "select refuse_moved()";

/**
 * Returns a handle over the rows of one club, or over the control tables, on a pool whose search path is theirs.
 * @param makes whether it changes rows of a club that is not there yet; others refuse, since the club may have gone
 */
export function kyselyOverPostgres<Schema>(
  pool: pg.Pool,
  scope: Scope,
  { keys = CLUB_KEYS, makes = false }: { keys?: ClubKeys; makes?: boolean } = {},
): Kysely<Schema> {
  return overDriver(new PostgresDriver(pool, scope, { makes }), scope === null ? [] : [keys]);
}

const overDriver = <Schema>(driver: PostgresDriver, plugins: KyselyPlugin[]): Kysely<Schema> =>
  handleOver(
    driver,
    {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new OurPostgresCompiler(),
    },
    plugins,
  );

/**
 * Locks the rows of a club, or the control tables, as `begin immediate` locks a file: a change has them alone until the
 * commit, and reads what was committed before (docs/decisions/026-a-second-engine.md).
 */
class PostgresDriver implements EngineDriver {
  readonly #pool: pg.Pool;
  readonly #scope: Scope;
  readonly #makes: boolean;
  readonly alone: PostgresDriver | undefined;
  #beside: Kysely<unknown> | undefined;

  /** @param options.alone makes it a driver beside others, which takes no lock */
  constructor(
    pool: pg.Pool,
    scope: Scope,
    { makes = false, alone }: { makes?: boolean; alone?: PostgresDriver } = {},
  ) {
    this.#pool = pool;
    this.#scope = scope;
    this.#makes = makes;
    this.alone = alone;
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseInsideOwn(this);
    const [makes, isBeside] = [this.#makes, this.alone !== undefined];
    return new PostgresConnection(this.#pool, this.#scope, { makes, isBeside });
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings) {
    const own = connection as PostgresConnection;
    if (isolationLevel === "repeatable read") await own.beginSnapshot("read only");
    else if (isolationLevel === "snapshot" && this.#scope !== null) await own.beginSnapshot("late");
    else await own.begin();
  }
  async commitTransaction(connection: DatabaseConnection) {
    await (connection as PostgresConnection).commit();
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await (connection as PostgresConnection).rollback();
  }
  async releaseConnection(connection: DatabaseConnection) {
    (connection as PostgresConnection).release();
  }
  async destroy() {}

  refuseWrite(query: CompiledQuery): void {
    if (changes(query)) throw new HandleOnlyReads("This handle only reads");
  }

  another<Schema>(): Kysely<Schema> {
    return kyselyOverPostgres<Schema>(this.#pool, this.#scope);
  }

  async stamp(): Promise<string> {
    const connection = (await this.acquireConnection()) as PostgresConnection;
    try {
      return await connection.stamp();
    } finally {
      connection.release();
    }
  }

  isStale(error: unknown): boolean {
    return isStale(error);
  }

  /** Returns the control tables' handle; undefined for a club, whose rules expect a file that is locked whole. */
  beside<Schema>(): Kysely<Schema> | undefined {
    if (this.#scope !== null) return undefined;
    this.#beside ??= overDriver(new PostgresDriver(this.#pool, null, { alone: this }), []);
    return this.#beside as Kysely<Schema>;
  }
}

/** Club that each connection was given last. */
const scopes = new WeakMap<pg.PoolClient, Scope>();
/** The prepared statements' names, by their text. */
const names = new Map<string, string>();

/** A server's connection is borrowed when the first statement is run. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #scope: Scope;
  readonly #makes: boolean;
  #client: pg.PoolClient | undefined;
  #inTransaction = false;
  #isFresh = false;
  #broken = false;
  #endTurn: (() => void) | undefined;
  /** Takes its lock before its first change. */
  #isLate = false;
  readonly #isBeside: boolean;

  constructor(pool: pg.Pool, scope: Scope, { makes, isBeside }: { makes: boolean; isBeside: boolean }) {
    this.#pool = pool;
    this.#scope = scope;
    this.#makes = makes;
    this.#isBeside = isBeside;
  }

  /** Begins a transaction; as the first statement it is tried again on another connection if this one breaks. */
  async begin(): Promise<void> {
    this.#endTurn = await turnOf(this.#pool, this.#isBeside ? placeOf(this.#pool) : this.#scope);
    try {
      await this.#twice(async (client) => {
        this.#refuseGone(await client.query(`begin; ${this.#isBeside ? REFUSE_MOVED : this.#lock()}`));
      });
    } catch (error) {
      // The transaction did not get its lock.
      await this.rollback();
      throw this.#whereMoved(error);
    }
    this.#inTransaction = true;
  }

  async beginSnapshot(how: "read only" | "late"): Promise<void> {
    this.#isLate = how === "late";
    await this.#twice(async (client) => {
      await client.query(
        `begin isolation level repeatable read ${this.#isLate ? "read write" : "read only"}`,
      );
    });
    this.#inTransaction = true;
  }

  /** Fails as stale where others have written since the snapshot: they wrote the row that the lock writes. */
  async #lockLate(): Promise<void> {
    this.#isLate = false;
    this.#endTurn = await turnOf(this.#pool, this.#scope);
    try {
      this.#refuseGone(await this.#asked((client) => client.query(this.#lock())));
    } catch (error) {
      throw this.#whereMoved(error);
    }
  }

  /** @param results of the lock's statements: the last one found the club, unless it is gone */
  #refuseGone(results: unknown): void {
    if (this.#scope === null || this.#makes || (results as pg.QueryResult[]).at(-1)?.rowCount !== 0) return;
    throw new ClubUnavailable(`${this.#scope.toUpperCase()} is gone`, this.#scope, "missing");
  }

  /** @param error why no lock was given */
  #whereMoved(error: unknown): unknown {
    if (!isClosed(error)) return error;
    if (this.#scope === null) return new DatabaseUnavailable("Everything was moved from here", error);
    const message = `${this.#scope.toUpperCase()} is moved to another installation`;
    return new ClubUnavailable(message, this.#scope, "moved", { cause: error });
  }

  async commit(): Promise<void> {
    this.#inTransaction = false;
    try {
      const { command } = await (await this.#lent()).query("commit");
      // A statement had failed, and the work went on as if it had not.
      if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed");
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.#broken = true;
      throw new CommitUnknown(error);
    } finally {
      this.#giveTurn();
    }
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    try {
      if (!this.#broken) await this.#client?.query("rollback");
    } catch {
      // With the connection the transaction is gone as well.
      this.#broken = true;
    } finally {
      this.#giveTurn();
    }
  }

  release(): void {
    this.#giveTurn();
    this.#giveBack();
  }

  #giveTurn(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  #giveBack(): void {
    this.#client?.release(this.#broken);
    this.#client = undefined;
    this.#broken = false;
  }

  /** Loads the connection, which sees this handle's club. */
  async #lent(): Promise<pg.PoolClient> {
    if (this.#client) return this.#client;
    const client = await borrow(this.#pool);
    this.#client = client;
    this.#isFresh = isFresh(client);
    if (this.#scope !== null && scopes.get(client) !== this.#scope) {
      scopes.delete(client);
      await client.query("select set_config('goodside.club', $1, false)", [this.#scope]);
      scopes.set(client, this.#scope);
    }
    return client;
  }

  /** Runs work without lasting effects, and once more on a new connection if its own breaks. */
  async #twice<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    for (let failures = 0; ; ) {
      try {
        return await work(await this.#lent());
      } catch (error) {
        if (!isBroken(error)) throw explained(error);
        this.#broken = true;
        if (this.#isFresh) failures += 1;
        if (failures > 1) throw explained(error);
        this.#giveBack();
      }
    }
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const query = this.#bound(compiled);
    if (statements.hasSubscribers)
      statements.publish({ file: this.#scope ?? "control", sql: query.sql, parameters: query.parameters });
    const since = performance.now();
    const result = await (this.#inTransaction
      ? this.#run<Row>(query)
      : changes(query)
        ? this.#runSingle<Row>(query)
        : this.#twice((client) => ask<Row>(client, query)));
    const ms = performance.now() - since;
    if (ms > SLOW_QUERY_MS) noteSlowQuery(this.#scope ?? "control", query.sql, ms);
    return result;
  }

  /** Binds the club of this handle where the statement names one. */
  #bound(query: CompiledQuery): CompiledQuery {
    if (!query.parameters.includes(CLUB)) return query;
    if (this.#scope === null) throw new Error("A statement over a club's rows needs a club's handle");
    return { ...query, parameters: query.parameters.map((value) => (value === CLUB ? this.#scope : value)) };
  }

  /** Runs a single change, which waits for others' transactions, as with a file, but not for those beside them. */
  async #runSingle<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin();
    try {
      const result = await this.#run<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      if (this.#inTransaction) await this.rollback();
      throw error;
    }
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isLate && changes(query)) await this.#lockLate();
    return this.#asked((client) => ask<Row>(client, query));
  }

  async #asked<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.#lent());
    } catch (error) {
      if (isBroken(error)) this.#broken = true;
      throw explained(error);
    }
  }

  async *streamQuery<Row>(
    compiled: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const query = this.#bound(compiled);
    const client = await this.#lent();
    await client.query({
      text: `declare stream no scroll cursor for ${query.sql}`,
      values: [...query.parameters],
    });
    for (;;) {
      const { rows } = await client.query(`fetch ${Math.floor(chunkSize)} from stream`);
      if (rows.length === 0) break;
      yield { rows };
    }
    await client.query("close stream");
  }

  async stamp(): Promise<string> {
    const { rows } = await this.#twice((client) =>
      client.query(
        this.#scope === null
          ? "select pg_current_snapshot()::text as stamp"
          : "select changes as stamp from stored_clubs where club_code = current_setting('goodside.club')",
      ),
    );
    return String(rows[0]?.stamp);
  }

  /**
   * Returns the lock until the end of the transaction. A club's next stamp differs; the control tables have none to
   * read.
   */
  #lock(): string {
    return this.#scope === null
      ? `select pg_advisory_xact_lock(1, 0); ${REFUSE_MOVED}`
      : `select pg_advisory_xact_lock(2, hashtext(current_setting('goodside.club')));
         update stored_clubs set changes = gen_random_uuid()::text where club_code = current_setting('goodside.club')`;
  }
}

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= MOST_PREPARED) return undefined;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}

async function ask<Row>(
  client: pg.PoolClient,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  if (!parameters.every(isBindable)) throw new TypeError("Only texts, numbers and bytes can be bound");
  const { command, rowCount, rows } = await client.query({
    name: nameOf(sql),
    text: sql,
    values: [...parameters],
  });
  const changed = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command);
  return { rows, numAffectedRows: changed ? BigInt(rowCount ?? 0) : undefined };
}

/** Matches what SQLite binds: the library would send any object as its JSON. */
const isBindable = (value: unknown): boolean =>
  value === null || typeof value !== "object" || value instanceof Uint8Array;

/**
 * Queue of changes to a club's rows, or the control tables alone, in this process: one at a time, and only that one
 * takes a connection.
 */
const turns = new WeakMap<pg.Pool, Map<Scope, Promise<void>>>();

/** Slots for changes beside each other to the control tables: more would leave too few connections for reading. */
const PLACES = ["place 1", "place 2", "place 3"];
let lastPlace = 0;

/** Returns one of these slots: a free one, or the next. */
function placeOf(pool: pg.Pool): string {
  const queues = turns.get(pool);
  lastPlace = (lastPlace + 1) % PLACES.length;
  return PLACES.find((place) => !queues?.has(place)) ?? (PLACES[lastPlace] as string);
}

/** Waits for those before. @returns what lets the next one begin */
async function turnOf(pool: pg.Pool, scope: Scope): Promise<() => void> {
  const queues = turns.get(pool) ?? new Map<Scope, Promise<void>>();
  turns.set(pool, queues);
  const before = queues.get(scope);
  let end!: () => void;
  const own = new Promise<void>((resolve) => {
    end = resolve;
  });
  const tail = before ? before.then(() => own) : own;
  queues.set(scope, tail);
  const done = () => {
    end();
    if (queues.get(scope) === tail) queues.delete(scope);
  };
  if (!before) return done;
  const patience = new AbortController();
  const waited = setTimeout(PATIENCE_MS, "too long", { signal: patience.signal, ref: false }).catch(() => {});
  try {
    if ((await Promise.race([before, waited])) !== "too long") return done;
    done();
    throw new DatabaseUnavailable("Others of this process change the same rows");
  } finally {
    patience.abort();
  }
}

const READS: ReadonlySet<RootOperationNode["kind"]> = new Set(["SelectQueryNode"]);
const READING = /^\s*(select|values|show|explain)\b/i;
const READING_WITH = /^\s*with\b(?!.*\b(insert into|update|delete from)\b)/is;

/** Tells whether a statement may change something. */
export function changes({ query, sql }: CompiledQuery): boolean {
  if (query && READS.has(query.kind)) return false;
  return !READING.test(sql) && !READING_WITH.test(sql);
}
