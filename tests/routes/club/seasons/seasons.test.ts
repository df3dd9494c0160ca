import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, hawks, otters, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const DAY_MS = 86_400_000;
const { dateAt } = await import("#app/domain/values/times.ts");
const day = (days: number) => dateAt(new Date(Date.now() + days * DAY_MS), "America/Chicago");

const words = async (answer: Response) =>
  (await answer.text())
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const page = async (path: string, cookie = ada.cookie) => words(await world.ask(path, { cookie }));
const fall = { name: "Fall", startsOn: day(-60), endsOn: day(5), teams: "all", teamIds: [] as string[] };
async function created(form: Record<string, string | string[]>): Promise<string> {
  const answer = await world.ask("/seasons/new", { cookie: ada.cookie, form });
  expect(answer.status, await answer.text()).toBe(303);
  return /\/seasons\/([\w-]+)$/.exec(answer.headers.get("Location") ?? "")?.[1] ?? "";
}
const forget = () =>
  inFile(async (db) => {
    for (const table of ["roll_overs", "season_teams", "seasons"] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable("teams").set({ season: "Fall 2026", age_group: "U-12" }).execute();
  });
const audited = () =>
  inFile((db) =>
    db.selectFrom("audit").select("kind").where("kind", "like", "records.%season%").orderBy("seq").execute(),
  );

await world.game(lakeside, hawks, 24 * 10, { opponent: "Wolves", final_score: 20, agreement: "agreed" });
await world.game(lakeside, hawks, 24 * 100, { opponent: "Bears", final_score: 10, agreement: "agreed" });
await world.game(lakeside, otters, -24 * 3, { opponent: "Foxes" });

// product/seasons.md#seasons
test("administrators only: others are refused, another club finds nothing", async () => {
  const id = await created(fall);
  for (const { cookie } of [mia, dana])
    for (const path of ["/seasons", "/seasons/new", `/seasons/${id}`, `/seasons/${id}/roll-over`])
      expect((await world.ask(path, { cookie })).status, path).toBe(403);
  expect((await world.ask(`/seasons/${id}`, { cookie: rita.cookie })).status).toBe(404);
  expect(await page("/reports", dana.cookie)).toContain("Season Fall");
});

test("name and both days are required, and an overlap is reported at its field with season and team", async () => {
  await forget();
  const empty = await words(
    await world.ask("/seasons/new", {
      cookie: ada.cookie,
      form: { name: "", startsOn: "", endsOn: "", teams: "all" },
    }),
  );
  for (const text of ["Enter a name, for example Fall 2026", "Choose the first day", "Choose the last day"])
    expect(empty).toContain(text);
  await created({ ...fall, teams: "chosen", teamIds: [hawks] });
  const form = { name: "Winter", startsOn: day(3), endsOn: day(40), teams: "all" };
  const refused = await world.ask("/seasons/new", { cookie: ada.cookie, form });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toMatch(
    /id="field-startsOn-error"[^>]*>.*?Fall \([^)]+\) already has some of these days for Hawks\./s,
  );
  expect(html).toContain('value="Winter"');
  const backwards = { ...form, endsOn: day(2) };
  expect(await words(await world.ask("/seasons/new", { cookie: ada.cookie, form: backwards }))).toContain(
    "Choose a last day that is not before the first",
  );
});

test("the list shows status, games and average, and counts games in no season, which can be taken in", async () => {
  await forget();
  const id = await created(fall);
  const list = await page("/seasons");
  expect(list).toContain("1 season");
  expect(list).toContain("Fall Active 1 of 2 games");
  expect(list).toContain("1 game is in no season");
  expect(list).toContain("Let Fall begin earlier");
  expect(list).toContain("Fall ends on");
  const html = await (await world.ask("/seasons", { cookie: ada.cookie })).text();
  const earlier = /href="(\/seasons\/[\w-]+\/edit\?from=[\d-]+)"/.exec(html)?.[1] ?? "";
  const edit = await (await world.ask(earlier, { cookie: ada.cookie })).text();
  const startsOn = /name="startsOn"[^>]*value="([\d-]+)"/.exec(edit)?.[1] ?? "";
  expect(startsOn).toBe(day(-100));
  const saved = await world.ask(`/seasons/${id}/edit`, {
    cookie: ada.cookie,
    form: { ...fall, startsOn, version: versionOn(edit) },
  });
  expect(saved.status).toBe(303);
  expect(await page("/seasons")).not.toContain("in no season");
});

