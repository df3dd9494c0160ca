import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiled } from "#app/db/compiled.server.ts";
import { kyselyOver, openMemory } from "#app/db/file-engine.server.ts";

interface Schema {
  games: { id: string; team: string; starts_at: string };
  scores: { game: string; points: number; note: string | null };
}

const db = kyselyOver<Schema>(openMemory());
let built = 0;

const gamesOf = compiled(
  (
    file: Kysely<Schema>,
    given: { teams: readonly string[]; at: Date; not: string },
    shape: { old: boolean },
  ) => {
    built += 1;
    const dayBefore = new Date(given.at.getTime() - 86_400_000).toISOString();
    return file
      .selectFrom("games")
      .select("id")
      .where("team", "in", given.teams)
      .where("starts_at", shape.old ? "<" : ">=", dayBefore)
      .where("id", "<>", given.not)
      .orderBy("id");
  },
);

beforeAll(async () => {
  const games = [
    ["a", "otters", "2026-11-01"],
    ["b", "otters", "2026-11-10"],
    ["c", "bears", "2026-11-10"],
  ] as const;
  await db.schema
    .createTable("games")
    .addColumn("id", "text")
    .addColumn("team", "text")
    .addColumn("starts_at", "text")
    .execute();
  for (const [id, team, day] of games)
    await db
      .insertInto("games")
      .values({ id, team, starts_at: `${day}T12:00:00.000Z` })
      .execute();
});
afterAll(() => db.destroy());

const ids = async (teams: string[], day: string, old: boolean, not = "") =>
  (await gamesOf(db, { teams, at: new Date(`${day}T12:00:00Z`), not }, { old })).map(({ id }) => id);

test("a compiled query is bound to the values of each call", async () => {
  expect(await ids(["otters"], "2026-11-02", false)).toEqual(["a", "b"]);
  expect(await ids(["otters"], "2026-11-03", false)).toEqual(["b"]);
  expect(await ids(["bears"], "2026-11-03", false)).toEqual(["c"]);
  expect(await ids(["otters"], "2026-11-02", false, "a")).toEqual(["b"]);
});

test("a moment is bound as far from the call's as it was from the stand-in, up to a year", async () => {
  for (const days of [-366, -184, 184, 366]) {
    const shifted = compiled((file: Kysely<Schema>, { at }: { at: Date }) =>
      file
        .selectFrom("games")
        .select("id")
        .where("starts_at", "=", new Date(at.getTime() - days * 86_400_000).toISOString()),
    );
    const at = new Date(Date.parse("2026-11-01T12:00:00Z") + days * 86_400_000);
    expect(await shifted(db, { at }), String(days)).toEqual([{ id: "a" }]);
  }
});

test("it is built again for another shape or another number of values, and only then", async () => {
  built = 0;
  expect(await ids(["otters", "bears"], "2026-11-03", false)).toEqual(["b", "c"]);
  expect(await ids(["bears", "otters"], "2026-11-11", false)).toEqual(["b", "c"]);
  expect(await ids(["otters", "bears"], "2026-11-11", true)).toEqual(["a"]);
  expect(built).toBe(2);
});

test("numbers and null are bound as what they are", async () => {
  const add = compiled((file: Kysely<Schema>, row: Schema["scores"]) =>
    file.insertInto("scores").values(row),
  );
  await db.schema
    .createTable("scores")
    .addColumn("game", "text")
    .addColumn("points", "integer")
    .addColumn("note", "text")
    .execute();
  await add(db, { game: "a", points: 3, note: null });
  await add(db, { game: "b", points: 0, note: "rain" });
  expect(await db.selectFrom("scores").selectAll().orderBy("game").execute()).toEqual([
    { game: "a", points: 3, note: null },
    { game: "b", points: 0, note: "rain" },
  ]);
});
