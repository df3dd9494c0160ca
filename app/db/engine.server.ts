import { AsyncLocalStorage } from "node:async_hooks";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyPlugin,
  type Transaction,
  type TransactionBuilder,
} from "kysely";

/** Behavior that all engines' handles share: transactions, reading alone, and reading one moment. */

/** Thrown by a handle that only reads, before anything is changed. */
export class HandleOnlyReads extends Error {
  override name = "HandleOnlyReads";
}

const readers = new WeakMap<object, object>();

/**
 * Returns a handle over the same file and connection that runs no statement which could change it, for readers who must
 * not, whatever the page does.
 */
export function readOnlyHandle<Schema>(db: Kysely<Schema>): Kysely<Schema> {
  const known = readers.get(db) as Kysely<Schema> | undefined;
  if (known) return known;
  const whole = drivers.get(db);
  if (!whole) throw new Error("This handle was not opened by app/db");
  const reader = new Kysely<Schema>({
    dialect: { ...whole.dialect, createDriver: () => new ReadingDriver(whole.driver) },
    plugins: [...db.getExecutor().plugins],
  });
  readers.set(db, reader);
  return reader;
}

/** Engine's part of a driver, besides statements and transactions. */
export interface EngineDriver extends Driver {
  /** Throws HandleOnlyReads for a statement that could change something. */
  refuseWrite(query: CompiledQuery): void;
  /** Opens another handle over the same data, on its own connection that offers `stream()`, and is closed with it. */
  another<Schema>(): Kysely<Schema>;
  /** See stampOf. */
  stamp(): Promise<string>;
  /** Tells whether the error means that others wrote after a late transaction's snapshot. */
  isStale(error: unknown): boolean;
  /** See besideOthers; undefined where the engine has no such handle. */
  beside?<Schema>(): Kysely<Schema> | undefined;
  /** For a handle beside others: the driver of the handle that it was made of. */
  readonly alone?: EngineDriver | undefined;
}

const drivers = new WeakMap<object, { driver: EngineDriver; dialect: Dialect }>();
const transactions = new AsyncLocalStorage<{ driver: EngineDriver; open: boolean }>();

/** Returns a handle that the functions below know. */
export function handleOver<Schema>(
  driver: EngineDriver,
  dialect: Omit<Dialect, "createDriver">,
  plugins: KyselyPlugin[] = [],
): Kysely<Schema> {
  const whole: Dialect = {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => driver,
  };
  const db = new Kysely<Schema>({ dialect: whole, plugins });
  drivers.set(db, { driver, dialect: whole });
  return db;
}

/** Throws where a driver's outer handle is used inside its own transaction, which would wait for itself. */
export function refuseInsideOwn(driver: EngineDriver): void {
  const inside = transactions.getStore();
  if (inside?.open && inside.driver === (driver.alone ?? driver)) {
    throw new Error("The outer database handle was used inside its own transaction: pass the transaction on");
  }
}

function driverOf(db: object): EngineDriver {
  const known = drivers.get(db);
  if (!known) throw new Error("This handle was not opened by app/db");
  return known.driver;
}

/**
 * Runs `work` in one `begin immediate` transaction that commits when the promise resolves and rolls back when it
 * rejects. Inside it, the outer handle throws instead of deadlocking.
 */
export async function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db as Transaction<Schema>);
  return transact(db, work, db.transaction());
}

async function transact<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
  transaction: TransactionBuilder<Schema>,
): Promise<Result> {
  const driver = driverOf(db);
  return transaction.execute((tx) => {
    const mark = { driver: driver.alone ?? driver, open: true };
    return transactions.run(mark, async () => {
      try {
        return await work(tx);
      } finally {
        mark.open = false;
      }
    });
  });
}

/**
 * Returns a handle over the same data whose changes and other transactions do not block each other: for single
 * statements and claims by `for update skip locked` on rows that no other change reads to decide by. With files, which
 * are locked whole, and within a transaction, the handle itself.
 */
export function besideOthers<Schema>(db: Kysely<Schema>): Kysely<Schema> {
  return drivers.get(db)?.driver.beside?.<Schema>() ?? db;
}

/** Attempts of a late transaction; the last one takes the write lock first. */
const LATE_ATTEMPTS = 3;

/**
 * Does what `inTransaction` does, for work that reads for seconds before its first write: others may write until then.
 * If they did, the snapshot is stale, and `work` is rolled back and repeated.
 */
export async function inLateTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt < LATE_ATTEMPTS && !db.isTransaction; attempt += 1) {
    try {
      return await transact(db, work, db.transaction().setIsolationLevel("snapshot"));
    } catch (error) {
      if (!driverOf(db).isStale(error)) throw error;
    }
  }
  return inTransaction(db, work);
}

/**
 * Reads from a snapshot of the file on a connection of its own, however long it takes, without blocking writers;
 * `work` may write through `db` meanwhile without seeing it. The only handle that offers `stream()`.
 */
export async function readOneMoment<Schema, Result>(
  db: Kysely<Schema>,
  work: (reader: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const reader = driverOf(db).another<Schema>();
  try {
    return await transact(reader, work, reader.transaction().setIsolationLevel("repeatable read"));
  } finally {
    await reader.destroy();
  }
}

/**
 * Changes with every commit of any connection to the file: two equal stamps of a handle mean that nothing was written
 * in between.
 */
export const stampOf = <Schema>(db: Kysely<Schema>): Promise<string> => driverOf(db).stamp();

/** Lends a handle's connection for reading. It opens no transaction and never closes what it reads. */
class ReadingDriver implements Driver {
  readonly #whole: EngineDriver;
  readonly #lent = new WeakMap<DatabaseConnection, DatabaseConnection>();

  constructor(whole: EngineDriver) {
    this.#whole = whole;
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#whole.acquireConnection();
    const whole = this.#whole;
    const reading: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => {
        whole.refuseWrite(query);
        return connection.executeQuery<Row>(query);
      },
      streamQuery: () => {
        throw new HandleOnlyReads("This handle does not stream");
      },
    };
    this.#lent.set(reading, connection);
    return reading;
  }

  async beginTransaction() {
    throw new HandleOnlyReads("This handle only reads: it opens no transaction");
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection(reading: DatabaseConnection) {
    const connection = this.#lent.get(reading);
    if (connection) await this.#whole.releaseConnection(connection);
  }
  async destroy() {}
}
