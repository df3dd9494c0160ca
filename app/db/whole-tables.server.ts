import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { ClubDb } from "./club/schema.ts";
import type { ControlDb } from "./control/schema.ts";
import { onPostgres } from "./dialect.server.ts";
import { insertRows } from "./insert-rows.server.ts";

/** Whole tables of either engine, to copy them into the other one and to compare them. */

type Db = ClubDb | ControlDb;

export interface WholeTable {
  name: string;
  columns: string[];
  /** Whether a file keeps the order in which rows were added. */
  ordered: boolean;
}

/** A file's tables but those that each engine makes by itself: text indexes, migrations and the stamp of changes. */
export async function tablesOfFile(file: Db): Promise<WholeTable[]> {
  const db = file as unknown as Kysely<unknown>;
  const { rows } = await sql<{ name: string; wr: number }>`select name, wr from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
      and name not in ('kysely_migration', 'change_stamp') order by name`.execute(db);
  const tables: WholeTable[] = [];
  for (const { name, wr } of rows) {
    const columns = await sql<{ name: string }>`select name from pragma_table_info(${name})`.execute(db);
    tables.push({ name, columns: columns.rows.map((column) => column.name), ordered: wr === 0 });
  }
  return tables;
}

/** All rows of a table; events in the order in which they happened. */
async function rowsOf(db: Db, { name, columns, ordered }: WholeTable): Promise<Record<string, unknown>[]> {
  const isOrdered = onPostgres(db as unknown as Kysely<unknown>) ? name === "outbox" : ordered;
  const by = columns.includes("seq") ? sql`order by seq` : isOrdered ? sql`order by rowid` : sql``;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Record<string, unknown>>`select ${names} from ${sql.table(name)} ${by}`.execute(
    db as unknown as Kysely<unknown>,
  );
  return rows;
}

/** Adds the rows of one engine's tables to the other's, which are empty and whose triggers are off. */
export async function copyTables(from: Db, to: Db, tables: readonly WholeTable[]): Promise<void> {
  // Both schemas have the same tables, which a test compares.
  for (const table of tables)
    await insertRows(to, table.name as "games", (await rowsOf(from, table)) as never);
}

/** How many rows each table has, and a hash of all that is in them, whatever their order. */
export type TableHashes = Record<string, { rows: number; sha256: string }>;

export async function hashesOf(db: Db, tables: readonly WholeTable[]): Promise<TableHashes> {
  const hashes: TableHashes = {};
  for (const table of tables) {
    const rows = await rowsOf(db, table);
    const lines = rows.map((row) => JSON.stringify(table.columns.map((column) => plain(row[column])))).sort();
    const hash = createHash("sha256");
    for (const line of lines) hash.update(`${line}\n`);
    hashes[table.name] = { rows: rows.length, sha256: hash.digest("hex") };
  }
  return hashes;
}

const plain = (value: unknown) =>
  value instanceof Uint8Array ? { bytes: createHash("sha256").update(value).digest("hex") } : value;

/** The names of tables that differ. */
export const differing = (one: TableHashes, other: TableHashes): string[] =>
  Object.keys({ ...one, ...other }).filter(
    (table) => one[table]?.sha256 !== other[table]?.sha256 || one[table]?.rows !== other[table]?.rows,
  );

/** Fills an empty, migrated file in one transaction, as its own rows would be: what triggers write is among the rows. */
export async function fillFile(file: Db, from: Db): Promise<void> {
  const db = file as unknown as Kysely<unknown>;
  const { rows: triggers } = await sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_master where type = 'trigger'`.execute(db);
  const { rows: indexes } = await sql<{ name: string }>`select name from sqlite_master
    where sql like 'create virtual table%' and sql not like '%content = ''''%'`.execute(db);
  const tables = await tablesOfFile(file);
  for (const { name } of triggers) await sql`drop trigger ${sql.table(name)}`.execute(db);
  await sql`pragma defer_foreign_keys = on`.execute(db);
  // An empty file has rows of its own.
  for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(db);
  await copyTables(from, file, tables);
  for (const { name } of indexes)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(db);
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
}