test("a template fills the form; a copy is named so, without results", async () => {
  await forget();
  expect(await page("/seasons?tab=templates")).toContain("Fall League");
  const html = await (await world.ask("/seasons/new?template=fall", { cookie: ada.cookie })).text();
  expect(html).toMatch(/name="name"[^>]*value="Fall \d{4}"/);
  expect(html).toMatch(/name="plannedGames"[^>]*value="24"/);
  const id = await created(fall);
  const copy = await (await world.ask(`/seasons/${id}/copy`, { cookie: ada.cookie })).text();
  expect(copy).toContain('value="Fall Copy"');
  const given = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(copy)?.[1] ?? "";
  const form = {
    name: given("name"),
    startsOn: given("startsOn"),
    endsOn: given("endsOn"),
    takeTeams: "on",
    takeGames: "on",
  };
  const answer = await world.ask(`/seasons/${id}/copy`, { cookie: ada.cookie, form });
  const cookie = `${ada.cookie}; ${answer.headers.get("Set-Cookie")?.split(";")[0]}`;
  const made = await page(answer.headers.get("Location") ?? "", cookie);
  expect(made).toContain("Fall Copy is created, with 1 planned game.");
  expect(made).toContain("Upcoming");
  expect(made).toContain("0 of 1 planned game played");
});

test("a season that is over is a page for the board, and is archived after a question", async () => {
  await forget();
  const id = await created({ ...fall, endsOn: day(-1) });
  const board = await page(`/seasons/${id}`);
  expect(board).toContain("Completed.");
  expect(board).toContain("1 of 1 rated game: too few to say more");
  expect(board).toContain("Too few to say: no team has 10 rated games");
  expect(board).toContain("There was no major incident.");
  expect(await page(`/seasons/${id}/archive`)).toContain("Archive Fall?");
  expect((await world.ask(`/seasons/${id}/archive`, { cookie: ada.cookie, form: {} })).status).toBe(303);
  expect(await page("/seasons")).toContain("All seasons are archived");
  expect(await page("/seasons?tab=archives")).toContain("1 archived season");
  expect((await world.ask(`/seasons/${id}/edit`, { cookie: ada.cookie })).status).toBe(302);
  expect((await world.ask(`/seasons/${id}/restore`, { cookie: ada.cookie, form: {} })).status).toBe(303);
  expect((await world.ask(`/seasons/${id}/delete`, { cookie: ada.cookie, form: {} })).status).toBe(303);
  expect((await audited()).slice(-4).map(({ kind }) => kind)).toEqual([
    "records.season-added",
    "records.season-archived",
    "records.season-restored",
    "records.season-deleted",
  ]);
});

test("reports use the club's seasons if it has any, otherwise the halves of the year", async () => {
  await forget();
  expect(await page("/reports")).toMatch(
    /All teams, (Spring|Fall) \d{4}, (January to July|August to December)/,
  );
  expect((await world.ask("/reports/season", { cookie: ada.cookie })).headers.get("Location")).toBe(
    "/reports",
  );
  const id = await created(fall);
  const old = await created({
    ...fall,
    name: "Summer",
    startsOn: day(-120),
    endsOn: day(-61),
    teams: "chosen",
    teamIds: [hawks],
  });
  expect((await world.ask("/reports/season", { cookie: ada.cookie })).headers.get("Location")).toBe(
    `/reports?season=${id}`,
  );
  expect(await page("/reports")).toContain("1 of 2 planned games played");
  const summer = await page(`/reports?season=${old}`);
  expect(summer).toContain("Hawks, Summer");
  expect(await page(`/reports/games?season=${old}`)).toContain("Bears");
  expect(await page(`/reports/games?season=${old}`)).not.toContain("Wolves");
  expect(await page(`/reports?season=${old}&team=${otters}`)).toContain("No games played in this time");
  expect(await page("/reports?season=unknown")).toContain("Unknown season: showing ");
});

// product/seasons.md#rolling-over
test("an archived team with rated games stays in a season that had all teams, and can be added to another", async () => {
  await forget();
  const foxes = await world.team(lakeside, "Foxes", { age_group: "U-12", status: "archived" });
  await world.game(lakeside, foxes, 24 * 10, { final_score: 20, agreement: "agreed" });
  const id = await created(fall);
  expect(await page(`/seasons/${id}/edit`)).toContain(
    "Archived teams with rated games stay in the season: Foxes",
  );
  await forget();
  const other = await created({ ...fall, teams: "chosen", teamIds: [hawks] });
  expect(await page(`/seasons/${other}/edit`)).toContain("Foxes, U-12 (archived)");
});

test("a season is rolled over on one page: shown first, done once, undone", async () => {
  await forget();
  const id = await created(fall);
  const form = {
    ...{ name: "Spring", startsOn: day(30), endsOn: day(90) },
    ...{ keep: [hawks], ages: [`${hawks} U-13`, `${otters} U-11`] },
  };
  expect(await page(`/seasons/${id}/roll-over`)).toContain("Mia Manager, Dana Reyes stay");
  const none = await world.ask(`/seasons/${id}/roll-over`, {
    cookie: ada.cookie,
    form: { ...form, keep: [] },
  });
  expect(await words(none)).toContain("Choose at least one team that goes on");
  const planned = await world.ask(`/seasons/${id}/roll-over`, { cookie: ada.cookie, form });
  const path = planned.headers.get("Location") ?? "";
  const preview = await page(path);
  expect(preview).toContain("Nothing is changed yet.");
  expect(preview).toContain("U-12 becomes U-13");
  expect(preview).toContain("Otters does not go on");
  for (let twice = 0; twice < 2; twice += 1)
    expect((await world.ask(path, { cookie: ada.cookie, form: { intent: "do" } })).status).toBe(303);
  expect(await page(path)).toContain("It can be undone until");
  expect(await page("/seasons")).toContain("Fall was rolled over to Spring");
  expect(await page(`/teams/${hawks}`, dana.cookie)).toContain("U-13");
  expect((await world.ask(path, { cookie: ada.cookie, form: { intent: "undo" } })).status).toBe(303);
  expect(await page(path)).toContain("Spring is gone");
  expect(await page("/seasons")).toContain("1 season");
});

