import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { ratingRow } from "#tests/support/rows.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, lynxes, riverside, ada, mia, dana, rita } = cast;
afterAll(() => world.close());

const final = (final_score: 0 | 10 | 20) => ({
  final_score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});
const YEAR = "range=year";

let sealed = "";
beforeAll(async () => {
  for (const [index, score] of ([20, 20, 10, 20, 20, 0, 20] as const).entries())
    await world.game(lakeside, hawks, 24 * (10 + index), { ...final(score), opponent: `Rival ${index}` });
  await world.game(lakeside, hawks, 24 * 9, { opponent: "Unrated Rival" });
  await world.game(lakeside, otters, 24 * 9, { ...final(10), opponent: "Otters only" });
  await world.game(riverside, lynxes, 24 * 9, { ...final(0), opponent: "Not of Lakeside" });
  sealed = await world.game(lakeside, hawks, 5, { ...final(0), opponent: "Blind Rival" });
  await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .insertInto("ratings")
      .values(ratingRow(sealed, { score: 0, given_by: dana.id, tags: '["profanity-threats"]' }))
      .execute(),
  );
});

const open = async (query: string, cookie: string, path = "/reports") => {
  const response = await world.ask(`${path}?${query}`, { cookie });
  const html = await response.text();
  const words = html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  return { status: response.status, html, words, response };
};

// product/reports.md#reports
describe("the reports", () => {
  test("the reports sum up their numbers in a sentence, each with its games", async () => {
    const { words, html } = await open(YEAR, ada.cookie);
    expect(words).toContain("Perfect in 5 of 9 rated games, 56% (likely 27% to 81%).");
    expect(words).toContain("9 of 10 games rated (90%)");
    expect(html).toContain('href="/reports/games?range=year&amp;games=20"');
    const games = await open(`${YEAR}&games=20`, ada.cookie, "/reports/games");
    expect(games.words).toContain("5 games");
    expect(games.words).not.toContain("Rival 2 ");
  });

  test("the reports list behind each number exactly its games", async () => {
    /** Lists the links of a page to lists of games, each with its number. */
    const linksOf = (html: string) =>
      [...html.matchAll(/<a href="(\/reports\/games[^"]*)"[^>]*>([^<]*?(\d+)[^<]*)<\/a>/g)].map(
        ([, to = "", text = "", figure = ""]) => ({ to: to.replaceAll("&amp;", "&"), figure, text }),
      );
    let links = 0;
    for (const { cookie } of [ada, mia])
      for (const query of [
        YEAR,
        `${YEAR}&tab=teams`,
        `${YEAR}&tab=trends`,
        `${YEAR}&tab=analytics`,
        `${YEAR}&tab=analytics&team=${hawks}`,
        "",
      ]) {
        const { html } = await open(query, cookie);
        for (const { to, figure, text } of linksOf(html)) {
          // Averages, shares and times are not counts.
          if (/\d\.\d|%|days|30 before/.test(text)) continue;
          links += 1;
          const [path = "", search = ""] = to.split("?");
          const { words } = await open(search, cookie, path);
          expect(words, `${query}: ${text} ${to}`).toMatch(new RegExp(`: ${figure} games?\\b`));
        }
      }
    expect(links).toBeGreaterThan(60);
    const analytics = await open(`${YEAR}&tab=analytics`, ada.cookie);
    for (const pick of ["noted=hostile", "noted=profanity-threats&amp;place=home", "games=below"])
      expect(analytics.html, pick).toContain(`/reports/games?range=year&amp;${pick}"`);
    const seasonal = await open("", ada.cookie);
    expect(seasonal.words).toContain("Compared with");
    // Only administrators read how often raters agree; nobody else learns the notes on a sealed game.
    const asked = `${YEAR}&raters=same`;
    expect((await open(asked, mia.cookie, "/reports/games")).words).toContain("No such games");
    const noted = `${YEAR}&noted=profanity-threats`;
    expect((await open(noted, ada.cookie, "/reports/games")).words).toContain("Blind Rival");
    expect((await open(noted, mia.cookie, "/reports/games")).words).toContain("No such games");
    expect((await open(`${YEAR}&games=sealed`, mia.cookie, "/reports/games")).words).not.toContain(
      "Profanity",
    );
  });

  test("the reports show an administrator a sealed result, of which others only learn that it exists", async () => {
    expect((await open(YEAR, ada.cookie)).words).toContain("2 major");
    const manager = await open(YEAR, mia.cookie);
    expect(manager.words).toContain("8 of 9 games rated (89%), 1 of them sealed");
    expect(manager.words).toContain("1 major");
    expect((await open(`${YEAR}&games=0`, mia.cookie, "/reports/games")).words).not.toContain("Blind Rival");
    expect((await open(`${YEAR}&games=sealed`, mia.cookie, "/reports/games")).words).toContain("Blind Rival");
    expect((await open(`${YEAR}&tab=analytics`, mia.cookie)).words).not.toContain("Profanity");
    expect((await open(`${YEAR}&tab=analytics`, ada.cookie)).words).toContain("Profanity or threats");
  });

  test("the reports show staff their own teams alone, and never another club's", async () => {
    const { words } = await open(`${YEAR}&tab=teams`, dana.cookie);
    expect(words).toContain("Hawks");
    expect(words).not.toContain("Otters");
    const elsewhere = await open(`${YEAR}&team=${otters}`, dana.cookie);
    expect(elsewhere.words).toContain("Unknown team: showing all your teams.");
    expect((await open(`${YEAR}&games=played`, dana.cookie, "/reports/games")).words).not.toContain(
      "Otters only",
    );
    expect((await open(YEAR, ada.cookie, "/reports/games")).words).not.toContain("Not of Lakeside");
    expect((await open(`${YEAR}&tab=teams`, rita.cookie)).words).not.toContain("Hawks");
  });

  test("the reports give coaches the overview and their teams, managers all tabs, administrators the incidents too", async () => {
    const tabs = (html: string) => /<nav class="segments".*?<\/nav>/s.exec(html)?.[0] ?? "";
    expect(tabs((await open("", dana.cookie)).html)).not.toContain("Trends");
    for (const query of ["tab=trends", "tab=analytics"]) {
      expect((await open(query, dana.cookie)).status).toBe(403);
      expect((await open(query, mia.cookie)).status).toBe(200);
    }
    const csv = "/reports/export.csv";
    expect((await open("type=trends", dana.cookie, csv)).status).toBe(403);
    expect((await open("type=incidents", mia.cookie, csv)).status).toBe(403);
    expect((await open("type=incidents", ada.cookie, csv)).status).toBe(200);
  });

  test("the reports are good pages without a game too", async () => {
    const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
    for (const tab of ["overview", "teams", "trends", "analytics"])
      for (const query of [`tab=${tab}`, `tab=${tab}&${YEAR}`]) {
        const { status, html } = await open(query, rita.cookie);
        expect(status).toBe(200);
        expect(await validator.validateString(html)).toMatchObject({ valid: true });
      }
    expect((await open("range=own&from=2020-01-01&to=2020-02-01", ada.cookie)).words).toContain(
      "No games played in this time",
    );
  });

  // product/security.md#security
  test.each([
    "/reports?range=own&from=2026-01-01&to=9999-12-31",
    "/reports?range=own&from=0000-01-01&to=2026-01-01&tab=trends",
    "/reports/games?range=own&from=2026-01-01&to=9999-12-31",
    "/reports/export.csv?range=own&from=2026-01-01&to=9999-12-31",
    "/reports/games?month=9999-12",
    "/reports/games?month=0000-01",
    "/schedule?view=month&month=9999-12",
    "/schedule?view=month&month=0000-01",
    "/schedule?view=week&week=9999-12-31",
    "/club/settings/activity?from=2026-02-31&to=9999-12-31",
    "/schedule/rained-out?day=9999-12-31",
  ])("the reports fall back to a valid day: %s", async (path) => {
    expect((await world.ask(path, { cookie: ada.cookie })).status).not.toBeGreaterThanOrEqual(500);
  });

  test("the reports redirect from the documented address of the season", async () => {
    const response = await world.ask("/reports/season", { cookie: ada.cookie });
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/reports"]);
  });
});

