import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import type pg from "pg";
import {
  RateLimiterPostgres,
  RateLimiterRes,
  RateLimiterSQLite,
  type RateLimiterStoreAbstract,
} from "rate-limiter-flexible";
import { env } from "#app/config/env.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { filesPool } from "../postgres/files.server.ts";
import { makeForOwner, SqliteFile } from "../sqlite.server.ts";

/**
 * Rate limits, in a file shared by all processes that survives a restart, or in a table that all machines share. Losing
 * it loses only counts, so it is the one file, and the one table, without full durability.
 */
let file: Sqlite.Database | undefined;
let store: ReturnType<typeof storeOver> | undefined;
let transact: Sqlite.Transaction<(work: () => void) => void> | undefined;
let sweeping: NodeJS.Timeout | undefined;

function limitsFile(): Sqlite.Database {
  if (file) return file;
  mkdirSync(env().dataDir, { recursive: true });
  const path = join(env().dataDir, "limits.sqlite");
  makeForOwner(path);
  const opened = new SqliteFile(path, { timeout: 2_000 });
  try {
    opened.pragma("journal_mode = WAL");
    opened.pragma("synchronous = NORMAL");
    opened.exec(
      "create table if not exists limits (key text primary key, points integer not null default 0, expire integer)",
    );
  } catch (error) {
    // On a full disk: the next request opens it again.
    opened.close();
    throw error;
  }
  file = opened;
  sweeping ??= setInterval(forgetPastLimits, SWEEP_EVERY_MS).unref();
  return file;
}

const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** Deletes counts whose window ended more than an hour ago: the clocks of the processes differ a little. */
function forgetPastLimits(): void {
  forgetLimits("expire < ?", Date.now() - HOUR_MS).catch((err: unknown) =>
    noteRetry("database", { err }, "rate limits were not swept; they are at the next turn"),
  );
}

/** Time longer than any rule's window. */
const LONGEST_RULE_MS = 25 * HOUR_MS;

/** Deletes counts and locks that a clock running ahead set in the far future, which would lock clients out. */
export const forgetFutureLimits = (): Promise<void> =>
  forgetLimits("expire > ?", Date.now() + LONGEST_RULE_MS);

async function forgetLimits(which: "expire < ?" | "expire > ?", at: number): Promise<void> {
  const database = filesPool();
  if (database) await database.query(`delete from limits where ${which.replace("?", "$1")}`, [at]);
  else limitsFile().prepare(`delete from limits where ${which}`).run(at);
}

/**
 * Adapts the file to the library, which prepares each statement anew for every count, and wraps single ones, which are
 * atomic anyway, in a transaction.
 */
function storeOver(limits: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement>();
  const prepare = (sql: string): Sqlite.Statement => {
    const statement = statements.get(sql) ?? limits.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return { prepare, transaction: (work: () => unknown) => work };
}

let secret: KeyObject | undefined;

/** Hashes an address of a network or of a mailbox with a secret, because the address itself is not kept. */
function hashOf(key: string | number): string {
  // A key that is given as text is made into an object at each call, which costs as much as the hash.
  secret ??= createSecretKey(env().sessionSecrets[0], "utf8");
  return createHmac("sha256", secret).update(String(key)).digest("base64url");
}

class FileLimiter extends RateLimiterSQLite {
  override getKey(key: string | number): string {
    return super.getKey(hashOf(key));
  }
}

class TableLimiter extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    return super.getKey(hashOf(key));
  }
}

const limiters = new Map<string, RateLimiterStoreAbstract>();

/** Returns a counter of `points` events in `seconds`. */
export function limiter(name: string, rule: { points: number; seconds: number }): RateLimiterStoreAbstract {
  const known = limiters.get(name);
  if (known) return known;
  const options = {
    tableName: "limits",
    tableCreated: true,
    keyPrefix: name,
    points: rule.points,
    duration: rule.seconds,
    // The library would sweep the whole table once for each limiter, also after the file was closed.
    clearExpiredByTimeout: false,
  };
  const made = filesPool() ? overTable(options) : overFile(options);
  limiters.set(name, made);
  return made;
}

type Options = Omit<ConstructorParameters<typeof RateLimiterPostgres>[0], "storeClient">;

function overFile(options: Options): RateLimiterStoreAbstract {
  store ??= storeOver(limitsFile());
  return new FileLimiter({ ...options, storeClient: store, storeType: "better-sqlite3" });
}

