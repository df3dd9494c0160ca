import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, otters, ada, mia, rita } = await openLakeside();
afterAll(() => world.close());
const { putBack, takeOut } = await import("#app/domain/club/games/take-out.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { editedFields } = await import("#app/domain/club/games/game-changes.ts");
const { gameVersion } = await import("#app/domain/club/games/games.server.ts");

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const page = async (path: string, cookie = ada.cookie) =>
  (await (await world.ask(path, { cookie })).text())
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const post = (gameId: string, form: Record<string, string>, cookie = ada.cookie) =>
  world.ask(`/schedule/${gameId}/out`, { cookie, form });
const statusOf = async (id: string) =>
  (
    await inFile((db) =>
      db.selectFrom("games").select("status").where("id", "=", id).executeTakeFirstOrThrow(),
    )
  ).status;

async function ratedGame(team: string, hoursAgo: number, score: 0 | 10 | 20) {
  const id = await world.game(lakeside, team, hoursAgo, {
    ...{ final_score: score, agreement: "agreed", final_policy: "coach-final" },
    finalized_at: new Date().toISOString(),
  });
  await inFile((db) =>
    db
      .insertInto("ratings")
      .values({
        ...{ id: `r-${id}`, game_id: id, side: "coach", score, reason: "x", tags: "[]" },
        ...{
          submission_key: `k-${id}`,
          given_by: "dana",
          given_by_name: "Dana Reyes",
          given_as: "head",
        },
        ...{ correction_reason: "", saw_other: 0, given_at: new Date().toISOString(), superseded_at: null },
      })
      .execute(),
  );
  return id;
}

// product/games.md#games-taken-out
test("an administrator takes a rated game out of the figures, and puts it back", async () => {
  await ratedGame(hawks, 200, 20);
  const twin = await ratedGame(hawks, 190, 0);
  expect(await page("/reports?tab=teams&range=month")).toContain("2 , 2 rated");
  expect((await post(twin, { why: "duplicate" }, mia.cookie)).status).toBe(403);
  expect((await post(twin, { why: "duplicate" }, rita.cookie)).status).toBe(404);
  const empty = await post(twin, { note: "The league entered it twice" });
  expect(empty.status).toBe(422);
  expect(await empty.text()).toContain("Choose why it should not count");
  expect(await statusOf(twin)).toBe("scheduled");
  const out = await post(twin, { why: "duplicate", note: "The league entered it twice" });
  expect([out.status, out.headers.get("Location")]).toEqual([303, `/rating/${twin}`]);
  expect((await post(twin, { why: "not-played" })).status).toBe(303);
  for (const cookie of [ada.cookie, mia.cookie]) {
    const game = await page(`/rating/${twin}`, cookie);
    expect(game).toContain("It is in no figure");
    expect(game).toContain("it is here twice. The league entered it twice");
    expect(game).toContain("Taken out");
  }
  expect(await page("/reports?tab=teams&range=month")).toContain("1 , 1 rated");
  expect(await page(`/schedule/${twin}/edit`)).toContain("It is in no figure");
  expect(await page(`/schedule/${twin}/edit`)).not.toContain("Save Changes");
  const month = new Date(Date.now() - 190 * 3_600_000).toISOString().slice(0, 7);
  expect(await page(`/schedule?month=${month}`)).toContain("Taken out");
  const back = await post(twin, { intent: "back" });
  expect(back.status).toBe(303);
  expect(await statusOf(twin)).toBe("scheduled");
  expect(await page("/reports?tab=teams&range=month")).toContain("2 , 2 rated");
});

test("a game that is out is neither edited nor put back on the schedule", async () => {
  const game = await ratedGame(otters, 180, 0);
  await post(game, { why: "not-played" });
  const stored = await inFile((db) =>
    db.selectFrom("games").selectAll().where("id", "=", game).executeTakeFirstOrThrow(),
  );
  const { time, ...values } = editedFields(stored);
  const edit = await world.ask(`/schedule/${game}/edit`, {
    cookie: ada.cookie,
    form: { ...values, time: time ?? "", status: "completed", version: gameVersion(stored) },
  });
  expect(edit.status).toBe(422);
  const restore = await world.ask(`/schedule/${game}/cancel`, {
    cookie: ada.cookie,
    form: { intent: "restore", version: gameVersion(stored) },
  });
  expect(restore.status).toBe(422);
  expect(await statusOf(game)).toBe("cancelled");
});

test("an excluded game can be restored for 30 days, and an unrated game is cancelled instead", async () => {
  const game = await ratedGame(hawks, 170, 10);
  const at = new Date("2026-11-01T12:00:00Z");
  const change = (work: Parameters<typeof inTransaction<never, unknown>>[1]) =>
    inFile((db) => inTransaction(db as never, work));
  const tried = await change((tx) =>
    takeOut(tx as never, game, { why: "wrong-team", note: "", byName: "Ada Park" }, at),
  );
  expect(tried).toEqual({ ok: true });
  expect(await change((tx) => putBack(tx as never, game, new Date("2026-12-01T12:00:01Z")))).toEqual({
    ok: false,
    problem: "too-late",
  });
  expect(await statusOf(game)).toBe("cancelled");
  expect(await change((tx) => putBack(tx as never, game, new Date("2026-12-01T12:00:00Z")))).toEqual({
    ok: true,
  });
  const unrated = await world.game(lakeside, hawks, 160);
  expect((await post(unrated, { why: "not-played" })).status).toBe(422);
  expect(await page(`/schedule/${unrated}/out`)).toContain("Nobody has rated this game");
});

// product/games.md#games
test("the form of a game offers no status that saving would refuse", async () => {
  const rated = await ratedGame(hawks, 150, 20);
  const toCome = await world.game(lakeside, hawks, -50);
  const form = async (id: string) => (await world.ask(`/schedule/${id}/edit`, { cookie: ada.cookie })).text();
  expect(await form(rated)).not.toContain('value="cancelled"');
  expect(await form(rated)).toContain("Take it out of the figures");
  expect(await form(toCome)).toContain('value="cancelled"');
  expect(await form(toCome)).not.toContain('value="completed"');
  expect(await page(`/schedule/${rated}/delete`)).toContain("Take it out of the figures");
  expect(await page(`/schedule/${rated}/delete`, mia.cookie)).not.toContain("Take it out of the figures");
});
