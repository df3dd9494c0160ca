import { afterAll, expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
const { changeClub } = await import("#app/journeys/change-club.server.ts");
const { NEWS_KEPT, tell } = await import("#app/jobs/club-outbox.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
afterAll(() => world.close());

test("a change and the news of it are there together or not at all", async () => {
  const lakeside = await world.club("Lakeside");
  const hawks = await world.team(lakeside, "Hawks");
  await world.platform.clubs.use(lakeside.code, async (db) => {
    const scene = { control: world.control, db, club: lakeside };
    const renamed = (fail: boolean) =>
      changeClub(scene, async (tx) => {
        await tx.updateTable("teams").set({ name: "Falcons" }).where("id", "=", hawks).execute();
        await tell(tx, { kind: "standing", teamId: hawks });
        if (fail) throw new Error("the disk is full");
      });
    const state = async () => ({
      name: (await db.selectFrom("teams").select("name").executeTakeFirstOrThrow()).name,
      news: (await db.selectFrom("outbox").select("id").execute()).length,
    });

    await expect(renamed(true)).rejects.toThrow("the disk is full");
    expect(await state()).toEqual({ name: "Hawks", news: 0 });
    await renamed(false);
    expect(await state()).toEqual({ name: "Falcons", news: 1 });
  });
});

test("years of delivered news do not pile up in a club's file; what was not delivered stays", async () => {
  const hillside = await world.club("Hillside");
  const lions = await world.team(hillside, "Lions");
  await world.platform.clubs.use(hillside.code, async (db) => {
    const old = (id: string, delivered_at: string | null) => {
      const more = { payload: `{"teamId":"${lions}"}`, attempts: 0, last_error: null };
      return { id, kind: "standing" as const, created_at: "2025-01-01T00:00:00.000Z", delivered_at, ...more };
    };
    await db.insertInto("outbox").values(old("stuck", null)).execute();
    const delivered = Array.from({ length: 2 * NEWS_KEPT }, (_, n) =>
      old(`old-${n}`, "2025-01-01T00:00:01.000Z"),
    );
    await db.insertInto("outbox").values(delivered).execute();
    const ids = async () => (await db.selectFrom("outbox").select("id").execute()).map(({ id }) => id);
    await inTransaction(db, (tx) => tell(tx, { kind: "standing", teamId: lions }));
    const kept = await ids();
    expect(kept).toHaveLength(NEWS_KEPT + 1);
    expect(kept).toEqual(expect.arrayContaining(["stuck", `old-${2 * NEWS_KEPT - 1}`]));
    expect(kept).not.toContain("old-0");
    await inTransaction(db, (tx) => tell(tx, { kind: "standing", teamId: lions }));
    expect(await ids()).toHaveLength(NEWS_KEPT + 1);
  });
});
