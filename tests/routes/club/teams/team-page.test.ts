import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, otters, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());

const final = (score: 0 | 10 | 20) => ({
  final_score: score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});
const first = await world.game(lakeside, hawks, 21 * 24, { ...final(10), opponent: "Wolves" });
const second = await world.game(lakeside, hawks, 14 * 24, { ...final(20), opponent: "Bears" });
const third = await world.game(lakeside, hawks, 7 * 24, { opponent: "Lynxes", home_away: "away" });
await world.game(lakeside, hawks, -24, { opponent: "Herons", location: "Field 9" });
const page = async (cookie: string, team = hawks) => (await world.ask(`/teams/${team}`, { cookie })).text();

// product/teams.md#team-page
test("only administrators and the team's own staff open the page, and another club's is unknown", async () => {
  expect((await world.ask(`/teams/${hawks}`)).status).toBe(302);
  for (const { cookie } of [ada, mia, dana]) {
    expect((await world.ask(`/teams/${hawks}`, { cookie })).status).toBe(200);
  }
  expect((await world.ask(`/teams/${otters}`, { cookie: ada.cookie })).status).toBe(200);
  for (const { cookie } of [mia, dana]) {
    expect((await world.ask(`/teams/${otters}`, { cookie })).status).toBe(403);
  }
  expect((await world.ask(`/teams/${hawks}`, { cookie: rita.cookie })).status).toBe(404);
  expect(await page(rita.cookie)).not.toContain("Hawks");
});

test("each mark of the strip links its game and names its day, opponent and result", async () => {
  const html = await page(dana.cookie);
  const marks = [...html.matchAll(/<a href="\/rating\/([^"]+)" title="([^"]+)">/g)];
  expect(marks.map(([, id]) => id)).toEqual([first, second, third]);
  expect(marks.map(([, , title]) => title?.replace(/^\w+, \w+ \d+(, \d+)?, /, ""))).toEqual([
    "vs. Wolves: 10 Minor Issues",
    "vs. Bears: 20 Perfect Behavior",
    "at Lynxes: Not rated yet",
  ]);
  expect(html).toContain("2 games: too few to say");
  expect(html).not.toContain('class="chart"');
});

test("a chart from five rated games on has a linked dot per game, and a rolling mean of five", async () => {
  const ibis = await world.team(lakeside, "Ibises");
  const games: string[] = [];
  for (const score of [20, 10, 0, 20, 20, 20] as const)
    games.push(await world.game(lakeside, ibis, (10 - games.length) * 168, final(score)));
  const unrated = await world.game(lakeside, ibis, 100);
  const html = await page(ada.cookie, ibis);
  const chart = /<figure class="chart">[\s\S]*?<\/figure>/.exec(html)?.[0] ?? "";
  expect(chart).toContain("Perfect in 4 of 6 games");
  const dots = [
    ...chart.matchAll(/<a href="\/rating\/([^"]+)" aria-label="([^"]+)"[^>]*>.*?class="(mark-\w+)"/g),
  ];
  expect(dots.map(([, id]) => id)).toEqual([...games, unrated]);
  expect(dots.map(([, , , mark]) => mark)).toEqual(
    ["20", "10", "0", "20", "20", "20", "none"].map((mark) => `mark-${mark}`),
  );
  expect(dots[2]?.[2]).toMatch(/: 0 Major Incident$/);
  expect(/class="chart-line" points="([^"]+)"/.exec(chart)?.[1]?.split(" ")).toHaveLength(2);
  for (const lane of ["Perfect Behavior", "Minor Issues", "Major Incident"])
    expect(chart).toContain(`>${lane}<`);
  expect(html).not.toContain('class="season-strip"');
});

test("the table gives the same in words, newest first", async () => {
  const table = /<table class="season-table">[\s\S]*?<\/table>/.exec(await page(dana.cookie))?.[0] ?? "";
  const rows = [...table.matchAll(/<tr><td>.*?<\/tr>/g)].map(([row]) =>
    row.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " "),
  );
  expect(rows).toEqual([
    expect.stringMatching(/at Lynxes .* Not rated yet –/),
    expect.stringMatching(/vs\. Bears .* 20 Perfect Behavior –/),
    expect.stringMatching(/vs\. Wolves .* 10 Minor Issues –/),
  ]);
});

test("the game that was rated just now lands on the line", async () => {
  const html = await (await world.ask(`/teams/${hawks}?rated=${second}`, { cookie: dana.cookie })).text();
  expect([...html.matchAll(/<li class="mark-new"><a href="\/rating\/([^"]+)"/g)].map(([, id]) => id)).toEqual(
    [second],
  );
  expect(await page(dana.cookie)).not.toContain("mark-new");
});

test("staff see their ratings to do, administrators what the team lacks", async () => {
  const coach = await page(dana.cookie);
  expect(coach).toContain(`href="/mobile-rating?game=${third}"`);
  expect(coach).not.toMatch(/Invite|Team Settings|Archive|Delete|without a final score/);
  const admin = await page(ada.cookie);
  expect(admin).toContain("1 game without a final score");
  expect(admin).not.toContain("/mobile-rating");
  const empty = await page(ada.cookie, otters);
  expect(empty).toContain("Invite a manager");
  expect(empty).toContain("Invite a coach");
  expect(empty).toContain("No game has kicked off yet.");
});

test("addresses of the staff follow the rules of the teams page", async () => {
  expect(await page(dana.cookie)).not.toContain("people.example");
  expect(await page(mia.cookie)).toContain("mailto:dana.reyes@people.example");
});

test("the page links the next games, and they link back", async () => {
  const html = await page(dana.cookie);
  expect(html).toContain("vs. Herons");
  expect(html).toContain("Field 9");
  expect(html).toContain(`href="/schedule?team=${hawks}"`);
  expect(html).toMatch(/<nav class="crumbs"[\s\S]*href="\/teams">Teams<[\s\S]*aria-current="page">Hawks</);
  for (const list of ["/teams", "/dashboard"]) {
    expect(await (await world.ask(list, { cookie: dana.cookie })).text()).toContain(`href="/teams/${hawks}"`);
  }
});
