import { channel } from "node:diagnostics_channel";
import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  type TransactionSettings,
} from "kysely";
import { noteRetry, noteSlowQuery } from "#app/observability/retries.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type EngineDriver, HandleOnlyReads, handleOver, refuseInsideOwn } from "./engine.server.ts";
import { FileQueryCompiler } from "./query-compiler.server.ts";
import { makeForOwner, SqliteFile } from "./sqlite.server.ts";

/** SQLite below this version can corrupt a WAL when resetting it. */
const OLDEST_SQLITE = [3, 51, 3];
const BUSY_PATIENCE_MS = 10_000;
const STATEMENT_CACHE = 300;
/** Time of a statement that is worth a line in the log: it blocks its whole process. */
const SLOW_QUERY_MS = 100;

export type RawFile = Sqlite.Database;

/** Publishes every statement before it runs: `{ file, sql, parameters }`. */
const statements = channel("goodside.statement");

/**
 * Opens a SQLite file with our pragmas and checks that they are in force.
 * @param create false: a missing file is an error.
 */
export function openFile(path: string, { create = false } = {}): RawFile {
  refuseOldSqlite();
  if (create) makeForOwner(path);
  const file = named(path, () => new SqliteFile(path, { fileMustExist: !create, timeout: 0 }));
  try {
    withBusyRetrySync(() => file.pragma("journal_mode = WAL"));
    // After WAL, which lowers this build to NORMAL: that loses acknowledged commits in a power cut.
    file.pragma("synchronous = FULL");
    file.pragma("foreign_keys = ON");
    // Deleted content is overwritten: an erased person leaves nothing in free pages
    // (product/evidence.md#erasing-parents).
    file.pragma("secure_delete = ON");
    file.pragma("cache_size = -1024");
    const mode = file.pragma("journal_mode", { simple: true });
    const synchronous = file.pragma("synchronous", { simple: true });
    const foreignKeys = file.pragma("foreign_keys", { simple: true });
    const secureDelete = file.pragma("secure_delete", { simple: true });
    if (mode !== "wal" || synchronous !== 2 || foreignKeys !== 1 || secureDelete !== 1) {
      throw new Error(
        `SQLite did not take its settings: ${mode}, ${synchronous}, ${foreignKeys}, ${secureDelete}`,
      );
    }
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Adds the path to an error, since SQLite's own message names no file. */
function named<Result>(path: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    if (error instanceof SqliteFile.SqliteError && error.code.startsWith("SQLITE_CANTOPEN"))
      error.message = `${path}: ${error.message}; may this user read and write it?`;
    throw error;
  }
}

/** Opens a file without writers (a backup's copy) without creating files beside it. */
export function openReadOnly(path: string): RawFile {
  refuseOldSqlite();
  return new SqliteFile(path, { readonly: true, fileMustExist: true });
}

/** Opens a database in memory, for templates and scratch work. */
export function openMemory(content?: Buffer): RawFile {
  return content ? new SqliteFile(content) : new SqliteFile(":memory:");
}

/**
 * Returns a Kysely handle over an opened file; closing it closes the file.
 * @param explain maps an error of SQLite to the error to throw.
 */
export function kyselyOver<Schema>(
  file: RawFile,
  explain: (error: unknown) => unknown = (error) => error,
): Kysely<Schema> {
  return handleOver(new FileDriver(file, explain), {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new FileQueryCompiler(),
  });
}

class FileDriver implements EngineDriver {
  readonly #connection: FileConnection;
  #tail: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(
    readonly file: RawFile,
    explain: (error: unknown) => unknown,
  ) {
    this.#connection = new FileConnection(file, explain);
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseInsideOwn(this);
    const before = this.#tail;
    let release!: () => void;
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    return this.#connection;
  }

  async beginTransaction(_: DatabaseConnection, { isolationLevel }: TransactionSettings) {
    await this.#connection.run(isolationLevel ? "begin deferred" : "begin immediate");
    this.#connection.countChanges();
  }
  async commitTransaction() {
    this.#connection.stampChanges();
    await this.#connection.run("commit");
  }
  async rollbackTransaction() {
    // On a full disk SQLite may already have rolled back.
    if (this.file.inTransaction) await this.#connection.run("rollback");
  }
  async releaseConnection() {
    this.#release?.();
  }
  async destroy() {
    this.file.close();
  }

  refuseWrite(query: CompiledQuery): void {
    this.#connection.refuseWrite(query.sql);
  }
  another<Schema>(): Kysely<Schema> {
    return kyselyOver<Schema>(openFile(this.file.name));
  }
  async stamp(): Promise<string> {
    const stamp = `select data_version || '-' || total_changes() as stamp from pragma_data_version`;
    // Waits for the end of this connection's transaction.
    await this.acquireConnection();
    try {
      const { rows } = await this.#connection.executeQuery<{ stamp: string }>(CompiledQuery.raw(stamp));
      const [row] = rows;
      if (!row) throw new Error("The file has no data version");
      return row.stamp;
    } finally {
      await this.releaseConnection();
    }
  }
  isStale(error: unknown): boolean {
    return isStale(error);
  }
}

class FileConnection implements DatabaseConnection {
  readonly #file: RawFile;
  readonly #name: string;
  readonly #statements = new Map<string, Sqlite.Statement>();
  readonly #explain: (error: unknown) => unknown;
  readonly #totalChanges: Sqlite.Statement;
  /** Changes counted by this connection when its transaction began. */
  #changesBefore: unknown;
  /** null where the file keeps no stamp; undefined until that was looked up. */
  #stamp: Sqlite.Statement | null | undefined;