function overTable(options: Options): RateLimiterStoreAbstract {
  sweeping ??= setInterval(forgetPastLimits, SWEEP_EVERY_MS).unref();
  // Asked for each time: a platform that was closed has another pool when it is opened again.
  const storeClient = { query: async (query: pg.QueryConfig) => filesPool()?.query(query) };
  return new TableLimiter({ ...options, storeClient, storeType: "pool" });
}

/** Counts events and returns how many there are in the window now. */
export async function consume(of: RateLimiterStoreAbstract, key: string, events = 1): Promise<number> {
  try {
    return (await of.consume(key, events)).consumedPoints;
  } catch (refused) {
    // The library reports 'over the limit' by throwing its result.
    if (refused instanceof RateLimiterRes) return Math.max(refused.consumedPoints, of.points + 1);
    throw refused;
  }
}

/** Counts under one key. */
interface Counter {
  of: RateLimiterStoreAbstract;
  key: string;
}

/** Statement that counts as the library does. */
const COUNT = `insert into limits (key, points, expire) values (?, 1, ?)
  on conflict (key) do update set
    points = case when expire is null or expire > ? then points + 1 else 1 end,
    expire = case when expire is null or expire > ? then expire else excluded.expire end
  returning points`;

/**
 * Counts an event of each, up to the first that is over its limit: of files in one transaction, because a commit costs
 * more than its count.
 * @param after what is read first, by whose count the others are named
 * @returns how many there are of those that were counted
 */
export async function consumeInTurn(
  after: Counter,
  countersFor: (count: number) => readonly Counter[],
): Promise<number[]> {
  const counts: number[] = [];
  if (!store) {
    for (const { of, key } of countersFor(await countOf(after)))
      if (counts.push(await consume(of, key)) && isOver(of, counts)) break;
    return counts;
  }
  const count = store.prepare(COUNT);
  inOneTransaction(() => {
    const at = Date.now();
    for (const { of, key } of countersFor(readCount(after))) {
      const row = count.get(of.getKey(key), at + of.duration * 1000, at, at) as { points: number };
      counts.push(row.points);
      if (isOver(of, counts)) break;
    }
  });
  return counts;
}

const isOver = (of: RateLimiterStoreAbstract, counts: readonly number[]) => (counts.at(-1) ?? 0) > of.points;

/** Counts to drop: all events of some, and one event of others, as `giveBack` does. */
interface Forgotten {
  all: readonly Counter[];
  one: readonly Counter[];
}

/** Forgets events. @param after as of `consumeInTurn` */
export async function uncount(after: Counter, forgottenFor: (count: number) => Forgotten): Promise<void> {
  if (!store) {
    const { all, one } = forgottenFor(await countOf(after));
    for (const { of, key } of all) await of.delete(key);
    for (const { of, key } of one) await giveBack(of, key);
    return;
  }
  const forget = store.prepare("delete from limits where key = ?");
  inOneTransaction(() => {
    const { all, one } = forgottenFor(readCount(after));
    for (const { of, key } of all) forget.run(of.getKey(key));
    for (const { of, key } of one) takeOne(of, key);
  });
}

const countOf = async ({ of, key }: Counter): Promise<number> => (await of.get(key))?.consumedPoints ?? 0;

/** Reads a count in the file, inside its transaction. */
function readCount({ of, key }: Counter): number {
  const row = store
    ?.prepare("select points from limits where key = ? and (expire > ? or expire is null)")
    .get(of.getKey(key), Date.now()) as { points: number } | undefined;
  return row?.points ?? 0;
}

function inOneTransaction(work: () => void): void {
  // Made once for the file: the library makes four functions of each that it is given.
  transact ??= limitsFile().transaction((then: () => void) => then());
  transact.immediate(work);
}

/** Uncounts one event, unless its window has ended since. */
export async function giveBack(of: RateLimiterStoreAbstract, key: string): Promise<void> {
  if (store) takeOne(of, key);
  else if (((await of.get(key))?.consumedPoints ?? 0) > 0) await of.reward(key);
}

/** Takes one from a count that is above zero; the library would start a window with a negative one. */
function takeOne(of: RateLimiterStoreAbstract, key: string): void {
  store
    ?.prepare("update limits set points = points - 1 where key = ? and points > 0 and expire > ?")
    .run(of.getKey(key), Date.now());
}

/** Closes the file, and ends the sweeping; the next use reopens it. */
export function closeLimits(): void {
  limiters.clear();
  clearInterval(sweeping);
  sweeping = undefined;
  file?.close();
  file = undefined;
  store = undefined;
  transact = undefined;
  secret = undefined;
}
