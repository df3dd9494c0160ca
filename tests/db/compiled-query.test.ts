import { expect, test } from "vitest";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { inTransaction, kyselyOver, openMemory } from "#app/db/engine.server.ts";

interface Schema {
  games: { id: string; team: string; day: string };
}

test("a compiled query gives the rows of its arguments at each call, also inside a transaction", async () => {
  const db = kyselyOver<Schema>(openMemory());
  await db.schema
    .createTable("games")
    .addColumn("id", "text")
    .addColumn("team", "text")
    .addColumn("day", "text")
    .execute();
  const games = [
    { id: "one", team: "Hawks", day: "2026-11-21" },
    { id: "two", team: "Hawks", day: "2026-11-28" },
    { id: "three", team: "Otters", day: "2026-11-28" },
  ];
  await db.insertInto("games").values(games).execute();
  let built = 0;
  const find = compiledQuery((from: typeof db, team: string, day: string) => {
    built += 1;
    return from.selectFrom("games").select("id").where("day", ">=", day).where("team", "=", team).limit(5);
  });
  expect(await find(db, "Hawks", "2026-11-22")).toEqual([{ id: "two" }]);
  expect(await find(db, "Otters", "2026-11-01")).toEqual([{ id: "three" }]);
  expect(await inTransaction(db, (tx) => find(tx, "Hawks", "2026-11-01"))).toEqual([
    { id: "one" },
    { id: "two" },
  ]);
  expect(built).toBe(1);
  await db.destroy();
});
