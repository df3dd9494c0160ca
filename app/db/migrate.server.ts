import { type Kysely, type Migration, Migrator, sql } from "kysely";

/**
 * Brings a database to the newest migration, in one `begin immediate` transaction that is also the lock:
 * a second process waits and finds nothing left to do. Throws what the failing migration threw.
 * @returns how many migrations were applied.
 */
export async function migrate<Schema>(db: Kysely<Schema>, list: Record<string, Migration>): Promise<number> {
  if ((await pendingMigrations(db, list)).length === 0) return 0;
  const migrator = new Migrator({ db: db as Kysely<unknown>, provider: { getMigrations: async () => list } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return results?.length ?? 0;
}

/** The names of the migrations that a database lacks. Throws where it is newer than this release. */
export async function pendingMigrations<Schema>(
  db: Kysely<Schema>,
  list: Record<string, Migration>,
): Promise<string[]> {
  const names = Object.keys(list);
  const tables = await sql<{ n: number }>`
    select count(*) as n from sqlite_master where type = 'table' and name = 'kysely_migration'`.execute(db);
  if (tables.rows[0]?.n === 0) return names;
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const applied = new Set(done.rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`This database is newer than the program: ${unknown.join(", ")}`);
  return names.filter((name) => !applied.has(name));
}
