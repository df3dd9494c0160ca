import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible";
import { env } from "#app/config/env.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { makeForOwner, SqliteFile } from "./sqlite.server.ts";

/**
 * Rate limits, in a file shared by all processes that survives a restart. Losing it loses only counts, so it is the
 * one file without full durability.
 */
let file: Sqlite.Database | undefined;
let store: ReturnType<typeof storeOver> | undefined;
let sweeping: NodeJS.Timeout | undefined;

function limitsFile(): Sqlite.Database {
  if (file) return file;
  mkdirSync(env().dataDir, { recursive: true });
  const path = join(env().dataDir, "limits.sqlite");
  makeForOwner(path);
  file = new SqliteFile(path, { timeout: 2_000 });
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = NORMAL");
  file.exec(
    "create table if not exists limits (key text primary key, points integer not null default 0, expire integer)",
  );
  sweeping = setInterval(forgetPastLimits, SWEEP_EVERY_MS).unref();
  return file;
}

const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** Deletes counts whose window ended more than an hour ago: the clocks of the processes differ a little. */
function forgetPastLimits(): void {
  limitsFile()
    .prepare("delete from limits where expire < ?")
    .run(Date.now() - HOUR_MS);
}

/** Longer than any rule's window. */
const LONGEST_RULE_MS = 25 * HOUR_MS;

/** Deletes counts and locks that a clock running ahead set in the far future, which would lock clients out. */
export function forgetFutureLimits(): void {
  limitsFile()
    .prepare("delete from limits where expire > ?")
    .run(Date.now() + LONGEST_RULE_MS);
}

/**
 * The file as the library asks for it: it prepares each statement anew for every count, and wraps single ones, which
 * are atomic by themselves, in a transaction.
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

/** What is counted is an address of a network or of a mailbox: the file keeps a keyed hash of it only. */
class HashedKeys extends RateLimiterSQLite {
  override getKey(key: string | number): string {
    return super.getKey(
      createHmac("sha256", env().sessionSecrets[0]).update(String(key)).digest("base64url"),
    );
  }
}

const limiters = new Map<string, RateLimiterSQLite>();

/** A counter of `points` events in `seconds`. */
export function limiter(name: string, rule: { points: number; seconds: number }): RateLimiterSQLite {
  let known = limiters.get(name);
  if (!known) {
    store ??= storeOver(limitsFile());
    known = new HashedKeys({
      storeClient: store,
      storeType: "better-sqlite3",
      tableName: "limits",
      tableCreated: true,
      keyPrefix: name,
      points: rule.points,
      duration: rule.seconds,
      // The library would sweep the whole table once for each limiter, also after the file was closed.
      clearExpiredByTimeout: false,
    });
    limiters.set(name, known);
  }
  return known;
}

/** Counts events and returns how many there are in the window now. */
export async function consume(of: RateLimiterSQLite, key: string, events = 1): Promise<number> {
  try {
    return (await of.consume(key, events)).consumedPoints;
  } catch (refused) {
    // The library reports 'over the limit' by throwing its result.
    if (refused instanceof RateLimiterRes) return Math.max(refused.consumedPoints, of.points + 1);
    throw refused;
  }
}

/** Uncounts one event, unless its window has ended since. */
export async function giveBack(of: RateLimiterSQLite, key: string): Promise<void> {
  // The library would start a window with a count below nothing.
  store
    ?.prepare("update limits set points = points - 1 where key = ? and points > 0 and expire > ?")
    .run(of.getKey(key), Date.now());
}

/** Closes the file; the next use reopens it. */
export function closeLimits(): void {
  limiters.clear();
  clearInterval(sweeping);
  file?.close();
  file = undefined;
  store = undefined;
}
