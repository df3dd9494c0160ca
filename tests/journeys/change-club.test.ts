import { afterAll, expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
const { changeClub } = await import("#app/journeys/change-club.server.ts");
const { tell } = await import("#app/jobs/club-outbox.server.ts");
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