describe("a report's download", () => {
  const download = async (query: string, cookie = ada.cookie) => {
    const { response, html } = await open(`${YEAR}&${query}`, cookie, "/reports/export.csv");
    return { name: response.headers.get("Content-Disposition") ?? "", lines: html.trim().split("\r\n") };
  };

  test("a report's download has the documented columns and name", async () => {
    const { name, lines } = await download("");
    expect(name).toMatch(/^attachment; filename="goodside-behavior-\d{8}-\d{6}\.csv"$/);
    expect(lines[0]).toMatch(
      /^\ufeff?teamName,gamesPlayed,averageScore,perfectGames,minorIssues,majorIncidents,lastGameDate,trend,ratedGames$/,
    );
    expect(lines.find((line) => line.startsWith("Hawks"))).toMatch(
      /^Hawks,9,13\.8,5,1,2,\d{4}-\d\d-\d\d,\w+,8$/,
    );
    expect((await download("type=summary")).lines[1]).toMatch(
      /^10,2,13\.3,55\.6,.*,Not measured yet,Not measured yet,9$/,
    );
    expect((await download("type=trends")).lines[0]).toContain("month,gamesPlayed");
    expect((await download("type=incidents")).lines).toHaveLength(3);
  });

  test("a report's download tells staff no sealed result", async () => {
    const { lines } = await download("", mia.cookie);
    expect(lines.find((line) => line.startsWith("Hawks"))).toMatch(/^Hawks,9,15\.7,5,1,1,/);
  });

  test("a report's download is noted in the club's activity", async () => {
    await download("type=summary");
    const kinds = await world.control
      .selectFrom("audit")
      .select("kind")
      .where("club_code", "=", lakeside.code)
      .execute();
    expect(kinds.map(({ kind }) => kind)).toContain("export.report");
  });
});
