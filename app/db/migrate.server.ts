import { type Kysely, type Migration, sql } from "kysely";
import { inTransaction } from "./engine.server.ts";
import { refuseNewer } from "./releases.server.ts";

/**
 * Applies pending migrations in one `begin immediate` transaction, which also locks out a second process. A failing
 * migration leaves the file unchanged. Uses Kysely's own table, but not its Migrator, which costs ten times the CPU.
 * @returns how many migrations were applied.
 */
export async function migrate<Schema>(db: Kysely<Schema>, list: Record<string, Migration>): Promise<number> {
  const pending = await pendingMigrations(db, list);
  if (pending.length > 0) {
    await inTransaction(db, async (tx) => {
      await sql`create table if not exists kysely_migration (
        name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(tx);
      // Asked again under the lock: another process may have been faster.
      for (const name of await pendingMigrations(tx, list)) {
        await list[name]?.up(tx as unknown as Kysely<unknown>);
        await sql`insert into kysely_migration (name, timestamp)
          values (${name}, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`.execute(tx);
      }
      await sql.raw(`pragma user_version = ${schemaMark(list)}`).execute(tx);
    });
    return pending.length;
  }
  const kept = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if (kept.rows[0]?.user_version === schemaMark(list)) return 0;
  // A newer release's header stays.
  if ((await appliedMigrations(db)).length === Object.keys(list).length) {
    await sql.raw(`pragma user_version = ${schemaMark(list)}`).execute(db);
  }
  return 0;
}

/** Loads the names of pending migrations. @throws DataIsNewer */
export async function pendingMigrations<Schema>(
  db: Kysely<Schema>,
  list: Record<string, Migration>,
): Promise<string[]> {
  const names = Object.keys(list);
  const applied = await appliedMigrations(db);
  refuseNewer(applied, names);
  const done = new Set(applied);
  return names.filter((name) => !done.has(name));
}

/** Loads the names of applied migrations. */
async function appliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const tables = await sql<{ n: number }>`
    select count(*) as n from sqlite_master where type = 'table' and name = 'kysely_migration'`.execute(db);
  if (tables.rows[0]?.n === 0) return [];
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return done.rows.map((row) => row.name);
}

/**
 * Returns a hash of a list of migrations, stored as `user_version` in the header of a fully migrated file. The header
 * can be read without opening the database; it may lag behind the WAL, but never runs ahead.
 */
export function schemaMark(list: Record<string, Migration>): number {
  let mark = 0x811c9dc5;
  for (const char of Object.keys(list).join("\n")) {
    mark = Math.imul(mark ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return mark & 0x7fffffff;
}
