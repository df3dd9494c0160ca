import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters } = cast;
afterAll(() => world.close());

const start = (date: string, time: string) => ({ date, time, starts_at: `${date}T${time}:00.000Z` });
// A Saturday and the Sunday after it: the Hawks play twice at nearly the same time.
const lions = await world.game(lakeside, hawks, 0, { opponent: "Lions", ...start("2027-03-06", "16:00") });
await world.game(lakeside, hawks, 0, { opponent: "Bears", ...start("2027-03-06", "16:30") });
await world.game(lakeside, otters, 0, { opponent: "Foxes", ...start("2027-03-06", "16:00") });
await world.game(lakeside, otters, 0, {
  opponent: "Minks",
  ...start("2027-03-07", "18:00"),
  status: "cancelled",
});

async function open(query: string, cookie = cast.ada.cookie) {
  const html = (await (await world.ask(`/schedule?${query}`, { cookie })).text()).replaceAll("<!-- -->", "");
  return { html, words: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ") };
}

// product/games.md#schedule-views
describe("a week", () => {
  test("a week begins on Sunday, names empty days, and links the weeks beside it", async () => {
    const { html, words } = await open("view=week&week=2027-03-04");
    expect(words).toContain("February 28 to March 6, 2027");
    expect(words).toContain("Sunday, February 28, 2027 to Friday, March 5, 2027: no games");
    expect(html).toContain(">Saturday, March 6, 2027</h3>");
    expect(html).not.toContain("Sunday, March 7, 2027");
    expect(html).toMatch(/href="\/schedule\?view=week&amp;week=2027-02-21"[^>]*>.*?Feb 21 to 27, 2027</);
    expect(html).toContain('href="/schedule?view=week&amp;week=2027-03-07"');
    expect(html).toContain('href="/schedule?view=week">This week</a>');
    expect((await open("view=week")).html).not.toContain(">This week</a>");
  });

  test("a week marks two games of a team at the same time, even if a filter hides one", async () => {
    const mark = "At the same time as another game of the team";
    expect((await open("view=week&week=2027-03-01")).words.split(mark)).toHaveLength(3);
    expect((await open("view=week&week=2027-03-01&phase=cancelled")).words).not.toContain(mark);
  });

  test("a week keeps the filters, and its own week when they change", async () => {
    const { html, words } = await open(`view=week&week=2027-03-01&team=${hawks}&phase=upcoming`);
    expect(words).toContain("2 games: upcoming, Hawks (U-12). Show all");
    expect(html).toContain('<input type="hidden" name="view" value="week"/>');
    expect(html).toContain('<input type="hidden" name="week" value="2027-02-28"/>');
    expect(html).toContain(`href="/schedule?view=month&amp;team=${hawks}&amp;phase=upcoming"`);
    expect(html).toContain(`href="/schedule?team=${hawks}&amp;phase=upcoming"`);
  });
});

describe("a month", () => {
  test("a month is a table with a caption, its weekdays as headings, and its games in the cells of their days", async () => {
    const { html } = await open("view=month&month=2027-03");
    const table = /<table class="month">.*<\/table>/s.exec(html)?.[0] ?? "";
    expect(table).toContain("Games in March 2027</caption>");
    expect([...table.matchAll(/<th scope="col"[^>]*>(\w+)/g)].map(([, day]) => day).join(" ")).toBe(
      "Sun Mon Tue Wed Thu Fri Sat",
    );
    expect(table.match(/<tr>/g)).toHaveLength(6);
    const cells = table.split("<td");
    const saturday = cells.find((cell) => cell.includes("Saturday, March 6, 2027")) ?? "";
    expect(saturday).toContain(`href="/rating/${lions}">Hawks vs. Lions</a>`);
    expect(saturday).toContain("same time as another game");
    const sunday = cells.find((cell) => cell.includes("Sunday, March 7, 2027")) ?? "";
    expect(sunday).toContain("cancelled");
    expect(html).toContain('href="/schedule?view=month&amp;month=2027-02"');
    expect(html).toContain('href="/schedule?view=month">This month</a>');
  });

  test("a month shows four games of a fuller day, and links its week for the others", async () => {
    const club = await world.club("Georgetown Geese");
    const team = await world.team(club, "Geese");
    const cookie = await world.signIn(club.adminAccount, club.code);
    for (let n = 0; n < 6; n += 1) {
      await world.game(club, team, 0, { opponent: `Rival ${n}`, ...start("2027-03-06", `1${n}:00`) });
    }
    const { html } = await open("view=month&month=2027-03", cookie);
    expect(html).toContain("Rival 3");
    expect(html).not.toContain("Rival 4");
    expect(html).toContain('href="/schedule?view=week&amp;week=2027-02-28#day-2027-03-06">2 more games</a>');
    const week = await open("view=week&week=2027-03-01", cookie);
    expect(week.html).toContain('id="day-2027-03-06"');
    expect(week.html).toContain("Rival 5");
  });
});

test("a coach's views have their own team's games, and no result that is sealed", async () => {
  const { words } = await open("view=month&month=2027-03", cast.dana.cookie);
  expect(words).toContain("Hawks vs. Lions");
  expect(words).not.toContain("Otters");
  expect((await world.ask(`/schedule?view=week&team=${otters}`, { cookie: cast.dana.cookie })).status).toBe(
    403,
  );
});
