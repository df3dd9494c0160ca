import type { Compilable, CompiledQuery, Kysely } from "kysely";

/**
 * A query whose text is printed once. Kysely composes and prints a query anew for each call, which costs as much as
 * SQLite's own work for it; this is for those that every request asks.
 * @param build may pass its arguments on as parameters, and must not look at them
 */
export function compiledQuery<Schema, Args extends readonly string[], Row>(
  build: (db: Kysely<Schema>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Schema>, ...args: Args) => Promise<Row[]> {
  let known: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    const marks = args.map(markOf);
    known ??= build(db, ...(marks as unknown as Args)).compile();
    const parameters = known.parameters.map((value) => {
      const index = marks.indexOf(value as string);
      return index < 0 ? value : args[index];
    });
    const { rows } = await db.executeQuery({ ...known, parameters });
    return rows;
  };
}

/** Stands for an argument while the query is printed; no text of a query has a NUL. */
const markOf = (_: string, index: number): string => `\u0000argument ${index}`;
