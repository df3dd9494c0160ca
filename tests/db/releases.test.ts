import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DummyDriver,
  Kysely,
  type Migration,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { migrate, pendingMigrations, schemaMark } from "#app/db/migrate.server.ts";
import { DataIsNewer, laterThan, runsBeside, serving } from "#app/db/releases.server.ts";
import { migrations as club } from "#migrations/club/index.ts";
import { migrations as control } from "#migrations/control/index.ts";

const folder = mkdtempSync(join(tmpdir(), "goodside-releases-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const addsColumn: Migration = {
  up: (db: Kysely<unknown>) =>
    db.schema
      .alterTable("notes")
      .addColumn("color", "text", (column) => column.notNull().defaultTo("blue"))
      .execute(),
};
const earlier: Record<string, Migration> = {
  "001-notes": { up: (db) => db.schema.createTable("notes").addColumn("text", "text").execute() },
};

/** Makes a file that the earlier release has open, and that a later one migrated with a migration of this name. */
async function migratedUnder(name: string) {
  const path = join(folder, `${name}.sqlite`);
  const file = openFile(path, { create: true });
  const db = kyselyOver<{ notes: { text: string } }>(file);
  await migrate(db, earlier);
  const readAll = () => db.selectFrom("notes").selectAll().execute();
  await db.insertInto("notes").values({ text: "before" }).execute();
  await readAll();
  const later = { ...earlier, [name]: addsColumn };
  const other = kyselyOver<{ notes: { text: string } }>(openFile(path));
  await migrate(other, later);
  await other.destroy();
  return { db, file, readAll, later };
}

describe("on a file that a later release has migrated, the earlier one", () => {
  test("on a file that a later release has migrated, the earlier one goes on where the migration's name ends in -beside, and leaves the file's header", async () => {
    const { db, file, readAll, later } = await migratedUnder("002-color-beside");
    expect(await pendingMigrations(db, earlier)).toEqual([]);
    expect(await migrate(db, earlier)).toBe(0);
    expect(file.pragma("user_version", { simple: true })).toBe(schemaMark(later));
    await db.insertInto("notes").values({ text: "after" }).execute();
    expect(await readAll()).toEqual([
      { text: "before", color: "blue" },
      { text: "after", color: "blue" },
    ]);
    await db.destroy();
  });
  test("on a file that a later release has migrated, the earlier one is refused everywhere else", async () => {
    const { db } = await migratedUnder("002-color");
    await expect(pendingMigrations(db, earlier)).rejects.toThrow(DataIsNewer);
    await expect(migrate(db, earlier)).rejects.toThrow("This database is newer than the program: 002-color");
    await db.destroy();
  });
});

test("a serving process says which migrations it has, and a later release finds those that it lacks", () => {
  const lists = { control: ["001-start", "097-words"], club: ["001-start", "103-children"] };
  const said = `goodside jobs ${serving(lists)} process 7 on box`;
  expect(laterThan(said, lists)).toEqual([]);
  const next = { control: lists.control, club: [...lists.club, "104-colors-beside", "105-names"] };
  expect(laterThan(said, next)).toEqual(["club/104-colors-beside", "club/105-names"]);
  expect(laterThan("process 7 on box", lists)).toBeNull();
  expect(laterThan(said, { ...lists, club: ["001-start", "102-other", "103-children"] })).toBeNull();
  expect(laterThan(serving())).toEqual([]);
});

/** Collects the SQL of a migration without a database. */
async function statementsOf(migration: Migration): Promise<string[]> {
  const said: string[] = [];
  const db = new Kysely<unknown>({
    log: ({ query }) => void said.push(query.sql),
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (on) => new SqliteIntrospector(on),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  await migration.up(db);
  return said;
}

const ADDS = /^(create table|create index|alter table \S+ add column) /i;
const NEEDED = /^alter table (?!.* default ).* not null/i;
/** Loads the statements that the earlier release would miss or contradict. */
const notAdditive = async (migration: Migration) =>
  (await statementsOf(migration)).filter((said) => !ADDS.test(said) || NEEDED.test(said));

test("a migration whose name ends in -beside only adds", async () => {
  const says = (statement: string): Migration => ({ up: (db) => sql.raw(statement).execute(db) as never });
  expect(await notAdditive(addsColumn)).toEqual([]);
  for (const statement of [
    "alter table notes rename column text to words",
    "alter table notes add column color text not null",
    "create unique index notes_once on notes (text)",
    "update notes set text = ''",
    "drop table notes",
  ])
    expect(await notAdditive(says(statement))).toEqual([statement]);
  for (const [name, migration] of Object.entries({ ...club, ...control }))
    if (runsBeside(name)) expect([name, await notAdditive(migration)]).toEqual([name, []]);
});
