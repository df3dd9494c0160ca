import { afterAll, beforeEach, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, hawks, otters, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const words = async (answer: Response) =>
  (await answer.text())
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const page = async (path: string, cookie = ada.cookie) => words(await world.ask(path, { cookie }));
const post = (path: string, form: Record<string, string> = {}, cookie = ada.cookie) =>
  world.ask(path, { cookie, form });
/** Returns the page behind an answer, with the message that it shows once. */
async function behind(answer: Response): Promise<string> {
  expect(answer.status, answer.status === 303 ? "" : await answer.clone().text()).toBe(303);
  const cookie = `${ada.cookie}; ${answer.headers.get("Set-Cookie")?.split(";")[0]}`;
  return page(answer.headers.get("Location") ?? "", cookie);
}
const earnedRows = () =>
  inFile((db) => db.selectFrom("earned_rewards").selectAll().orderBy("earned_at").orderBy("id").execute());

beforeEach(() =>
  inFile(async (db) => {
    for (const table of ["earned_rewards", "rewards", "reward_programs", "games"] as const)
      await db.deleteFrom(table).execute();
  }),
);

const heroes = { name: "Fall Heroes", description: "", type: "team", seasonId: "", budget: "500" };
async function program(more: Record<string, string> = {}): Promise<string> {
  await behind(await post("/rewards/programs/new", { ...heroes, ...more }));
  const { id } = await inFile((db) =>
    db
      .selectFrom("reward_programs")
      .select("id")
      .where("name", "=", more.name ?? heroes.name)
      .executeTakeFirstOrThrow(),
  );
  await inFile((db) => db.updateTable("reward_programs").set({ starts_on: "2020-01-01" }).execute());
  return id;
}
const card = {
  ...{ title: "$15 gift card", description: "", type: "perfect_game", value: "15", color: "gold" },
  ...{ scoreThreshold: "20", gameCount: "1", autoTrigger: "on", notificationEnabled: "on" },
};
async function reward(programId: string, more: Record<string, string> = {}): Promise<string> {
  const key = `reward-${Math.random().toString(36).slice(2, 12)}`;
  await behind(await post("/rewards/new", { ...card, programId, key, ...more }));
  return key;
}
const perfect = (team: string, hoursAgo: number, opponent = "Wolves") =>
  world.game(lakeside, team, hoursAgo, {
    ...{ opponent, final_score: 20, agreement: "agreed", final_policy: "coach-final" },
    finalized_at: new Date().toISOString(),
  });

// product/rewards.md#rewards
test("administrators only: others are refused, another club finds nothing", async () => {
  const rewardId = await reward(await program());
  for (const { cookie } of [mia, dana]) {
    for (const path of ["/rewards", "/rewards/new", "/rewards/programs/new", `/rewards/${rewardId}/edit`])
      expect((await world.ask(path, { cookie })).status, path).toBe(403);
    expect((await post("/rewards/check", {}, cookie)).status).toBe(403);
    expect(await page("/dashboard", cookie)).not.toContain("Rewards");
  }
  expect((await world.ask(`/rewards/${rewardId}/edit`, { cookie: rita.cookie })).status).toBe(404);
  expect(await page("/dashboard")).toContain("Rewards");
});

test("a program and a reward report missing values at their fields: title and value are required", async () => {
  expect(await page("/rewards/new")).toContain("Create a program first");
  const empty = await words(await post("/rewards/programs/new", { ...heroes, name: "", budget: "a lot" }));
  expect(empty).toContain("Enter a name, for example Fall Sideline Heroes");
  expect(empty).toContain("Enter an amount in dollars, such as 15 or 12.50");
  const programId = await program();
  expect(await words(await post("/rewards/programs/new", { ...heroes, budget: "400" }))).toContain(
    "There is already a program of this name",
  );
  const refused = await words(await post("/rewards/new", { ...card, programId, title: "", value: "" }));
  expect(refused).toContain("Enter a title, for example $15 gift card");
  expect(refused).toContain("Enter what it costs in dollars, or 0");
  expect(await words(await post("/rewards/new", { ...card, programId, value: "500.01" }))).toContain(
    "This is more than the program's whole budget",
  );
  expect(await words(await post("/rewards/new", { ...card, programId, type: "season_end" }))).toContain(
    "A season's end needs a program with a season",
  );
  // The same form twice is one reward.
  await reward(programId, { key: "the-same-key" });
  await reward(programId, { key: "the-same-key" });
  await program();
  expect(await page("/rewards?tab=rewards")).toContain("1 reward ");
});

test("a new program asks from when games count, and a reward shows what results earn already", async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await inFile((db) =>
    db
      .insertInto("seasons")
      .values({
        ...{ id: "running", name: "Running", name_key: "running", description: "", all_teams: 1 },
        ...{ starts_on: day(-60), ends_on: day(60), planned_games: null, archived_at: null },
        ...{ created_at: "x", updated_at: "x" },
      })
      .execute(),
  );
  await perfect(hawks, 100);
  const form = await page("/rewards/programs/new");
  expect(form).toContain("From when do games count?");
  expect(form).toContain("Running has 1 rated game so far");
  const make = async (name: string, more: Record<string, string>) => {
    await behind(await post("/rewards/programs/new", { ...heroes, name, seasonId: "running", ...more }));
    const { id } = await inFile((db) =>
      db.selectFrom("reward_programs").select("id").where("name", "=", name).executeTakeFirstOrThrow(),
    );
    const key = `key-of-${name.toLowerCase()}`;
    return behind(await post("/rewards/new", { ...card, programId: id, key }));
  };
  expect(await make("Today", { countsFrom: "today" })).not.toContain("Results so far earn it");
  expect(await make("Usual", {})).not.toContain("Results so far earn it");
  expect(await make("All", { countsFrom: "season" })).toContain(
    "1 team has earned 1 reward already. Starting awards 1 of them for $15",
  );
  await inFile((db) => db.deleteFrom("earned_rewards").execute());
  await inFile((db) => db.deleteFrom("rewards").execute());
  await inFile((db) => db.deleteFrom("reward_programs").execute());
  await inFile((db) => db.deleteFrom("seasons").execute());
});

