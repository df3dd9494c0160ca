import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
const { rebuildLeaderboard } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");
afterAll(() => world.close());

const score = (final_score: 0 | 10 | 20) => ({
  final_score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});

let lakeside: TestClub;
let shy: TestClub;
let admin: string;
let coach: string;

beforeAll(async () => {
  lakeside = await world.club("Lakeside FC", { city: "Austin" });
  const prairie = await world.club("Prairie <b>United</b>", { state: "OK", city: "Tulsa" });
  shy = await world.club("Shy Rovers", { city: "Dallas" });
  const play = async (club: TestClub, name: string, scores: (0 | 10 | 20 | null)[], more = {}) => {
    const team = await world.team(club, name, more);
    for (const [index, points] of scores.entries())
      await world.game(club, team, 24 * (scores.length - index), points === null ? {} : score(points));
    return team;
  };
  const hawks = await play(lakeside, "Hawks", [20, 20, 20, 20], { age_group: "U-14", gender: "Girls" });
  await play(lakeside, "Owls", [20, 10, 10]);
  await play(lakeside, "Newcomers", [20, 20]);
  await play(lakeside, "Silent", [20, 20, 20, 20, null, null, null, null, null]);
  await play(prairie, "Twisters", [20, 20, 20, 20, 20, 20]);
  await play(shy, "Hidden Bears", [20, 20, 20]);
  await world.platform.clubs.use(shy.code, (db) =>
    db.updateTable("club").set({ on_leaderboard: 0 }).execute(),
  );
  await rebuildLeaderboard(world.platform);
  admin = await world.signIn(lakeside.adminAccount, lakeside.code);
  const dana = await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
  coach = await world.signIn(dana, lakeside.code);
});

const open = async (query: string, cookie = admin) => {
  const response = await world.ask(`/leaderboard${query}`, { cookie });
  const html = await response.text();
  const words = html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ");
  return { response, html, words };
};

describe("who may see the leaderboard", () => {
  test("a visitor is sent to sign in and returns to the same filters", async () => {
    const response = await world.ask("/leaderboard?age=U-12");
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("/club/login?redirectTo=%2Fleaderboard%3Fage%3DU-12");
    expect(await response.text()).not.toContain("Hawks");
  });

  test("every member of a club sees all teams, with links only to those they may open", async () => {
    expect((await open("", admin)).html).toMatch(/<a href="\/teams\/[\w-]+">Owls<\/a>/);
    const { html, words } = await open("", coach);
    expect(html).toMatch(/<a href="\/teams\/[\w-]+">Hawks<\/a>/);
    expect(html).not.toMatch(/<a[^>]*>Owls<\/a>/);
    expect(words).toContain("Owls");
  });

  test("a POST is refused", async () => {
    expect((await world.ask("/leaderboard", { cookie: admin, form: { q: "x" } })).status).toBe(405);
  });
});

// product/leaderboards.md#leaderboard
describe("the leaderboard", () => {
  test("the leaderboard starts with the club's own state and the number of ranked teams there", async () => {
    const { response, words } = await open("");
    expect(response.status).toBe(200);
    expect(words).toContain("2 of 4 teams are ranked in Texas");
    expect(words).toMatch(/Teams in Rankings2of 4 teamsParticipating Clubs1Perfect Games11Average Score18.5/);
    expect(words.indexOf("Hawks")).toBeLessThan(words.indexOf("Owls"));
    expect(words).toContain("1 First");
    expect(words).not.toContain("Twisters");
  });

  test("the leaderboard first shows the ranks of the viewer's own teams, on every page and board", async () => {
    const own = async (query: string, cookie: string) =>
      /<p class="board-own">(.*?)<\/p>/.exec((await open(query, cookie)).html)?.[1]?.replace(/<[^>]+>/g, "");
    expect(await own("", coach)).toBe("Your team: Hawks #1");
    expect(await own("?view=national", coach)).toBe("Your team: Hawks #2");
    expect(await own("?state=OK", coach)).toBeUndefined();
    expect(await own("?age=U-12", coach)).toBeUndefined();
    expect(await own("", admin)).toMatch(
      /^Your teams: Hawks #1, Owls #2, (Newcomers|Silent) not ranked yet, (Newcomers|Silent) not ranked yet$/,
    );
    // The page names no other club's team.
    expect(await own("?view=national", admin)).not.toContain("Twisters");
  });

  test("the leaderboard lists unranked teams below, with what they lack", async () => {
    const { words } = await open("");
    const below = words.slice(words.indexOf("Not ranked yet"));
    expect(below).toMatch(/Newcomers.*1 more rated game needed/);
    expect(below).toContain("4 of 9 completed games rated; 60% needed");
  });

  test("the leaderboard ranks all clubs of the nation in the National View, and marks the viewer's own teams", async () => {
    const { words } = await open("?view=national");
    expect(words).toMatch(/1 First ?Twisters U-12 \w+ (?! ?Your club)/);
    expect(words).toMatch(/2 Second ?Hawks U-14 Girls Your club/);
    expect(words).toContain("3 of 5 teams are ranked in the nation");
  });

  test("the leaderboard takes its filters from the address, and its form keeps them", async () => {
    const { words, html } = await open("?state=TX&age=u-14&gender=Girls");
    expect(words).toContain("1 of 1 U-14 Girls team is ranked in Texas");
    expect(words).not.toContain("Owls");
    expect(html).toMatch(/<option value="U-14" selected="">/);
    expect(html).toMatch(/<form id="filters" method="get" action="\/leaderboard"/);
  });

  test("the leaderboard keeps a team's rank when it is searched for", async () => {
    const { words } = await open("?q=owls");
    expect(words).toContain("1 of these 4 matches your search");
    expect(words).toMatch(/2 Second ?Owls/);
    expect(words).not.toContain("Hawks");
  });

  test("the leaderboard says that a search has no matches", async () => {
    const { words, html } = await open("?q=nobody");
    expect(words).toContain("No teams found");
    expect(words).toContain("Try adjusting your filters to see more teams.");
    expect(html).toContain('href="/leaderboard?view=state&amp;state=TX">Clear the filters');
    expect((await open("?state=WY")).words).toContain("No teams take part in Wyoming yet");
  });

  test("the leaderboard explains the rule with today's numbers", async () => {
    const { words } = await open("");
    expect(words).toContain("A team is ranked from 3 rated games on, and when at least 60%");
    const { total, rated } = await world.control
      .selectFrom("standings")
      .select((eb) => [
        eb.fn.sum<number>("total_score").as("total"),
        eb.fn.sum<number>("rated_games").as("rated"),
      ])
      .executeTakeFirstOrThrow();
    expect(words).toContain(`That average is ${(total / rated).toFixed(1)} right now`);
  });

  test("the leaderboard is valid HTML", async () => {
    const { html } = await open("?view=national&q=hawks&page=9");
    const report = await new HtmlValidate({
      extends: ["html-validate:standard"],
      rules: { "long-title": "off" },
    }).validateString(html);
    expect(report.results.flatMap((result) => result.messages.map((m) => `${m.line} ${m.message}`))).toEqual(
      [],
    );
  });
});

