import { afterAll, beforeEach, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, hawks, otters, ada } = await openLakeside();
afterAll(() => world.close());
const { dateAt } = await import("#app/domain/values/times.ts");
const { settleRewards } = await import("#app/domain/club/rewards/settle-rewards.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const day = (days: number) => dateAt(new Date(Date.now() + days * 86_400_000), "America/Chicago");
const AT = new Date(Date.now() - 86_400_000).toISOString();

/** A season of the Hawks that ended a month ago, and a program of it with a reward for each perfect game. */
beforeEach(() =>
  inFile(async (db) => {
    for (const table of ["earned_rewards", "rewards", "reward_programs", "seasons", "games"] as const)
      await db.deleteFrom(table).execute();
    await db
      .insertInto("seasons")
      .values({
        ...{ id: "fall", name: "Fall", name_key: "fall", description: "", all_teams: 0 },
        ...{ starts_on: day(-60), ends_on: day(-30), planned_games: null, archived_at: null },
        ...{ created_at: AT, updated_at: AT },
      })
      .execute();
    await db
      .insertInto("season_teams")
      .values({ season_id: "fall", team_id: hawks, age_group: null })
      .execute();
    await program("heroes", 500_00);
  }),
);

const program = (id: string, budget_cents: number) =>
  inFile(async (db) => {
    await db
      .insertInto("reward_programs")
      .values({
        ...{ id, name: id, description: "", type: "team", season_id: "fall", starts_on: day(-60) },
        ...{ ends_on: null, is_active: 1, budget_cents, archived_at: null, created_at: AT, updated_at: AT },
      })
      .execute();
    await db
      .insertInto("rewards")
      .values({
        ...{ id: `card-of-${id}`, program_id: id, title: "$15 gift card", description: "" },
        ...{ type: "perfect_game", score_threshold: 20, game_count: 1, improvement_percent: 25 },
        ...{ consecutive_games: 3, counts_after: "any", value_cents: 15_00, status: "active" },
        ...{ color: "gold", auto_trigger: 1, notification_enabled: 0, last_triggered_at: null },
        ...{ created_at: AT, updated_at: AT },
      })
      .execute();
  });
const perfect = (team: string, days: number) =>
  world.game(lakeside, team, days * 24, {
    ...{ final_score: 20, agreement: "agreed", final_policy: "coach-final", finalized_at: AT },
  });
const settle = () => inFile((db) => inTransaction(db, (tx) => settleRewards(tx, "itself")));

type Form = Record<string, string | string[]>;
const form: Form = {
  name: "Fall",
  startsOn: day(-60),
  endsOn: day(-30),
  description: "",
  plannedGames: "12",
};
/**
 * Saves the season's form.
 * @returns the answer, and its page as one line
 */
async function save(changes: Form) {
  const path = "/seasons/fall/edit";
  const version = versionOn(await (await world.ask(path, { cookie: ada.cookie })).text());
  const whole = { ...form, teams: "chosen", teamIds: [hawks], version, ...changes };
  const answer = await world.ask(path, { cookie: ada.cookie, form: whole });
  const html = (await answer.text()).replaceAll("<!-- -->", "");
  return { answer, html, words: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ") };
}
/** Returns the values that a page's form would send. */
function fieldsOn(html: string): Form {
  const fields: Record<string, string[]> = {};
  for (const [input] of html.matchAll(/<input type="hidden"[^>]*>/g)) {
    const [, name = ""] = /name="([^"]*)"/.exec(input) ?? [];
    fields[name] = [...(fields[name] ?? []), /value="([^"]*)"/.exec(input)?.[1] ?? ""];
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, all]) => [name, all.length === 1 ? (all[0] ?? "") : all]),
  );
}
/** Answers the question of a page by its form. */
const confirm = (html: string) =>
  world.ask("/seasons/fall/edit", { cookie: ada.cookie, form: fieldsOn(html) });
const stored = () =>
  inFile(async (db) => ({
    ends: (await db.selectFrom("seasons").select("ends_on").executeTakeFirstOrThrow()).ends_on,
    earned: await db
      .selectFrom("earned_rewards")
      .select(["team_id", "status"])
      .orderBy("game_date")
      .orderBy("reward_id")
      .execute(),
  }));
async function behind(answer: Response) {
  expect(answer.status).toBe(303);
  const cookie = `${ada.cookie}; ${answer.headers.get("Set-Cookie")?.split(";")[0]}`;
  const page = await world.ask(answer.headers.get("Location") ?? "", { cookie });
  return (await page.text()).replaceAll("<!-- -->", "");
}