test("'Check Now' reports what it found, or that nothing is new", async () => {
  await reward(await program(), { autoTrigger: "" });
  expect(await behind(await post("/rewards/check"))).toContain(
    "No new rewards earned at this time. Keep up the great behavior!",
  );
  await perfect(hawks, 100);
  await perfect(otters, 99);
  expect(await behind(await post("/rewards/check"))).toContain("2 new rewards earned.");
  const earned = await page("/rewards?tab=earned");
  expect(earned).toContain("A game with 20 points or more (vs. Wolves,");
  expect(earned).toContain("Mark as Awarded");
  expect(await page("/rewards")).toContain("2 rewards to hand over");
});

test("'Mark as Awarded' keeps the person and time, stays within the budget, and can be undone", async () => {
  await reward(await program({ budget: "20" }), { autoTrigger: "" });
  await perfect(hawks, 100);
  await perfect(hawks, 90);
  await post("/rewards/check");
  const [one, two] = await earnedRows();
  expect(await behind(await post(`/rewards/earned/${one?.id}/award`))).toContain(
    "$15 gift card is awarded to Hawks.",
  );
  expect(await page(`/rewards/earned/${one?.id}`)).toMatch(/Awarded [^.]*, by [A-Z]/);
  expect(await behind(await post(`/rewards/earned/${two?.id}/award`))).toContain(
    "The program's budget has $5 left.",
  );
  expect(await page("/rewards")).toContain("$15 of $20 given in 1 reward");
  expect(await behind(await post(`/rewards/earned/${one?.id}/undo`))).toContain(
    "$15 gift card waits to be handed over again.",
  );
  expect((await earnedRows()).map(({ status }) => status)).toEqual(["pending", "pending"]);
  const kinds = await inFile((db) =>
    db.selectFrom("audit").select("kind").where("topic", "=", "rewards").orderBy("seq").execute(),
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["rewards.earned", "rewards.awarded", "rewards.award-undone"]),
  );
});

