import { channel } from "node:diagnostics_channel";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type RootOperationNode,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import { noteSlowQuery } from "#app/observability/retries.server.ts";
import { type EngineDriver, HandleOnlyReads, handleOver, refuseInsideOwn } from "../engine.server.ts";
import { CLUB, ClubKeys } from "./club-keys.server.ts";
import { OurPostgresCompiler } from "./query-compiler.server.ts";

/** Longer than this is worth a line in the log. */
const SLOW_QUERY_MS = 100;
/** Statements that are prepared once in each connection. */
const MOST_PREPARED = 500;

const statements = channel("goodside.statement");

/** Whose rows a handle sees: a club's, or (null) the control tables. */
export type Scope = string | null;

const CLUB_KEYS = new ClubKeys();

/** A handle over the rows of one club, or over the control tables, on a pool whose search path is theirs. */
export function kyselyOverPostgres<Schema>(
  pool: pg.Pool,
  scope: Scope,
  keys: ClubKeys = CLUB_KEYS,
): Kysely<Schema> {
  return handleOver(
    new PostgresDriver(pool, scope),
    {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new OurPostgresCompiler(),
    },
    scope === null ? [] : [keys],
  );
}

/**
 * What `begin immediate` gives a file, a lock gives the rows of a club and the control tables: who changes them has
 * them alone until the commit, and reads what was committed before (docs/decisions/026-a-second-engine.md).
 */
class PostgresDriver implements EngineDriver {
  readonly #pool: pg.Pool;
  readonly #scope: Scope;

  constructor(pool: pg.Pool, scope: Scope) {
    this.#pool = pool;
    this.#scope = scope;
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseInsideOwn(this);
    const client = await this.#pool.connect();
    const connection = new PostgresConnection(client, this.#scope);
    try {
      await connection.takeScope();
    } catch (error) {
      client.release(true);
      throw error;
    }
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings) {
    const own = connection as PostgresConnection;
    if (isolationLevel === "repeatable read") await own.beginSnapshot();
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

  /** A transaction reads after it has its lock: nothing is stale. */
  isStale(): boolean {
    return false;
  }
}

/** Which club each connection was given last. */
const scopes = new WeakMap<pg.PoolClient, Scope>();
/** The prepared statements' names, by their text. */
const names = new Map<string, string>();

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #scope: Scope;
  #inTransaction = false;
  #broken = false;

  constructor(client: pg.PoolClient, scope: Scope) {
    this.#client = client;
    this.#scope = scope;
  }

  async takeScope(): Promise<void> {
    if (this.#scope === null || scopes.get(this.#client) === this.#scope) return;
    await this.#client.query("select set_config('goodside.club', $1, false)", [this.#scope]);
    scopes.set(this.#client, this.#scope);
  }

  async begin(): Promise<void> {
    try {
      await this.#client.query(`begin; ${this.#lock()}`);
    } catch (error) {
      // The transaction may stand, failed: the connection would refuse everything that comes after.
      this.#broken = true;
      throw error;
    }
    this.#inTransaction = true;
  }

  async beginSnapshot(): Promise<void> {
    await this.#client.query("begin isolation level repeatable read read only");
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    this.#inTransaction = false;
    await this.#client.query("commit");
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    await this.#client.query("rollback").catch((error: unknown) => {
      // With the connection the transaction is gone as well.
      this.#broken = true;
      throw error;
    });
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const query = this.#bound(compiled);
    if (statements.hasSubscribers)
      statements.publish({ file: this.#scope ?? "control", sql: query.sql, parameters: query.parameters });
    const since = performance.now();
    const result = await (this.#inTransaction || !changes(query)
      ? this.#run<Row>(query)
      : this.#runAlone<Row>(query));
    const ms = performance.now() - since;
    if (ms > SLOW_QUERY_MS) noteSlowQuery(this.#scope ?? "control", query.sql, ms);
    return result;
  }

  /** With the club of this handle where the statement names one. */
  #bound(query: CompiledQuery): CompiledQuery {
    if (!query.parameters.includes(CLUB)) return query;
    if (this.#scope === null) throw new Error("A statement over a club's rows needs a club's handle");
    return { ...query, parameters: query.parameters.map((value) => (value === CLUB ? this.#scope : value)) };
  }

  /** A single change waits for the transactions of others, as it does with a file. */
  async #runAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
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

  async #run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#client.query({
        name: nameOf(sql),
        text: sql,
        values: [...parameters],
      });
      const changed = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command);
      return { rows, numAffectedRows: changed ? BigInt(rowCount ?? 0) : undefined };
    } catch (error) {
      if (!isAnswer(error)) this.#broken = true;
      throw error;
    }
  }

  async *streamQuery<Row>(
    compiled: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const query = this.#bound(compiled);
    await this.#client.query({
      text: `declare stream no scroll cursor for ${query.sql}`,
      values: [...query.parameters],
    });
    for (;;) {
      const { rows } = await this.#client.query(`fetch ${Math.floor(chunkSize)} from stream`);
      if (rows.length === 0) break;
      yield { rows };
    }
    await this.#client.query("close stream");
  }

  async stamp(): Promise<string> {
    const { rows } = await this.#client.query(
      this.#scope === null
        ? "select changes as stamp from changes"
        : "select changes as stamp from stored_clubs where club_code = current_setting('goodside.club')",
    );
    return String(rows[0]?.stamp);
  }

  /** Held until the end of the transaction; the next one's stamp differs. */
  #lock(): string {
    return this.#scope === null
      ? "select pg_advisory_xact_lock(1, 0); update changes set changes = gen_random_uuid()::text"
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

/** PostgreSQL refused the statement, and the connection is as good as before. */
const isAnswer = (error: unknown): boolean =>
  error instanceof Error && "severity" in error && error.severity === "ERROR";

const READS: ReadonlySet<RootOperationNode["kind"]> = new Set(["SelectQueryNode"]);
const READING = /^\s*(select|values|show|explain)\b/i;
const READING_WITH = /^\s*with\b(?!.*\b(insert into|update|delete from)\b)/is;

/** Whether a statement may change something. */
export function changes({ query, sql }: CompiledQuery): boolean {
  if (query && READS.has(query.kind)) return false;
  return !READING.test(sql) && !READING_WITH.test(sql);
}