// product/rewards.md#rewards
test("days by which past games earn rewards are saved only after a question with teams and amounts", async () => {
  for (const days of [20, 10, 5]) await perfect(hawks, days);
  const { answer, html, words } = await save({ endsOn: day(0), description: "With a cup" });
  expect(answer.status).toBe(200);
  expect(words).toContain("Save Fall?");
  expect(words).toContain(
    "1 team has earned 3 rewards already. Saving awards 2 of them for $30, which leaves $470; 1 reward waits for you",
  );
  expect(words).toContain("Save and Award $30");
  expect(await stored()).toEqual({ ends: day(-30), earned: [] });
  expect(await behind(await confirm(html))).toContain(
    "Fall is saved. 2 rewards are awarded ($30), 1 to hand over.",
  );
  const { ends, earned } = await stored();
  expect(ends).toBe(day(0));
  expect(earned.map(({ status }) => status)).toEqual(["awarded", "awarded", "pending"]);
  expect(
    await inFile((db) => db.selectFrom("seasons").select(["description", "planned_games"]).execute()),
  ).toEqual([{ description: "With a cup", planned_games: 12 }]);
});

test("a team whose past games earn rewards is asked about, and without any of them it is saved at once", async () => {
  await perfect(hawks, 41);
  const plain = await save({ name: "Fall League", plannedGames: "20" });
  expect(await behind(plain.answer)).toContain("Fall League is saved.");
  await settle();
  const empty = await save({ teamIds: [hawks, otters], endsOn: day(0) });
  expect(await behind(empty.answer)).not.toContain("awarded (");
  await save({});
  await perfect(otters, 40);
  const { words, html } = await save({ teamIds: [hawks, otters] });
  expect(words).toMatch(/1 team has earned 1 reward already\..* Otters/);
  await confirm(html);
  expect((await stored()).earned).toEqual([
    { team_id: hawks, status: "awarded" },
    { team_id: otters, status: "awarded" },
  ]);
});

test("a paused program earns nothing, so nothing is asked", async () => {
  await perfect(hawks, 20);
  await inFile((db) => db.updateTable("rewards").set({ status: "paused" }).execute());
  expect((await save({ endsOn: day(0) })).answer.status).toBe(303);
  await save({});
  await inFile(async (db) => {
    await db.updateTable("rewards").set({ status: "active" }).execute();
    await db.updateTable("reward_programs").set({ is_active: 0 }).execute();
  });
  expect((await save({ endsOn: day(0) })).answer.status).toBe(303);
  expect((await stored()).earned).toEqual([]);
});

test("each program pays from its own budget", async () => {
  await program("second", 15_00);
  for (const days of [20, 10]) await perfect(hawks, days);
  const { words, html } = await save({ endsOn: day(0) });
  expect(words).toContain(
    "earned 4 rewards already. Saving awards 3 of them for $45, which leaves $470; 1 reward waits",
  );
  await confirm(html);
  expect((await stored()).earned.map(({ status }) => status)).toEqual([
    "awarded",
    "awarded",
    "awarded",
    "pending",
  ]);
});

test("an answer applies to the shown list: with more earned since, it is asked again", async () => {
  await perfect(hawks, 20);
  const { html } = await save({ endsOn: day(0) });
  await perfect(hawks, 10);
  const again = await confirm(html);
  expect(again.status).toBe(200);
  const asked = (await again.text()).replaceAll("<!-- -->", "");
  expect(asked).toContain("Save and Award $30");
  expect((await stored()).ends).toBe(day(-30));
  expect((await confirm(asked)).status).toBe(303);
  // Idempotent.
  expect((await confirm(asked)).status).toBe(303);
  expect((await stored()).earned).toHaveLength(2);
});

test("awarded rewards stay when the season gets shorter again", async () => {
  await perfect(hawks, 20);
  await confirm((await save({ endsOn: day(0) })).html);
  expect((await save({})).answer.status).toBe(303);
  await settle();
  expect((await stored()).earned).toEqual([{ team_id: hawks, status: "awarded" }]);
});

test("the question names the waiting rewards if the budget is too small, and mentions no money", async () => {
  await perfect(hawks, 20);
  await inFile((db) => db.updateTable("reward_programs").set({ budget_cents: 10_00 }).execute());
  const { words, html } = await save({ endsOn: day(0) });
  expect(words).toContain("1 team has earned 1 reward already. 1 reward waits for you to hand over.");
  expect(words).not.toContain("$");
  expect(await behind(await confirm(html))).toContain("Fall is saved. 1 reward waits for you to hand over.");
});