test("revoked rewards are named with their reason", async () => {
  await reward(await program(), { autoTrigger: "" });
  const gameId = await perfect(hawks, 100);
  await post("/rewards/check");
  await inFile((db) =>
    db.updateTable("games").set({ status: "cancelled" }).where("id", "=", gameId).execute(),
  );
  expect(await behind(await post("/rewards/check"))).toContain("1 reward taken back.");
  expect(await page("/rewards?tab=earned")).toContain("Taken back (1)");
  expect(await page("/rewards?tab=earned&status=taken-back")).toContain(
    "The game was moved, cancelled, deleted or taken out of the figures",
  );
  const [row] = await earnedRows();
  expect(await page(`/rewards/earned/${row?.id}`)).not.toContain("Mark as Awarded");
  expect(await behind(await post(`/rewards/earned/${row?.id}/award`))).toContain("taken back meanwhile");
});

test("a reward is given by hand to a team or to one adult, once", async () => {
  const rewardId = await reward(await program({ type: "individual" }), { type: "custom" });
  const form = { teamId: hawks, recipient: "Kim Lee", why: "Calmed everybody down", key: "gift-of-kim" };
  expect(await behind(await post(`/rewards/${rewardId}/give`, form))).toContain("Kim Lee, Hawks");
  await post(`/rewards/${rewardId}/give`, form);
  expect(await earnedRows()).toHaveLength(1);
  expect(await page("/rewards")).toContain("1 person so far, of 2 teams");
  expect(
    await words(await post(`/rewards/${rewardId}/give`, { ...form, teamId: "", key: "another-key" })),
  ).toContain("Choose the team");
});

test("programs are stopped, started, archived and restored, and a reward is edited, paused and deleted", async () => {
  const programId = await program();
  const rewardId = await reward(programId);
  expect(await behind(await post(`/rewards/programs/${programId}/active`, { active: "no" }))).toContain(
    "Fall Heroes is stopped.",
  );
  expect(await page("/rewards")).toContain("Fall Heroes Stopped");
  await post(`/rewards/programs/${programId}/active`, { active: "yes" });
  const html = await (await world.ask(`/rewards/${rewardId}/edit`, { cookie: ada.cookie })).text();
  const form = { ...card, title: "$20 gift card", value: "20", isPaused: "on", version: versionOn(html) };
  expect(await behind(await post(`/rewards/${rewardId}/edit`, form))).toContain("$20 gift card is saved.");
  // Filled from earlier values: refused, with both values.
  const stale = await words(await post(`/rewards/${rewardId}/edit`, { ...form, title: "Cake" }));
  expect(stale).toContain("What you typed, and what is stored now");
  expect(await page("/rewards?tab=rewards")).toContain("$20 gift card Paused");
  await inFile((db) => db.updateTable("rewards").set({ status: "active" }).execute());
  await post(`/rewards/${rewardId}/give`, { teamId: hawks, why: "Calm", key: "gift-key-1" });
  expect(await page(`/rewards/programs/${programId}/delete`)).toContain("Archive Fall Heroes?");
  expect(await behind(await post(`/rewards/programs/${programId}/delete`))).toContain(
    "Fall Heroes is archived.",
  );
  expect(await behind(await post(`/rewards/programs/${programId}/restore`))).toContain("Fall Heroes is back");
  expect(await page(`/rewards/${rewardId}/delete`)).toContain("Archive $20 gift card?");
  const other = await program({ name: "Other" });
  expect(await behind(await post(`/rewards/programs/${other}/delete`))).toContain("Other is deleted.");
});

