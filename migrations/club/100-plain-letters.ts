import { type Kysely, sql } from "kysely";

/** Letters that do not decompose into a letter and a mark, with their plain spelling. */
const LETTERS = "đd Đd łl Łl øo Øo æae Æae ßss ıi"
  .split(" ")
  .map((pair) => [pair[0], pair.slice(1)] as const);

const plain = (text: string) =>
  LETTERS.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, text);

/** Lets a club's search find 'Đại' by 'dai': the words of its names are indexed in plain letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: triggers } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger' and (name like 'search\\_%\\_added' escape '\\' or name like 'search\\_%\\_changed' escape '\\')`.execute(
    db,
  );
  for (const trigger of triggers) {
    await sql`drop trigger ${sql.table(trigger.name)}`.execute(db);
    const indexed = trigger.sql.replace(
      /replace\((new\.\w+), ''''/g,
      (_, name) => `replace(${plain(name)}, ''''`,
    );
    await sql.raw(indexed).execute(db);
  }
  for (const table of ["search_people", "search_places"]) {
    const differs = `words <> ${plain("words")}`;
    for (const statement of [
      `create table plain_names as select kind, name, ${plain("words")} as words from ${table} where ${differs}`,
      `delete from ${table} where ${differs}`,
      `insert into ${table} (kind, name, words) select kind, name, words from plain_names`,
      `drop table plain_names`,
    ])
      await sql.raw(statement).execute(db);
  }
}

/** PostgreSQL compares names through `unaccent`, which knows these letters. */
export const postgres = "";