test("a roll-over proposes a higher age group only across August 1, and either by a link", async () => {
  await forget();
  const dates = (name: string, startsOn: string, endsOn: string) => ({ ...fall, name, startsOn, endsOn });
  const fall2030 = await created(dates("Fall 2030", "2030-08-24", "2030-11-17"));
  const spring = await created(dates("Spring 2031", "2031-03-01", "2031-06-07"));
  await created(dates("Fall 2031", "2031-08-23", "2031-11-16"));
  const chosen = async (query: string) => {
    const html = await (await world.ask(query, { cookie: ada.cookie })).text();
    return [...html.matchAll(/<option value="([\w-]+) ([^"]+)" selected/g)].find(
      ([, id]) => id === hawks,
    )?.[2];
  };
  expect(await chosen(`/seasons/${fall2030}/roll-over`)).toBe("U-12");
  expect(await chosen(`/seasons/${fall2030}/roll-over?ages=up`)).toBe("U-13");
  expect(await chosen(`/seasons/${spring}/roll-over`)).toBe("U-13");
  expect(await chosen(`/seasons/${spring}/roll-over?ages=same`)).toBe("U-12");
});

test("a team's season is a choice of the club's, and a new team is in the season that it names", async () => {
  await forget();
  expect(await (await world.ask("/teams/new", { cookie: ada.cookie })).text()).toMatch(
    /<input[^>]*name="season"/,
  );
  await created({ ...fall, teams: "chosen", teamIds: [hawks] });
  const form = await (await world.ask("/teams/new", { cookie: ada.cookie })).text();
  expect(form).toMatch(/<select[^>]*name="season".*?<option value="Fall"/s);
  const team = { name: "Comets", ageGroup: "U-9", gender: "Girls", season: "Fall", playerCount: "9" };
  expect((await world.ask("/teams/new", { cookie: ada.cookie, form: team })).status).toBe(303);
  const rows = await inFile((db) =>
    db
      .selectFrom("season_teams")
      .innerJoin("teams", "teams.id", "team_id")
      .select("name")
      .orderBy("name")
      .execute(),
  );
  expect(rows.map(({ name }) => name)).toEqual(["Comets", "Hawks"]);
});

test("a club whose year is over sees its seasons and changes none", async () => {
  await forget();
  const id = await created(fall);
  const ended = new Date(Date.now() - 5 * DAY_MS).toISOString();
  await world.control
    .updateTable("clubs")
    .set({ term_ends_at: ended })
    .where("code", "=", lakeside.code)
    .execute();
  try {
    expect(await page("/seasons")).toContain("Fall Active");
    expect(await page(`/seasons/${id}`)).toContain("Open Its Report");
    const answer = await world.ask(`/seasons/${id}/delete`, { cookie: ada.cookie, form: {} });
    expect(answer.status).toBe(402);
  } finally {
    const later = new Date(Date.now() + 365 * DAY_MS).toISOString();
    await world.control
      .updateTable("clubs")
      .set({ term_ends_at: later })
      .where("code", "=", lakeside.code)
      .execute();
  }
});

test("a finished season is a PDF for administrators, noted in the club's activity, and a running one is not", async () => {
  await forget();
  const running = await created(fall);
  expect((await world.ask(`/seasons/${running}/season.pdf`, { cookie: ada.cookie })).status).toBe(404);
  expect(await page(`/seasons/${running}`)).not.toContain("PDF");
  const id = await created({ ...fall, name: "Spring", startsOn: day(-190), endsOn: day(-80) });
  expect(await page(`/seasons/${id}`)).toContain("What parents say");
  const answer = await world.ask(`/seasons/${id}/season.pdf`, { cookie: ada.cookie });
  expect(answer.headers.get("Content-Type")).toBe("application/pdf");
  const pdf = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  expect(pdf.length).toBeLessThan(300_000);
  expect(pdf).toContain("/StructTreeRoot");
  for (const { cookie } of [mia, dana])
    expect((await world.ask(`/seasons/${id}/season.pdf`, { cookie })).status).toBe(403);
  expect((await world.ask(`/seasons/${id}/season.pdf`, { cookie: rita.cookie })).status).toBe(404);
  const noted = await world.control
    .selectFrom("audit")
    .select("kind")
    .where("kind", "=", "export.season")
    .execute();
  expect(noted).toHaveLength(1);
});
