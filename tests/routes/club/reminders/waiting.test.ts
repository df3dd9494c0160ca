import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { ratingRow } from "#tests/support/rows.ts";

const { world, lakeside, hawks, otters, ada, mia, dana } = await openLakeside();
afterAll(() => world.close());

const game = await world.game(lakeside, hawks, 5, { opponent: "Riverside Lions" });
await world.game(lakeside, otters, 5, { opponent: "Cedar Owls" });
await world.platform.clubs.use(lakeside.code, (db) =>
  db
    .insertInto("ratings")
    .values(ratingRow(game, { given_by: dana.id, score: 0, reason: "Shouting" }))
    .execute(),
);
const page = async (cookie: string, path = "/rating/waiting") => (await world.ask(path, { cookie })).text();
const reminded = async () =>
  (
    await world.control
      .selectFrom("mails")
      .select("to_address")
      .where("tag", "=", "rating-reminder")
      .execute()
  ).map(({ to_address }) => to_address);

test("administrators see pending ratings in all teams, and teams without raters", async () => {
  const html = await page(ada.cookie);
  const words = html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  expect(words).toMatch(/Hawks vs\. Riverside Lions .*? waits for Mia Manager \(manager\)/);
  expect(words).toMatch(
    /Otters The team has no coach\. .*? vs\. Cedar Owls .*? waits for no coach yet, no manager yet/,
  );
  expect(words).toContain("Ratings hidden until");
  expect(words).not.toContain("Blind until");
  expect(html).toContain(`/teams/${otters}/invite?role=coach`);
});

test("a manager sees only their own teams' games, and no score", async () => {
  const html = await page(mia.cookie);
  expect(html).toContain("vs. Riverside Lions");
  expect(html).not.toContain("Cedar Owls");
  expect(await page(mia.cookie, `/rating/waiting?team=${otters}`)).not.toContain("Cedar Owls");
  for (const secret of ["Major Incident", "Shouting", "score-0"]) expect(html).not.toContain(secret);
});

test("games without a final score are a separate list, with the missing raters, even of one team", async () => {
  const decided = await world.game(lakeside, hawks, 24 * 4, {
    opponent: "Decided Rival",
    final_score: 20,
    agreement: "agreed",
    final_policy: "coach-final",
    finalized_at: "2026-01-01T00:00:00.000Z",
  });
  await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .insertInto("ratings")
      .values(ratingRow(decided, { id: "decided", submission_key: "decided", given_by: dana.id, score: 20 }))
      .execute(),
  );
  expect(await page(ada.cookie)).toContain("Decided Rival");
  const html = await page(ada.cookie, `/rating/waiting?games=no-score&team=${hawks}`);
  expect(html).not.toContain("Decided Rival");
  expect(html).not.toContain("Cedar Owls");
  expect(html).toContain("without a final score");
  expect(html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ")).toMatch(/Mia Manager .*? 1 rating ·/);
  const ofTeam = await page(ada.cookie, `/teams/${hawks}`);
  expect(ofTeam).toContain(`/rating/waiting?team=${hawks}&amp;games=no-score`);
});

test("a button reminds a rater once a day, and only raters of the list", async () => {
  const remind = (cookie: string, rater: string) => world.ask("/rating/waiting", { cookie, form: { rater } });
  expect((await remind(mia.cookie, dana.id)).status).toBe(303);
  expect((await remind(mia.cookie, ada.id)).status).toBe(303);
  expect(await reminded()).toEqual([]);
  expect((await remind(ada.cookie, "")).status).toBe(303);
  expect(await reminded()).toEqual(["mia.manager@people.example"]);
  await remind(ada.cookie, mia.id);
  expect(await reminded()).toHaveLength(1);
  expect(await page(ada.cookie)).toContain("Reminded today");
});
