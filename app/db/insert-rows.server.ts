import { CompiledQuery, type Kysely } from "kysely";
import type { ClubDb, ClubSchema } from "./club/schema.ts";
import type { ControlDb, ControlSchema } from "./control/schema.ts";

/** So many values go into one statement at most: longer ones take longer to prepare than they save. */
const MOST_VALUES = 500;

type Tables = ClubSchema & ControlSchema;

/**
 * Inserts rows that all have the same columns, many a statement and with the same few texts each time, so that each
 * is prepared once. Kysely would build a statement of its own for every batch, which costs more than the insert.
 * @param turn is awaited after each statement: `yieldToEventLoop()`, where others are to be served meanwhile
 */
export async function insertRows<Table extends keyof Tables>(
  db: ClubDb | ControlDb,
  table: Table,
  rows: Iterable<Tables[Table]>,
  turn: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  let columns: string[] | undefined;
  let most = 1;
  let values: unknown[] = [];
  const write = async (names: string[]) => {
    await (db as Kysely<unknown>).executeQuery(
      CompiledQuery.raw(statement(table, names, values.length / names.length), values),
    );
    values = [];
    await turn();
  };
  for (const row of rows as Iterable<Record<string, unknown>>) {
    if (!columns) {
      columns = Object.keys(row);
      most = Math.max(1, Math.floor(MOST_VALUES / columns.length)) * columns.length;
    }
    for (const column of columns) values.push(row[column]);
    if (values.length === most) await write(columns);
  }
  if (columns && values.length > 0) await write(columns);
}

function statement(table: string, columns: string[], rows: number): string {
  const one = `(${columns.map(() => "?").join(", ")})`;
  const names = columns.map((name) => `"${name}"`).join(", ");
  return `insert into "${table}" (${names}) values ${Array(rows).fill(one).join(", ")}`;
}
