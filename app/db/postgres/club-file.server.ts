import { type Kysely, sql } from "kysely";
import type { ClubDb, ClubTx } from "../club/schema.ts";
import { writeThrough } from "../copy.server.ts";
import { readOneMoment } from "../engine.server.ts";
import { insertRows } from "../insert-rows.server.ts";
import { fillClubFile, makeTemplate } from "../new-club-file.server.ts";

/** Writes a club's rows of one moment into a new file at a path, which is as its own would be. */
export async function writeClubFile(db: ClubDb, path: string): Promise<void> {
  const { bytes } = await readOneMoment(db, async (rows) =>
    fillClubFile(await makeTemplate(), (file) => fill(file as ClubTx, rows)),
  );
  writeThrough(path, bytes);
}

async function fill(file: ClubTx, from: ClubDb): Promise<void> {
  const master = sql<{ name: string; sql: string }>;
  const { rows: triggers } = await master`select name, sql from sqlite_master where type = 'trigger'`.execute(
    file,
  );
  const { rows: indexes } = await master`select name, sql from sqlite_master
    where sql like 'create virtual table%'`.execute(file);
  const { rows: tables } = await master`select name, sql from sqlite_master where type = 'table'
    and sql not like 'create virtual table%' and name not like 'sqlite\\_%' escape '\\'
    and name not like '%\\_trigrams\\_%' escape '\\' and name <> 'kysely_migration'`.execute(file);
  // What they would write is among the rows.
  for (const { name } of triggers) await sql`drop trigger ${sql.table(name)}`.execute(file);
  await sql`pragma defer_foreign_keys = on`.execute(file);
  for (const { name } of tables) {
    const { rows: columns } = await sql<{
      name: string;
    }>`select name from pragma_table_info(${name})`.execute(file);
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${sql.join(columns.map((column) => sql.ref(column.name)))}
      from ${sql.table(name)}`.execute(from);
    // An empty file has rows of its own, such as its counter of changes.
    await sql`delete from ${sql.table(name)}`.execute(file);
    // Both schemas have the same tables, which a test compares.
    await insertRows(file, name as "games", rows as never);
  }
  for (const { name } of indexes)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(file);
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(file as unknown as Kysely<unknown>);
}
