import { CompiledQuery, type Insertable, type Kysely, type RawBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema } from "./club/schema.ts";
import type { ControlDb, ControlSchema } from "./control/schema.ts";
import { onPostgres } from "./dialect.server.ts";

/** Values per statement: preparing longer statements costs more than it saves. */
const MAX_VALUES = 500;

type Tables = ClubSchema & ControlSchema;

/**
 * Inserts rows with equal columns, many per statement. The few distinct statements are prepared once; Kysely would
 * build one for every batch, which costs more than the insert.
 * @param turn awaited after each statement; pass `yieldToEventLoop()` to serve other requests meanwhile
 */
export async function insertRows<Table extends keyof Tables>(
  db: ClubDb | ControlDb,
  table: Table,
  rows: Iterable<Insertable<Tables[Table]>>,
  turn: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  let columns: string[] | undefined;
  let maxValues = 1;
  let values: unknown[] = [];
  const write = async (names: string[]) => {
    await (db as Kysely<unknown>).executeQuery(
      CompiledQuery.raw(
        statement(table, names, values.length / names.length, onPostgres(db as Kysely<unknown>)),
        values,
      ),
    );
    values = [];
    await turn();
  };
  for (const row of rows as Iterable<Record<string, unknown>>) {
    if (!columns) {
      columns = Object.keys(row);
      maxValues = Math.max(1, Math.floor(MAX_VALUES / columns.length)) * columns.length;
    }
    for (const column of columns) values.push(row[column]);
    if (values.length === maxValues) await write(columns);
  }
  if (columns && values.length > 0) await write(columns);
}

/** Returns these columns of the row that was to be inserted, for `doUpdateSet`. */
export const excluded = <Column extends string>(...columns: readonly Column[]) => refsTo("excluded", columns);

/** Returns these columns of another table, for `set`. */
export const refsTo = <Column extends string>(
  table: string,
  columns: readonly Column[],
): Record<Column, RawBuilder<never>> =>
  Object.fromEntries(columns.map((name) => [name, sql.ref(`${table}.${name}`)])) as Record<
    Column,
    RawBuilder<never>
  >;

function statement(table: string, columns: string[], rows: number, numbered: boolean): string {
  const place = (row: number, column: number) => (numbered ? `$${row * columns.length + column + 1}` : "?");
  const values = Array.from({ length: rows }, (_, row) => columns.map((_, column) => place(row, column)));
  const names = columns.map((name) => `"${name}"`).join(", ");
  return `insert into "${table}" (${names}) values ${values.map((one) => `(${one.join(", ")})`).join(", ")}`;
}