  constructor(file: RawFile, explain: (error: unknown) => unknown) {
    this.#file = file;
    this.#name = basename(file.name);
    this.#explain = explain;
    this.#totalChanges = file.prepare("select total_changes()").pluck();
  }

  run(sql: string) {
    return this.executeQuery(CompiledQuery.raw(sql));
  }

  /** @throws HandleOnlyReads for a statement that could change the file */
  refuseWrite(sql: string): void {
    if (!this.#prepare(sql).readonly) throw new HandleOnlyReads("This handle only reads");
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (statements.hasSubscribers) statements.publish({ file: this.#file.name, sql, parameters });
    return withBusyRetry(this.#name, () => {
      const since = performance.now();
      const statement = this.#prepare(sql);
      if (!statement.readonly && DEFINES.test(sql)) this.#stamp = undefined;
      const run = () =>
        statement.reader
          ? { rows: statement.all(parameters) as Row[] }
          : changesOf(statement.run(parameters));
      const result = statement.readonly || this.#file.inTransaction ? run() : this.#runAlone(sql, run);
      const ms = performance.now() - since;
      if (ms > SLOW_QUERY_MS) noteSlowQuery(this.#name, sql, ms);
      return result;
    }).catch((error: unknown) => {
      throw this.#explain(error);
    });
  }

  countChanges(): void {
    this.#changesBefore = this.#totalChanges.get();
  }

  /** Gives the file a new stamp if this transaction has changed anything: the table `change_stamp`. */
  stampChanges(): void {
    if (this.#totalChanges.get() !== this.#changesBefore) this.#findStamp()?.run(newId());
  }

  /** Runs a statement; for a file with a stamp, a change outside of a transaction gets one that covers both. */
  #runAlone<Result>(sql: string, run: () => Result): Result {
    if (!CHANGES_ROWS.test(sql) || !this.#findStamp()) return run();
    this.#prepare("begin immediate").run();
    try {
      this.countChanges();
      const result = run();
      this.stampChanges();
      this.#prepare("commit").run();
      return result;
    } catch (error) {
      if (this.#file.inTransaction) this.#prepare("rollback").run();
      throw error;
    }
  }

  #findStamp(): Sqlite.Statement | null {
    if (this.#stamp === undefined) {
      const has = this.#file.prepare("select 1 from sqlite_schema where name = 'change_stamp'").get();
      this.#stamp = has ? this.#file.prepare("update change_stamp set version = ?") : null;
    }
    return this.#stamp;
  }

  #prepare(sql: string): Sqlite.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#file.prepare(sql);
    if (this.#statements.size >= STATEMENT_CACHE) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Streams rows; the connection does nothing else until the last one is taken: see readOneMoment. */
  async *streamQuery<Row>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    let rows: Row[] = [];
    for (const row of this.#file.prepare(sql).iterate(parameters)) {
      rows.push(row as Row);
      if (rows.length < chunkSize) continue;
      yield { rows };
      rows = [];
      await setImmediate();
    }
    yield { rows };
  }
}

const CHANGES_ROWS = /^\s*(?:insert|update|delete|replace|with)\b/i;
const DEFINES = /^\s*(?:create|drop|alter)\b/i;

const changesOf = ({ changes, lastInsertRowid }: Sqlite.RunResult) => ({
  rows: [],
  numAffectedRows: BigInt(changes),
  insertId: BigInt(lastInsertRowid),
});

/** Waits for another process's write; unlike SQLite's busy handler it does not block the event loop. */
async function withBusyRetry<T>(file: string, work: () => T): Promise<T> {
  const since = performance.now();
  const until = since + BUSY_PATIENCE_MS;
  for (let wait = 1, tries = 1; ; wait = Math.min(wait * 2, 40), tries += 1) {
    try {
      const result = work();
      if (tries > 1) {
        const waited = { file, tries, ms: Math.round(performance.now() - since) };
        noteRetry("database", waited, "waited for another process's write", tries - 1);
      }
      return result;
    } catch (error) {
      if (!isBusy(error) || isStale(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  }
}

/** Blocks for a few milliseconds while opening, when another process may be switching the file to WAL. */
function withBusyRetrySync<T>(work: () => T): T {
  for (let left = 200; ; left -= 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** Tells whether another connection wrote after this transaction's snapshot, so that it can never write. */
function isStale(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code === "SQLITE_BUSY_SNAPSHOT";
}

/** Tells whether the error means that the file is corrupt or no database, rather than busy, full or unreachable. */
export function isDamage(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && /^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(error.code);
}

let versionChecked = false;
function refuseOldSqlite() {
  if (versionChecked) return;
  const probe = openMemory();
  const version = probe.prepare("select sqlite_version()").pluck().get() as string;
  probe.close();
  const parts = version.split(".").map(Number);
  const older = OLDEST_SQLITE.some(
    (least, i) => (parts[i] ?? 0) < least && OLDEST_SQLITE.slice(0, i).every((l, j) => parts[j] === l),
  );
  if (older) throw new Error(`SQLite ${version} is too old: at least ${OLDEST_SQLITE.join(".")} is needed`);
  versionChecked = true;
}
