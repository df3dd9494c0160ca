import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { HandleOnlyReads, inTransaction, readOnlyHandle } from "#app/db/engine.server.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";

const folder = mkdtempSync(join(tmpdir(), "goodside-reader-"));
const db = kyselyOver<{ teams: { id: string } }>(openFile(join(folder, "scratch.sqlite"), { create: true }));
await sql`create table teams (id text primary key) strict`.execute(db);
await db.insertInto("teams").values({ id: "hawks" }).execute();
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test("a handle that only reads runs no statement that could write, and no transaction", async () => {
  const reader = readOnlyHandle(db);
  expect(await reader.selectFrom("teams").selectAll().execute()).toEqual([{ id: "hawks" }]);
  const writes = [
    () => reader.insertInto("teams").values({ id: "otters" }).execute(),
    () => reader.deleteFrom("teams").execute(),
    () => reader.updateTable("teams").set({ id: "owls" }).returning("id").execute(),
    () => sql`drop table teams`.execute(reader),
    () => sql`insert into teams values ('owls') returning id`.execute(reader),
    () => reader.transaction().execute((tx) => tx.deleteFrom("teams").execute()),
  ];
  for (const write of writes) await expect(write()).rejects.toThrow(HandleOnlyReads);
  await expect(inTransaction(reader, async () => {})).rejects.toThrow("not opened by app/db");
  expect(await db.selectFrom("teams").selectAll().execute()).toEqual([{ id: "hawks" }]);
  await db.insertInto("teams").values({ id: "otters" }).execute();
  expect(await reader.selectFrom("teams").select("id").orderBy("id").execute()).toHaveLength(2);
});

test("its readers share the file's handle with its writers in turn", async () => {
  const reader = readOnlyHandle(db);
  expect(readOnlyHandle(db)).toBe(reader);
  await Promise.all([
    inTransaction(db, (tx) => tx.insertInto("teams").values({ id: "owls" }).execute()),
    reader.selectFrom("teams").selectAll().execute(),
  ]);
});
