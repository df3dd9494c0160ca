import { type Kysely, sql } from "kysely";
import type { ClubDb, ClubTx } from "../club/schema.ts";
import type { ControlDb, ControlTx } from "../control/schema.ts";
import { copyTables, type WholeTable } from "../whole-tables.server.ts";

/** Rows that come from a file as they are. */

type Schema = "club" | "control";

/** Loads all tables of a schema but what only PostgreSQL has, each before those that it refers to. */
export async function tablesIn(handle: ClubDb | ControlDb, schema: Schema): Promise<string[]> {
  const { rows } = await sql<{ name: string; before: string }>`select t.relname as name,
      coalesce((select string_agg(o.relname, ' ') from pg_constraint f join pg_class o on o.oid = f.confrelid
        where f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid), '') as before
    from pg_class t where t.relnamespace = ${schema}::regnamespace and t.relkind in ('r', 'p')
      and t.relname not in ('stored_clubs', 'changes') order by t.relname`.execute(
    handle as unknown as Kysely<unknown>,
  );
  const ordered: string[] = [];
  const place = (name: string) => {
    if (ordered.includes(name)) return;
    for (const other of rows) if (other.before.split(" ").includes(name)) place(other.name);
    ordered.push(name);
  };
  for (const { name } of rows) place(name);
  return ordered;
}

/**
 * Adds the rows of a file's tables, while no trigger writes what is among them (migration 005); those of the audit logs
 * check still.
 */
export async function addCopiedRows(
  handle: ClubTx | ControlTx,
  schema: Schema,
  from: ClubDb | ControlDb,
  tables: readonly WholeTable[],
): Promise<void> {
  const tx = handle as unknown as Kysely<unknown>;
  const order = (await tablesIn(handle, schema)).toReversed();
  const placeOf = ({ name }: WholeTable) => order.indexOf(name);
  await sql`select set_config('goodside.copies', 'on', true)`.execute(tx);
  await copyTables(
    from,
    handle,
    tables.toSorted((one, other) => placeOf(one) - placeOf(other)),
  );
  await sql`select set_config('goodside.copies', '', true)`.execute(tx);
  await numberOnwards(tx, schema);
}

/** Others take numbers at the same time. */
const SPARE_NUMBERS = 100;

/** Lets the numbers that PostgreSQL gives go on behind those that came along. */
async function numberOnwards(tx: Kysely<unknown>, schema: Schema): Promise<void> {
  const { rows } = await sql<{
    table: string;
    column: string;
  }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = ${schema} and is_identity = 'YES'`.execute(tx);
  for (const { table, column } of rows)
    await sql`select setval(numbers, last + ${SPARE_NUMBERS}) from (select
        pg_get_serial_sequence(${`${schema}.${table}`}, ${column})::regclass as numbers,
        (select max(${sql.ref(column)}) from ${sql.table(table)}) as last) as own
      where last > coalesce(pg_sequence_last_value(numbers), 0)`.execute(tx);
}
