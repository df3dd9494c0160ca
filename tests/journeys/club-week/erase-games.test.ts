import { afterAll, expect, test } from "vitest";
import { gameRow } from "../../support/rows.ts";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const { control, platform } = world;
afterAll(() => world.close());
const { eraseGames } = await import("#app/journeys/club-week/steps.server.ts");

const club = await world.club("Lakeside FC");
const team = await world.team(club, "Lions");
const week = (at: string) =>
  platform.clubs.use(club.code, (db) =>
    eraseGames({
      control,
      db,
      club: {
        code: club.code,
        name: "",
        email: "",
        timezone: "UTC",
        color: null,
        address: "",
        city: "",
        state: "",
        zip: "",
      },
      at: new Date(at),
      planned: null,
      first: false,
    }),
  );
const rowsOf = (table: "games" | "ratings" | "incidents") =>
  platform.clubs.use(club.code, async (db) =>
    (await db.selectFrom(table).select("id").execute()).map(({ id }) => id),
  );

test("games go after seven years with all that hangs on them", async () => {
  const rating = (id: string, gameId: string) => ({
    id,
    game_id: gameId,
    side: "coach" as const,
    score: 0 as const,
    reason: "Shouting",
    tags: "[]",
    submission_key: id,
    given_by: "dana",
    given_by_name: "Dana",
    given_as: "head" as const,
    correction_reason: "",
    saw_other: 0,
    given_at: "2020-02-29T20:00:00.000Z",
    superseded_at: null,
  });
  await platform.clubs.use(club.code, async (db) => {
    await db
      .insertInto("games")
      .values([
        gameRow("old", team, new Date("2020-02-29T18:00:00.000Z")),
        gameRow("young", team, new Date("2020-03-02T18:00:00.000Z")),
      ])
      .execute();
    await db
      .insertInto("ratings")
      .values([rating("r-old", "old"), rating("r-young", "young")])
      .execute();
    await db
      .insertInto("incidents")
      .values({
        id: "case",
        game_id: "old",
        rating_id: "r-old",
        what: "",
        when_text: "",
        official_was_minor: "unknown",
        abuse_level: null,
        status: "open",
        opened_at: "2020-02-29T20:00:00.000Z",
        updated_at: "2020-02-29T20:00:00.000Z",
        updated_by_name: "Dana",
        agreed: "",
        closed_as: null,
        closed_at: null,
        erases_at: "2022-03-01T20:00:00.000Z",
        erased_at: null,
      })
      .execute();
  });

  expect(await week("2027-03-01T17:59:59.999Z")).toEqual(new Date("2027-03-01T18:00:00.000Z"));
  expect(await rowsOf("games")).toHaveLength(2);
  expect(await week("2027-03-01T18:00:00.000Z")).toEqual(new Date("2027-03-02T18:00:00.000Z"));
  expect(await rowsOf("games")).toEqual(["young"]);
  expect(await rowsOf("ratings")).toEqual(["r-young"]);
  expect(await rowsOf("incidents")).toEqual([]);
  const audit = await platform.clubs.use(club.code, (db) =>
    db.selectFrom("audit").select(["kind", "detail"]).orderBy("seq", "desc").limit(1).execute(),
  );
  expect(audit).toEqual([{ kind: "records.time-up", detail: '{"clock":"games","count":1}' }]);
  expect(await week("2027-03-03T00:00:00.000Z")).toBeNull();
});
