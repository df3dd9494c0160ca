import { type Kysely, sql as raw } from "kysely";
import { afterAll, expect, test } from "vitest";
import { kyselyOver, openMemory } from "#app/db/file-engine.server.ts";

interface Schema {
  staff: { team_id: string; role: string; status: string };
}

const db: Kysely<Schema> = kyselyOver<Schema>(openMemory());
afterAll(() => db.destroy());

test("a word that decides about a partial index is part of the statement", () => {
  const { sql, parameters } = db
    .selectFrom("staff as s")
    .select("s.team_id")
    .where("s.team_id", "=", "otters")
    .where("s.status", "=", "active")
    .where("s.role", "in", ["coach", "manager"])
    .compile();
  expect(sql).toContain(
    `"s"."team_id" = ? and "s"."status" = 'active' and "s"."role" in ('coach', 'manager')`,
  );
  expect(parameters).toEqual(["otters"]);
});

test("what is no such word is bound", () => {
  const typed = "active' or 1 = 1 --";
  const { sql, parameters } = db.selectFrom("staff").selectAll().where("status", "=", typed).compile();
  expect(sql).toContain(`"status" = ?`);
  expect(parameters).toEqual([typed]);
});

test("how many rows are asked for is part of the statement, from which on is bound", () => {
  const { sql, parameters } = db.selectFrom("staff").selectAll().limit(20).offset(40).compile();
  expect(sql).toMatch(/ limit 20 offset \?$/);
  expect(parameters).toEqual([40]);
  const written = raw`select * from staff order by team_id limit ${7}`.compile(db);
  expect(written).toMatchObject({ sql: "select * from staff order by team_id limit 7", parameters: [] });
});

test("a limit that is no whole number is bound, and so is a number that follows a limit", () => {
  const typed = "1; drop table staff" as unknown as number;
  expect(db.selectFrom("staff").selectAll().limit(typed).compile()).toMatchObject({ parameters: [typed] });
  expect(db.selectFrom("staff").selectAll().limit(0.5).compile()).toMatchObject({ parameters: [0.5] });
  const after = raw`select * from (select * from staff limit ${3}) as some where team_id = ${4}`.compile(db);
  expect(after.parameters).toEqual([4]);
});
