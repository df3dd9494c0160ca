import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { ratingRow } from "#tests/support/rows.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, ada } = cast;
const { control, platform } = world;
const { rebuildLeaderboard } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");
afterAll(() => world.close());

const admin = await world.signInStaff("admin");
const path = `/admin/clubs/${lakeside.code}/scores`;
const get = async (address: string, cookie = admin) =>
  (await (await world.ask(address, { cookie })).text()).replaceAll("<!-- -->", "");
const recalculate = () => world.save(path, { cookie: admin, form: { reason: "found-by-us" } });
const games = () =>
  platform.clubs.use(lakeside.code, (db) => db.selectFrom("games").selectAll().orderBy("id").execute());
const totals = () =>
  control
    .selectFrom("standings")
    .select(["team_id", "total_score", "rated_games"])
    .where("club_code", "=", lakeside.code)
    .orderBy("team_id")
    .execute();
const acts = () =>
  control
    .selectFrom("audit")
    .select(["actor_kind", "club_code", "detail"])
    .where("kind", "=", "club.scores-recalculated")
    .execute();

/** Creates a game rated 20 and 10 long ago, settled by the coach's rating. */
async function ratedGame(team: string): Promise<string> {
  const id = await world.game(lakeside, team, 200, {
    final_score: 10,
    agreement: "coach-override",
    final_policy: "coach-final",
    finalized_at: new Date().toISOString(),
  });
  const ratings = [
    ratingRow(id, { side: "manager", score: 20 }),
    ratingRow(id, { side: "coach", score: 10 }),
  ];
  await platform.clubs.use(lakeside.code, (db) => db.insertInto("ratings").values(ratings).execute());
  return id;
}

const [first, second] = [await ratedGame(hawks), await ratedGame(otters)];
await rebuildLeaderboard(platform);

// product/support.md#support-tools
describe("recalculating a club's scores", () => {
  test("recalculating says that nothing differs, and then changes nothing", async () => {
    const before = [await games(), await totals()];
    expect(await get(path)).toContain("Nothing to recalculate");
    await world.ask(path, { cookie: admin, form: { reason: "found-by-us", version: "x" } });
    expect([await games(), await totals()]).toEqual(before);
    expect(await acts()).toEqual([]);
  });

  test("recalculating shows counts and teams, never a score, then corrects games and boards, and the club reads it", async () => {
    const [right, boards] = [await games(), await totals()];
    await platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("games").set({ final_score: 0, agreement: "agreed" }).where("id", "=", first).execute(),
    );
    await control.updateTable("standings").set({ total_score: 4711 }).where("team_id", "=", otters).execute();
    const page = await get(path);
    expect(page).toContain("Hawks");
    expect(page).toMatch(/Games that differ<\/dt>\s*<dd[^>]*>1/);
    expect(page).not.toContain("4711");
    const wrong = await games();
    expect(await get(path)).toBe(page);
    expect(await games()).toEqual(wrong);

    expect((await recalculate()).status).toBe(303);
    const timeless = (rows: Awaited<ReturnType<typeof games>>) =>
      rows.map(({ updated_at: _, finalized_at: __, ...row }) => row);
    expect(timeless(await games())).toEqual(timeless(right));
    expect(await totals()).toEqual(boards);
    expect(await acts()).toEqual([
      {
        actor_kind: "staff",
        club_code: lakeside.code,
        detail: expect.stringContaining('"games":1,"reason":"found-by-us"'),
      },
    ]);
    const activity = (await get("/club/settings?tab=activity", ada.cookie)).replaceAll(/<[^>]+>/g, " ");
    expect(activity).toMatch(/Had final scores and boards calculated again/);
    expect(activity).toContain("we noticed it ourselves");
    expect(await get(path)).toContain("Nothing to recalculate");
  });

  test("recalculating removes a score that no rating explains", async () => {
    const id = await world.game(lakeside, hawks, 300, {
      final_score: 20,
      agreement: "agreed",
      final_policy: "coach-final",
      finalized_at: new Date().toISOString(),
    });
    await recalculate();
    expect((await games()).find((game) => game.id === id)).toMatchObject({
      final_score: null,
      agreement: "pending",
      final_policy: null,
      finalized_at: null,
    });
  });

  test("recalculating is refused if the club changed after the preview", async () => {
    await platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("games").set({ final_score: 0 }).where("id", "=", first).execute(),
    );
    const version = /name="version" value="([^"]*)"/.exec(await get(path))?.[1] ?? "";
    await platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("games").set({ final_score: 0 }).where("id", "=", second).execute(),
    );
    const before = await games();
    await world.ask(path, { cookie: admin, form: { reason: "found-by-us", version } });
    expect(await games()).toEqual(before);
    await recalculate();
    expect((await games()).filter(({ final_score }) => final_score === 0)).toEqual([]);
  });

  test("recalculating asks for a reason, and is closed to moderators", async () => {
    expect((await world.save(path, { cookie: admin, form: {} })).status).toBe(422);
    const cookie = await world.signInStaff("moderator");
    expect((await world.ask(path, { cookie })).status).toBe(403);
  });

  test("a second delivery of the same act is one line", async () => {
    const { deliverStaffAct } = await import("#app/journeys/club-events/platform-copies.server.ts");
    const before = await acts();
    const at = new Date().toISOString();
    const act = { act: "club.scores-recalculated", adminId: "robin", detail: {}, at } as const;
    await platform.clubs.use(lakeside.code, async (db) => {
      const ctx = { control, db, club: { code: lakeside.code } };
      await deliverStaffAct(ctx, act);
      await deliverStaffAct(ctx, act);
    });
    expect((await acts()).length).toBe(before.length + 1);
  });
});
