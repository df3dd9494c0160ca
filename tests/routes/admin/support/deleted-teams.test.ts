import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, ada, dana, riverside, lynxes } = cast;
const { control, platform } = world;
afterAll(() => world.close());

const admin = await world.signInStaff("admin");
const list = `/admin/clubs/${lakeside.code}/teams`;
const get = async (address: string, cookie = admin) =>
  (await (await world.ask(address, { cookie })).text()).replaceAll("<!-- -->", "");
const deleteLongAgo = async (teamId: string) => {
  await platform.clubs.use(lakeside.code, (db) =>
    db
      .updateTable("teams")
      .set({ status: "deleted", status_since: "2026-01-05T10:00:00.000Z" })
      .where("id", "=", teamId)
      .execute(),
  );
};
const teamOf = (teamId: string) =>
  platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("teams").select(["name", "status"]).where("id", "=", teamId).executeTakeFirstOrThrow(),
  );

// product/support.md#support-tools
describe("a team that was deleted long ago", () => {
  test("staff restore a team that was deleted long ago with its staff's access, and the club reads it once", async () => {
    expect(await get(list)).toContain("No team is deleted");
    await world.ask(`/teams/${hawks}/delete`, { cookie: ada.cookie, form: { confirmation: "Hawks" } });
    await deleteLongAgo(hawks);
    expect((await world.ask("/dashboard", { cookie: dana.cookie })).status).not.toBe(200);
    expect(
      (await world.ask(`/teams/${hawks}/restore`, { cookie: ada.cookie, form: { name: "" } })).headers.get(
        "Location",
      ),
    ).toBe("/teams/archived");
    const page = await get(list);
    expect(page).toContain("Only you");
    expect(page).toContain(`href="${list}/${hawks}"`);
    // The search leads there directly.
    expect(await get("/admin/search?tab=teams&q=hawks")).toContain(`href="${list}/${hawks}"`);
    expect(await get(`${list}/${hawks}`)).toContain("What comes back");

    expect((await world.ask(`${list}/${hawks}`, { cookie: admin, form: {} })).status).toBe(422);
    const answer = await world.ask(`${list}/${hawks}`, {
      cookie: admin,
      form: { reason: "asked-by-phone" },
    });
    expect(answer.status).toBe(303);
    expect(await teamOf(hawks)).toEqual({ name: "Hawks", status: "active" });
    const cookie = await world.signIn(dana.id, lakeside.code);
    expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
    const rows = await control
      .selectFrom("audit")
      .select(["actor_kind", "subject", "detail"])
      .where("kind", "=", "club.team-brought-back")
      .execute();
    expect(rows).toEqual([{ actor_kind: "staff", subject: hawks, detail: '{"reason":"asked-by-phone"}' }]);
    const activity = (await get("/club/settings?tab=activity", ada.cookie))
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
    expect(activity).toContain("Brought back a team that was deleted long ago: Hawks (they asked by phone)");
    expect(activity).not.toContain("Brought a team back");
    // The second time there is no team to restore.
    expect(
      (await world.ask(`${list}/${hawks}`, { cookie: admin, form: { reason: "asked-by-phone" } })).status,
    ).toBe(404);
  });

  test("a restored team gets another name if its own is taken", async () => {
    await deleteLongAgo(otters);
    const { season } = await platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("teams").select("season").where("id", "=", otters).executeTakeFirstOrThrow(),
    );
    await world.team(lakeside, "Otters", { season });
    expect(await get(`${list}/${otters}`)).toContain('value="Otters 2"');
    const bring = (name: string) =>
      world.ask(`${list}/${otters}`, { cookie: admin, form: { reason: "found-by-us", name } });
    expect((await bring("Otters")).status).toBe(422);
    expect((await bring("")).status).toBe(422);
    expect((await bring("Otters 2")).status).toBe(303);
    expect(await teamOf(otters)).toEqual({ name: "Otters 2", status: "active" });
  });

  test("a deleted team is unknown under another club's address, and to moderators", async () => {
    await deleteLongAgo(otters);
    expect(
      (await world.ask(`/admin/clubs/${riverside.code}/teams/${otters}`, { cookie: admin })).status,
    ).toBe(404);
    expect((await world.ask(`${list}/${lynxes}`, { cookie: admin })).status).toBe(404);
    const cookie = await world.signInStaff("moderator");
    expect((await world.ask(list, { cookie })).status).toBe(403);
    expect((await world.ask(`${list}/${otters}`, { cookie, form: { reason: "found-by-us" } })).status).toBe(
      403,
    );
  });
});