// product/rewards.md#reward-templates
test("templates fill the form of a new reward, including improvement", async () => {
  const text = await page("/rewards?tab=templates");
  for (const name of [
    ...["$15 gift card", "$25 gift card", "$50 gift card", "$10 snack voucher", "Team pizza party"],
    ...["Three clean games after a hard talk", "Most improved after a 0"],
  ])
    expect(text).toContain(name);
  await program();
  const html = await (await world.ask("/rewards/new?template=after-talk", { cookie: ada.cookie })).text();
  expect(html).toMatch(/name="title"[^>]*value="Three clean games after a hard talk"/);
  expect(html).toMatch(/name="value"[^>]*value="25"/);
});

test("a program shows at most three rewards, and the six awarded last are on the page", async () => {
  const programId = await program();
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4])
    ids.push(await reward(programId, { title: `Gift ${number}`, type: "custom", value: "1" }));
  for (const number of [1, 2, 3, 4, 5, 6, 7])
    await post(`/rewards/${ids[0]}/give`, { teamId: hawks, why: "Calm", key: `gift-number-${number}` });
  const text = await page("/rewards");
  expect(text).toContain("Gift 3");
  expect(text).not.toContain("Gift 4");
  expect(text).toContain("And 1 more");
  expect(text.match(/By hand/g)).toHaveLength(6);
});

test("costs are added up, later changes are counted, and few games give no result", async () => {
  const rewardId = await reward(await program({ budget: "100" }), { type: "custom" });
  const rated = (team: string, hours: number, final_score: 0 | 10 | 20) =>
    world.game(lakeside, team, hours, { final_score, agreement: "agreed", final_policy: "coach-final" });
  for (const index of [1, 2, 3, 4, 5]) {
    await rated(hawks, 1000 + index, 10);
    await rated(hawks, 100 + index, index < 3 ? 10 : 20);
    if (index < 5) await rated(otters, 100 + index, 20);
  }
  for (const [team, key] of [
    [hawks, "gift-of-hawks"],
    [otters, "gift-of-otters"],
  ] as const)
    await post(`/rewards/${rewardId}/give`, { teamId: team, why: "Calm", key });
  const first = new Date(Date.now() - 500 * 3_600_000).toISOString();
  await inFile((db) => db.updateTable("earned_rewards").set({ awarded_at: first }).execute());
  const text = await page("/rewards?tab=analytics");
  expect(text).toContain("Fall Heroes $100 $30 $70 2 0");
  expect(text).toMatch(/Hawks 1 [^.]*? 10\.0 in 5 games 16\.0 in 5 games 6\.0 points more/);
  expect(text).toMatch(/Otters 1 .*? No rated game 20\.0 in 4 games Too few to say/);
});

