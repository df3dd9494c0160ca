import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, hawks, ada, dana, mia } = await openLakeside();
afterAll(() => world.close());

let forms = 0;
const read = async (path: string, cookie = ada.cookie) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const rate = (game: string, score: string, cookie: string) =>
  world.ask(`/rating/${game}`, {
    cookie,
    form: {
      score,
      happened: score === "20" ? [] : ["dissent"],
      reason: "What I saw",
      submission: `form-${String(++forms).padStart(17, "0")}`,
    },
  });
const preview = "/club/settings/rating-policy/preview?policy=average&scope=all";
const game = await world.game(lakeside, hawks, 3, { opponent: "Wolves" });
await rate(game, "20", mia.cookie);
await rate(game, "10", dana.cookie);
const score = async () =>
  (
    await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("games").select("final_score").where("id", "=", game).executeTakeFirstOrThrow(),
    )
  ).final_score;

test("the form explains the policies, marks the one in force, and compares them", async () => {
  const page = await read("/club/settings/rating-policy");
  for (const words of ["Coach Decides (in force)", "Fair Dual Scoring", "Coach First", "never changed"]) {
    expect(page).toContain(words);
  }
  expect(await read("/club/settings")).toContain('href="/club/settings/rating-policy"');
});

test("the change is shown before it is made, and looking changes nothing", async () => {
  const page = await read(preview);
  expect(page).toContain("From Coach Decides to Fair Dual Scoring");
  expect(page).toContain("1 of 1 rated game would get another score.");
  expect(page).toContain("Hawks vs. Wolves");
  expect(await score()).toBe(10);
  expect(await read(preview.replace("all", "open"))).toContain("No score of your 1 rated game would change.");
});

test("a preview of something else redirects to the form", async () => {
  const answer = await world.ask("/club/settings/rating-policy/preview?policy=mine", { cookie: ada.cookie });
  expect(answer.headers.get("Location")).toBe("/club/settings/rating-policy");
});

test("a rating between preview and confirmation shows the preview again, which then can be confirmed", async () => {
  const version = versionOn(await read(preview));
  const other = await world.game(lakeside, hawks, 4, { opponent: "Bears" });
  await rate(other, "20", mia.cookie);
  await rate(other, "10", dana.cookie);
  const refused = await world.ask(preview, { cookie: ada.cookie, form: { version } });
  expect(refused.status).toBe(422);
  const page = (await refused.text()).replaceAll("<!-- -->", "");
  expect(page).toContain("This was changed after you opened the page, so nothing is saved yet");
  expect(page).toContain("2 of 2 rated games would get another score.");
  expect(await score()).toBe(10);

  const done = await world.ask(preview, { cookie: ada.cookie, form: { version: versionOn(page) } });
  expect(done.headers.get("Location")).toBe("/club/settings/rating-policy");
  expect(await score()).toBe(20);
  expect(await read("/club/settings/rating-policy")).toContain("All games: 2 games got another score");
});

test("the game's page tells administrators the earlier result, and the panels follow the policy", async () => {
  const said = /Final 20 by Fair Dual Scoring; until .* it was 10 by Coach Decides\./;
  expect(await read(`/rating/${game}`)).toMatch(said);
  for (const { cookie } of [dana, mia]) expect(await read(`/rating/${game}`, cookie)).not.toMatch(said);
  const summary = "ratings count equally.";
  for (const path of ["/teams", "/rating", "/mobile-rating", "/rating/how"]) {
    expect(await read(path, dana.cookie)).toContain(summary);
  }
  expect(await read("/rating/how", dana.cookie)).toContain("until the head coach replaces it");
});

test("the boards follow", async () => {
  const { total_score } = await world.control
    .selectFrom("standings")
    .select("total_score")
    .where("team_id", "=", hawks)
    .executeTakeFirstOrThrow();
  expect(total_score).toBe(40);
});
