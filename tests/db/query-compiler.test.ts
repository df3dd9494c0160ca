import type { Kysely } from "kysely";
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