describe("an unusual address", () => {
  test.each([
    ["?view=moon&state=ZZ&age=99&gender=x&page=0", "Unknown state: showing your own state."],
    ["?age=U-12'%20or%201=1--", "Unknown age group: showing all ages."],
    ["?page=999999", "There is no page 999,999 of this list: showing the last one."],
    ["?page=99999999999999999999", "Unknown page: showing the first one."],
    [`?q=${"a".repeat(5000)}`, "characters of your search were used"],
  ])("%s falls back and says so", async (query, notice) => {
    const { response, words } = await open(query);
    expect(response.status).toBe(200);
    expect(words).toContain(notice);
    expect(words).toContain("2 of 4 teams are ranked in Texas");
  });

  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "%",
    "\0",
    "\u202e",
    "' or 1=1 --",
  ])("a hostile search is only text: %j", async (q) => {
    const { response, html } = await open(`?q=${encodeURIComponent(q)}`);
    expect(response.status).toBe(200);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
  });

  test("a club's name is escaped", async () => {
    expect((await open("?view=national")).html).toContain("Prairie &lt;b&gt;United&lt;/b&gt;");
  });
});

// product/clubs.md#leaderboard-participation
describe("a club that takes no part", () => {
  test("a club off the boards tells its own people why its teams are missing, and the others' board says nothing", async () => {
    const why = "Your club does not take part";
    expect((await open("")).words).not.toContain(why);
    const shyAdmin = await world.signIn(shy.adminAccount, shy.code);
    const own = await open("", shyAdmin);
    expect(own.words).toContain(why);
    expect(own.html).toContain('href="/club/settings?tab=games"');
    const bears = await world.team(shy, "Bears");
    const coach = await world.person("Bea Coach", shy, [{ team: bears, role: "coach" }]);
    const { words, html } = await open("", await world.signIn(coach, shy.code));
    expect(words).toContain("Club administrators decide that in the settings.");
    expect(html).not.toContain("/club/settings");
  });
});

describe("never shown", () => {
  test("a club that takes no part: teams, name, stats, city", async () => {
    for (const query of ["", "?view=national", "?view=national&q=hidden", "?q=dallas"]) {
      const { words } = await open(query);
      expect(words).not.toMatch(/Hidden Bears|Shy Rovers|Dallas/);
    }
    expect((await open("?view=national")).words).toContain("Participating Clubs2");
  });

  test("codes and ids of other clubs and teams are neither on the page nor in its data", async () => {
    const data = await world.ask("/leaderboard?view=national&_data=routes%2Fclub%2Fleaderboard%2Findex", {
      cookie: admin,
    });
    const text = await data.text();
    expect(text).toContain("Twisters");
    const rows = await world.control.selectFrom("standings").select(["team_id", "club_code"]).execute();
    const { html } = await open("?view=national");
    for (const { team_id, club_code } of rows) {
      if (club_code === lakeside.code) continue;
      expect(text + html).not.toContain(team_id);
      expect(text + html).not.toContain(club_code);
    }
  });
});
