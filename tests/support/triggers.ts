import { type Kysely, sql } from "kysely";

type When = `${"before" | "after"} ${"insert" | "update" | "delete"}`;

/**
 * Makes the database itself run a statement with each new row of a table, on either engine.
 * @returns a function that ends it
 */
export async function withEachRow<Schema>(
  db: Kysely<Schema>,
  when: When,
  table: string,
  statement: string,
): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(db);
  if (!process.env.DATABASE_URL) {
    await run(`create trigger of_test ${when} on ${table} begin ${statement}; end`);
    return async () => void (await run("drop trigger of_test"));
  }
  await run(`create function of_test() returns trigger language plpgsql as $$ begin
    ${statement}; return coalesce(new, old); end $$`);
  await run(`create trigger of_test ${when} on ${table} for each row execute function of_test()`);
  return async () => {
    await run(`drop trigger of_test on ${table}`);
    await run("drop function of_test()");
  };
}

/**
 * Makes a table refuse every new row (or what else `when` names), as on a full disk.
 * @returns a function that restores it
 */
export const breakTable = <Schema>(
  db: Kysely<Schema>,
  table: string,
  when: When = "before insert",
): Promise<() => Promise<void>> =>
  withEachRow(
    db,
    when,
    table,
    process.env.DATABASE_URL
      ? "raise exception 'broken by a test'"
      : "select raise(abort, 'broken by a test')",
  );
