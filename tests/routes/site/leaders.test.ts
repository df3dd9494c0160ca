import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { QueryJudge } from "#tests/security/judges/queries.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { rebuildLeaderboard } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");

const score = (final_score: 0 | 10 | 20) => ({
  final_score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});

const clubs: Record<"lakeside" | "prairie" | "shy" | "late", TestClub> = {} as never;
let admin: string;
let coach: string;

beforeAll(async () => {
  const play = async (club: TestClub, name: string, points: (0 | 10 | 20)[]) => {
    const team = await world.team(club, name);
    for (const [index, final_score] of points.entries())
      await world.game(club, team, 24 * (points.length - index), score(final_score));
    return team;
  };
  clubs.lakeside = await world.club("Lakeside FC", { city: "Austin" });
  const hawks = await play(clubs.lakeside, "Hawks", [20, 20, 20, 20, 20, 20]);
  for (let number = 1; number <= 11; number += 1) await play(clubs.lakeside, `Owls ${number}`, [20, 10, 10]);
  await play(clubs.lakeside, "Newcomers", [20, 20]);
  clubs.prairie = await world.club("Prairie <b>United</b>", { state: "OK", city: "Tulsa" });
  await play(clubs.prairie, "Twisters", [20, 20, 20]);
  clubs.shy = await world.club("Shy Rovers");
  await play(clubs.shy, "Hidden Bears", [20, 20, 20]);
  await world.platform.clubs.use(clubs.shy.code, (db) =>
    db.updateTable("club").set({ on_leaderboard: 0 }).execute(),
  );
  clubs.late = await world.club("Late Payers");
  await play(clubs.late, "Unpaid Lynx", [20, 20, 20]);
  await rebuildLeaderboard(world.platform);
  admin = await world.signIn(clubs.lakeside.adminAccount, clubs.lakeside.code);
  const dana = await world.person("Dana Coach", clubs.lakeside, [{ team: hawks, role: "coach" }]);
  coach = await world.signIn(dana, clubs.lakeside.code);
});

const read = async (path: string) => (await world.ask(path)).text();
const teamsIn = (html: string) =>
  [...html.matchAll(/<li><span class="leader-rank">(\d+)<\/span><div><strong>([^<]*)/g)].map(
    ([, rank, team]) => `${rank} ${team}`,
  );
const suspend = (club: TestClub, status: "active" | "suspended") =>
  world.control.updateTable("clubs").set({ status }).where("code", "=", club.code).execute();

// product/pages.md#public-boards
describe("the leaders", () => {
  test("the leaders are the first ten ranked teams of clubs that take part, without codes and ids", async () => {
    const html = await read("/leaders");
    const teams = teamsIn(html);
    expect(teams).toHaveLength(10);
    expect(teams[0]).toBe("1 Hawks");
    expect(html).toContain("Prairie &lt;b&gt;United&lt;/b&gt;, Tulsa, OK");
    for (const hidden of ["Hidden Bears", "Newcomers", clubs.lakeside.code, "Ada Admin"])
      expect(html.replace(/<style>.*?<\/style>/s, ""), hidden).not.toContain(hidden);
  });

  test("the state filter is in the URL, and an unknown state shows the whole country", async () => {
    expect(teamsIn(await read("/leaders?state=OK"))).toEqual(["1 Twisters"]);
    const none = await read("/leaders?state=VT");
    expect(none).toContain("No team is ranked in Vermont yet");
    expect(teamsIn(await read("/leaders?state=XX'--"))).toHaveLength(10);
  });

  test("the leaders have no team of a suspended club", async () => {
    expect(await read("/leaders")).toContain("Unpaid Lynx");
    await suspend(clubs.late, "suspended");
    await rebuildLeaderboard(world.platform);
    expect(await read("/leaders")).not.toContain("Unpaid Lynx");
  });
});

describe("a club's public page", () => {
  const path = () => `/clubs/${clubs.lakeside.code}`;
  const allow = (form: Record<string, string>, cookie = admin) =>
    world.ask("/club/public-page", { cookie, form });

  test("a club's public page does not exist until an administrator opens it", async () => {
    for (const address of [path(), `${path()}/badge.svg`, "/clubs/nobody"])
      expect((await world.ask(address)).status, address).toBe(404);
    expect((await allow({ allowed: "on" }, coach)).status).toBe(403);
    expect((await world.ask(path())).status).toBe(404);
    expect((await allow({ allowed: "on" })).status).toBe(303);
    const html = await read(path());
    expect(html).toContain("<h1>Lakeside FC</h1>");
    expect(html).not.toContain("Ada Admin");
    expect(await read("/sitemap.xml")).toContain(`<loc>http://goodside.test${path()}</loc>`);
  });

  test("the sitemap does not open the files of clubs without a public page", async () => {
    const judge = new QueryJudge();
    await read("/sitemap.xml");
    const asked = judge.taken().filter(({ sql }) => sql.includes("clubs"));
    expect(asked).toHaveLength(1);
    expect(judge.problems(asked, 1)).toEqual([]);
    if (!process.env.DATABASE_URL)
      expect(asked.map((statement) => judge.plan(statement))).toEqual([
        ["SEARCH clubs USING COVERING INDEX clubs_with_public_page (status=?)"],
      ]);
    judge.close();
  });

  test("a club's public page shows an average of enough games, and so does its badge, which any website may show", async () => {
    expect(await read(path())).toMatch(/Average out of 20.*?14\.6/s);
    const badge = await world.ask(`${path()}/badge.svg`);
    expect(badge.headers.get("Content-Type")).toMatch(/^image\/svg\+xml/);
    expect(badge.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(await badge.text()).toContain("14.6 of 20 on the sideline");
  });

  test("a club's public page shows no average of few games", async () => {
    await world.control
      .updateTable("clubs")
      .set({ public_page: 1 })
      .where("code", "=", clubs.prairie.code)
      .execute();
    const html = await read(`/clubs/${clubs.prairie.code}`);
    expect(html).toContain("Too few games");
    expect(html).toContain("Prairie &lt;b&gt;United&lt;/b&gt;");
    expect(await read(`/clubs/${clubs.prairie.code}/badge.svg`)).toContain("rates its sideline");
  });

  test("a club's public page is gone while the club is suspended, and when it is closed", async () => {
    await suspend(clubs.lakeside, "suspended");
    expect((await world.ask(path())).status).toBe(404);
    await suspend(clubs.lakeside, "active");
    expect((await world.ask(path())).status).toBe(200);
    expect((await allow({})).status).toBe(303);
    expect((await world.ask(path())).status).toBe(404);
    expect(await read("/sitemap.xml")).not.toContain(path());
  });
});