// product/rewards.md#earned-rewards
test("the earned list has pages, filters and orders, and a CSV of all that they leave", async () => {
  const [heroes, others] = [await program(), await program({ name: "Others" })];
  const of = {
    [heroes]: await reward(heroes),
    [others]: await reward(others, { title: "Pizza", value: "40" }),
  };
  const at = (n: number) => new Date(Date.UTC(2026, 10, 1, n)).toISOString();
  await inFile(async (db) => {
    await db.deleteFrom("earned_rewards").execute();
    const row = (n: number) => {
      const [programId, team] = [n % 3 === 0 ? others : heroes, n % 2 === 0 ? hawks : otters];
      return {
        ...{ id: `e${n}`, reward_id: of[programId] ?? "", program_id: programId, team_id: team },
        ...{ game_id: null, game_date: "2026-11-01", score: null, criteria: `For ${n}`, rule: "{}" },
        ...{ recipient: n === 1 ? "=Mo" : "", value_cents: n % 3 === 0 ? 40_00 : 12_50, earned_at: at(n) },
        ...{ status: "awarded" as const, awarded_at: at(n), awarded_by_name: "", taken_back_at: null },
        ...{ taken_back_why: "" as const, notified: "everybody" as const },
      };
    };
    await db
      .insertInto("earned_rewards")
      .values([
        ...Array.from({ length: 30 }, (_, n) => row(n)),
        {
          ...{ ...row(30), status: "taken-back", awarded_at: null },
          ...{ taken_back_at: at(31), taken_back_why: "hand" },
        },
      ])
      .execute();
  });
  const [first, second] = [await page("/rewards?tab=earned"), await page("/rewards?tab=earned&page=2")];
  // Ten of $40 and twenty of $12.50.
  expect(first).toContain("30 rewards, $650");
  expect(first).toContain("Page 1 of 2");
  expect(first).toContain("History Awarded (30) (shown) Taken back (1)");
  expect(second).toContain("Page 2 of 2");
  expect(await page("/rewards?tab=earned&page=99")).toContain("Page 2 of 2");
  expect(await page(`/rewards?tab=earned&program=${others}&team=${hawks}`)).toContain(
    "5 rewards, $200, Others, Hawks",
  );
  expect(await page(`/rewards?tab=earned&status=taken-back&team=${otters}`)).toContain(
    "Nothing matches these filters",
  );
  expect(await page("/rewards?tab=earned&status=taken-back")).toContain("1 reward, $40");

  const csv = async (query: string) => {
    const answer = await world.ask(`/rewards/earned.csv${query}`, { cookie: ada.cookie });
    expect(answer.headers.get("Content-Type")).toContain("text/csv");
    return (await answer.text()).trim().split("\r\n");
  };
  const [head = "", ...rows] = await csv("");
  const cells = rows.map((row) => row.split(","));
  const column = (name: string) => cells.map((row) => row[head.split(",").indexOf(name)]);
  expect(head).toContain("Value in dollars,Status,Awarded on,Awarded by");
  expect(column("Value in dollars").reduce((sum, value) => sum + Number(value), 0)).toBe(650);
  expect(column("Earned by")).toEqual(Array.from({ length: 30 }, (_, n) => `For ${29 - n}`));
  expect(column("Recipient").at(-2)).toBe("'=Mo");
  expect((await csv("?order=oldest"))[1]).toContain("For 0");
  const byValue = await csv("?order=value");
  expect(byValue.slice(1, 11).every((row) => row.includes(",40,"))).toBe(true);
  const byTeam = await csv("?order=team");
  expect(byTeam.slice(1, 16).every((row) => row.includes("Hawks"))).toBe(true);
  expect(await csv(`?program=${others}&team=${hawks}`)).toHaveLength(6);
  expect((await csv("?status=taken-back"))[1]).toContain("Taken back");
  expect((await world.ask("/rewards/earned.csv", { cookie: mia.cookie })).status).toBe(403);
  const kinds = await world.platform.control.selectFrom("audit").select("kind").execute();
  expect(kinds.map(({ kind }) => kind)).toContain("export.rewards");
});

test("a club that can only be read shows its rewards and no form", async () => {
  await reward(await program());
  await perfect(hawks, 100);
  await post("/rewards/check");
  await inFile((db) =>
    db.updateTable("earned_rewards").set({ status: "pending", awarded_at: null }).execute(),
  );
  await world.control
    .updateTable("clubs")
    .set({ term_ends_at: new Date(Date.now() - 86_400_000).toISOString() })
    .where("code", "=", lakeside.code)
    .execute();
  expect((await post("/rewards/check")).status).toBe(402);
  const { id = "" } = (await earnedRows())[0] ?? {};
  const pages = await Promise.all(
    [
      "/rewards",
      "/rewards?tab=rewards",
      "/rewards?tab=earned",
      "/rewards?tab=templates",
      `/rewards/earned/${id}`,
    ].map(async (path) => (await world.ask(path, { cookie: ada.cookie })).text()),
  );
  for (const html of pages) {
    expect(html).not.toMatch(/<form(?![^>]*method="get")[^>]*action="\/rewards/);
    expect(html).not.toContain('href="/rewards/new');
  }
});
