import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside } = await openLakeside();
afterAll(() => world.close());
const { addSeason, correctSeason, findSeason, historyOf, listSeasons, refereeSchema, retentionOf } =
  await import("#app/domain/club/referees/referees.server.ts");
const { readMeasured } = await import("#app/domain/club/reports/measured.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

type Db = Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0];
const inClub = <Result>(work: (db: Db) => Promise<Result>) => world.platform.clubs.use(lakeside.code, work);
const fall = { season: "Fall 2025", firstDay: "2025-08-01", started: 26, stayed: null };
const about = (by: string, day: number) => ({ by, at: `2026-01-0${day}T12:00:00.000Z` });
const add = (count = {}, by = about("Ada", 1)) =>
  inClub((db) => inTransaction(db, (tx) => addSeason(tx, { ...fall, ...count }, by)));
const added = async (count = {}) => {
  const result = await add(count);
  if (!result.ok) throw new Error(result.problem);
  return inClub(
    async (db) => (await findSeason(db, result.id)) as NonNullable<Awaited<ReturnType<typeof findSeason>>>,
  );
};
const correct = (id: string, version: string, count = {}, by = about("Bo", 2)) =>
  inClub((db) => inTransaction(db, (tx) => correctSeason(tx, id, { ...fall, ...count, version }, by)));

beforeEach(() => inClub((db) => db.deleteFrom("referee_counts").execute()));

// product/reports.md#referees
describe("the referees of a season", () => {
  test("the referees of a season are entered at its start and completed at its end, with the author and time of each version", async () => {
    const { id, version } = await added();
    expect(await correct(id, version, { stayed: 17 })).toEqual({ ok: true, id });
    const [season] = await inClub((db) => listSeasons(db));
    expect(season).toMatchObject({ season: "Fall 2025", started: 26, stayed: 17, byName: "Bo" });
    expect(retentionOf(season ?? fall)).toMatchObject({ share: 17 / 26, low: expect.closeTo(0.462, 2) });
    const history = await inClub((db) => historyOf(db, id));
    expect(history.map(({ stayed, byName }) => [stayed, byName])).toEqual([
      [17, "Bo"],
      [null, "Ada"],
    ]);
  });

  test("the referees of a season say nothing before the end, and too little of fewer than five", () => {
    expect(retentionOf({ started: 26, stayed: null })).toBeNull();
    expect(retentionOf({ started: 4, stayed: 4 })).toBeNull();
  });

  test("the referees of a season have one entry a name, and never more who stayed than began", async () => {
    const { id, version } = await added();
    expect(await add({ season: " fall  2025" })).toEqual({ ok: false, problem: "taken" });
    expect(await add({ season: "Fall 2024", stayed: 27 })).toEqual({ ok: false, problem: "more" });
    expect(await correct(id, version, { stayed: 27 })).toEqual({ ok: false, problem: "more" });
    expect(await correct(id, version, { season: "FALL 2025" })).toMatchObject({ ok: true });
  });

  test("the referees of a season are not written over by a form that was filled from an older version", async () => {
    const { id, version } = await added();
    await correct(id, version, { stayed: 17 });
    expect(await correct(id, version, { stayed: 18 })).toMatchObject({
      ok: false,
      problem: "stale",
      stored: { stayed: 17 },
    });
    // The same form twice is once.
    expect(await correct(id, version, { stayed: 17 })).toEqual({ ok: true, id });
    expect((await inClub((db) => historyOf(db, id))).length).toBe(2);
    expect(await correct("another", version)).toEqual({ ok: false, problem: "not-found" });
  });

  test("the referees of a season make the retention of the latest season that began by a day and has an end", async () => {
    await add({ stayed: 17 });
    await add({ season: "Spring 2026", firstDay: "2026-01-01", started: 24, stayed: 19 });
    await add({ season: "Fall 2026", firstDay: "2026-08-01" });
    const latest = (day: string) =>
      inClub(
        async (db) =>
          (
            await readMeasured(db, {
              team: "",
              from: day,
              to: day,
              range: "own",
              timezone: "America/Chicago",
            })
          ).retention,
      );
    expect(await latest("2026-12-31")).toMatchObject({ season: "Spring 2026", stayed: 19 });
    expect(await latest("2025-12-31")).toMatchObject({ season: "Fall 2025", stayed: 17 });
    expect(await latest("2025-07-01")).toBeNull();
  });

  test.each([
    [{ started: "0" }, "started"],
    [{ started: "-3" }, "started"],
    [{ started: "2.5" }, "started"],
    [{ started: "99999" }, "started"],
    [{ stayed: "many" }, "stayed"],
    [{ firstDay: "2025-02-30" }, "firstDay"],
    [{ season: "" }, "season"],
  ])("the referees of a season refuse %j", (change, field) => {
    const form = { season: "Fall 2025", firstDay: "2025-08-01", started: "26", stayed: "", ...change };
    expect(refereeSchema.safeParse(form).error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});
