import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { ClubDb } from "./club/schema.ts";
import type { ControlDb } from "./control/schema.ts";
import { insertRows } from "./insert-rows.server.ts";

/** Whole tables of either engine, to copy them into the other one and to compare them. */

type Db = ClubDb | ControlDb;

export interface WholeTable {
  name: string;
  columns: string[];
  /** Columns that identify a row. */
  key: string[];
}

/** Rows that are in memory at once. */
const ROWS_AT_ONCE = 1_000;

/**
 * Lists a file's tables without those that each engine makes itself: text indexes, migrations and the stamp of changes.
 */
export async function tablesOfFile(file: Db): Promise<WholeTable[]> {
  const db = file as unknown as Kysely<unknown>;
  const { rows } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
      and name not in ('kysely_migration', 'change_stamp') order by name`.execute(db);
  const tables: WholeTable[] = [];
  for (const { name } of rows) {
    const columns = await sql<{
      name: string;
      pk: number;
    }>`select name, pk from pragma_table_info(${name})`.execute(db);
    const key = columns.rows.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    tables.push({ name, columns: columns.rows.map(nameOf), key: key.map(nameOf) });
  }
  return tables;
}

const nameOf = ({ name }: { name: string }) => name;

/** Yields all rows of a table by their key; events in the order in which they happened. */
async function* rowsOf(
  db: Db,
  { name, columns, key }: WholeTable,
): AsyncGenerator<Record<string, unknown>[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const order = sql.join((name === "outbox" ? ["rowid"] : key).map((column) => sql.ref(column)));
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const { rows } = await sql<Record<string, unknown>>`select ${names} from ${sql.table(name)}
      order by ${order} limit ${ROWS_AT_ONCE} offset ${from}`.execute(db as unknown as Kysely<unknown>);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Adds the rows of one engine's tables to the other's, which are empty and whose triggers are off. */
export async function copyTables(from: Db, to: Db, tables: readonly WholeTable[]): Promise<void> {
  // Both schemas have the same tables, as a test checks.
  for (const table of tables)
    for await (const rows of rowsOf(from, table)) await insertRows(to, table.name as "games", rows as never);
}

/** Number of rows of each table, and a hash of their content, whatever their order. */
export type TableHashes = Record<string, { rows: number; sha256: string }>;

export async function hashesOf(db: Db, tables: readonly WholeTable[]): Promise<TableHashes> {
  const hashes: TableHashes = {};
  for (const table of tables) {
    const digests: string[] = [];
    for await (const rows of rowsOf(db, table))
      for (const row of rows)
        digests.push(digest(JSON.stringify(table.columns.map((column) => plain(row[column])))));
    hashes[table.name] = { rows: digests.length, sha256: digest(digests.sort().join("\n")) };
  }
  return hashes;
}

const digest = (content: string | Uint8Array) => createHash("sha256").update(content).digest("base64");
const plain = (value: unknown) => (value instanceof Uint8Array ? { bytes: digest(value) } : value);

/** Returns the names of tables that differ. */
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
