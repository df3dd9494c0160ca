import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { castOf } from "#tests/support/lakeside.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { lakeside, hawks, otters } = await castOf(world);
afterAll(() => world.close());
const { inTransaction } = await import("#app/db/engine.server.ts");
const { momentOf } = await import("#app/domain/values/times.ts");
const programs = await import("#app/domain/club/rewards/programs.server.ts");
const rewards = await import("#app/domain/club/rewards/rewards.server.ts");
const earned = await import("#app/domain/club/rewards/earned.server.ts");
const settling = await import("#app/domain/club/rewards/settle-rewards.server.ts");
const starting = await import("#app/domain/club/rewards/start-rewards.server.ts");
const { usualCriteria } = await import("#app/domain/club/rewards/rewards.ts");
const seasons = await import("#app/domain/club/seasons/seasons.server.ts");
const { copySeason } = await import("#app/domain/club/seasons/copy-season.server.ts");
const rollOvers = await import("#app/domain/club/seasons/roll-overs.server.ts");
type ClubTx = Parameters<
  Parameters<typeof inTransaction<import("#app/db/club/schema.ts").ClubSchema, unknown>>[1]
>[0];
type RewardFields = import("#app/domain/club/rewards/rewards.ts").RewardFields;

const TIMEZONE = "America/Chicago";
const ADA = { name: "Ada", accountId: "ada" };
const AT = new Date("2026-11-26T18:00:00.000Z");
const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const change = <Result>(work: (tx: ClubTx) => Promise<Result>) => inFile((db) => inTransaction(db, work));
const settle = (by: "itself" | "check" = "itself", at = AT) =>
  change((tx) => settling.settleRewards(tx, by, at));
const rows = () =>
  inFile((db) => db.selectFrom("earned_rewards").selectAll().orderBy("game_date").orderBy("id").execute());
const states = async () => (await rows()).map(({ status }) => status);

const TABLES = ["earned_rewards", "rewards", "reward_programs", "seasons", "ratings", "games"] as const;
beforeEach(() =>
  inFile(async (db) => {
    await db.deleteFrom("roll_overs").execute();
    await db.deleteFrom("season_teams").execute();
    for (const table of TABLES) await db.deleteFrom(table).execute();
    await db.updateTable("teams").set({ status: "active", season: "Fall 2026" }).execute();
  }),
);

async function program(budget = 500, seasonId = "", name = "Heroes") {
  const fields = { name, description: "", type: "team" as const, seasonId, budgetCents: budget * 100 };
  const made = await change((tx) => programs.createProgram(tx, fields, "2026-09-01", AT));
  if (!made.ok) throw new Error(made.problem);
  return made.id;
}
const fieldsOf = (more: Partial<RewardFields> = {}): RewardFields => ({
  ...usualCriteria,
  ...{ title: "$15 gift card", description: "", type: "perfect_game", valueCents: 15_00, color: "gold" },
  ...{ isPaused: false, autoTrigger: true, notificationEnabled: true },
  ...more,
});
async function reward(programId: string, more: Partial<RewardFields> = {}) {
  const made = await change((tx) => rewards.createReward(tx, programId, fieldsOf(more), undefined, AT));
  if (!made.ok) throw new Error(made.problem);
  return made.id;
}
const game = (team: string, date: string, score: 0 | 10 | 20 | null = 20, more: object = {}) =>
  world.game(lakeside, team, 0, {
    ...{ date, time: "10:00", starts_at: momentOf(date, "10:00", TIMEZONE) },
    ...(score === null
      ? {}
      : {
          ...{ final_score: score, agreement: "agreed", final_policy: "coach-final" },
          finalized_at: AT.toISOString(),
        }),
    ...more,
  });
const rate = (gameId: string, score: 0 | 10 | 20) =>
  inFile((db) => db.updateTable("games").set({ final_score: score }).where("id", "=", gameId).execute());
const audited = (kind: string) =>
  inFile(
    async (db) => (await db.selectFrom("audit").select("seq").where("kind", "=", kind).execute()).length,
  );

// product/rewards.md#rewards
test("a reward is earned once for each reward, team and game, however often and at once it is looked for", async () => {
  const programId = await program();
  await reward(programId);
  await game(hawks, "2026-10-03");
  await game(otters, "2026-10-04");
  await game(otters, "2026-10-05", 10);
  // Played before the program.
  await game(otters, "2026-08-05");
  expect(await settle()).toMatchObject({ earned: 2, takenBack: 0 });
  await Promise.all(Array.from({ length: 4 }, () => settle()));
  expect(await settle("check")).toMatchObject({ earned: 0 });
  expect(await rows()).toMatchObject([
    { team_id: hawks, game_date: "2026-10-03", status: "awarded", score: 20, value_cents: 1500 },
    { team_id: otters, game_date: "2026-10-04", status: "awarded", awarded_by_name: "" },
  ]);
  expect((await inFile((db) => programs.listPrograms(db)))[0]).toMatchObject({ given: 2, spentCents: 3000 });
});

test("the first two of a team are awarded automatically, the third is pending", async () => {
  await reward(await program());
  for (const day of ["03", "10", "17"]) await game(hawks, `2026-10-${day}`);
  await settle();
  expect(await states()).toEqual(["awarded", "awarded", "pending"]);
});

test("a reward that is not automatic is found by 'Check Now' only, and is pending", async () => {
  await reward(await program(), { autoTrigger: false });
  const one = await game(hawks, "2026-10-03");
  expect(await settle()).toMatchObject({ earned: 0 });
  expect(await settle("check")).toMatchObject({ earned: 1 });
  expect(await states()).toEqual(["pending"]);
  // A changed result still takes it back.
  await rate(one, 10);
  expect(await settle()).toMatchObject({ takenBack: 1 });
});

test("a sealed game earns nothing before it opens, and says when to look again", async () => {
  await reward(await program());
  const id = await game(hawks, "2026-11-26", 20, {
    time: "08:00",
    starts_at: momentOf("2026-11-26", "08:00", TIMEZONE),
  });
  await inFile((db) =>
    db
      .insertInto("ratings")
      .values({
        ...{ id: "r1", game_id: id, side: "coach", score: 20, reason: "", tags: "[]", submission_key: "k1" },
        ...{ given_by: "somebody", given_by_name: "Dana Reyes", given_as: "head", correction_reason: "" },
        ...{ saw_other: 0, given_at: AT.toISOString(), superseded_at: null },
      })
      .execute(),
  );
  const look = await inFile((db) => settling.rewardsToSettle(db, "itself", AT));
  expect(look).toEqual({ changes: 0, next: new Date("2026-11-28T16:00:00.000Z") });
  expect(await settle("check")).toMatchObject({ earned: 0 });
  expect(await settle("itself", new Date("2026-11-28T16:00:00.000Z"))).toMatchObject({ earned: 1 });
});

test("a budget is never passed: automatically, by hand, by two at once", async () => {
  const programId = await program(40);
  const rewardId = await reward(programId);
  for (const day of ["03", "10"]) await game(hawks, `2026-10-${day}`);
  for (const day of ["04", "11"]) await game(otters, `2026-10-${day}`);
  await settle();
  expect((await states()).sort()).toEqual(["awarded", "awarded", "pending", "pending"]);
  const pending = (await rows()).find(({ status }) => status === "pending")?.id ?? "";
  expect(await change((tx) => earned.markAwarded(tx, pending, ADA, AT))).toEqual({
    ok: false,
    problem: "over-budget",
    leftCents: 1000,
  });
  expect((await states()).sort()).toEqual(["awarded", "awarded", "pending", "pending"]);
  const stored = await inFile((db) => programs.findProgram(db, programId));
  if (!stored) throw new Error("no program");
  const edit = (budgetCents: number) =>
    change((tx) =>
      programs.editProgram(tx, programId, { ...stored, budgetCents }, programs.programVersion(stored), AT),
    );
  expect(await edit(2999)).toMatchObject({ problem: "spent", spentCents: 3000 });
  expect(await edit(4500)).toEqual({ ok: true });
  // One more fits, and two are asked for at once.
  const give = (key: string) =>
    change((tx) =>
      earned.giveReward(tx, rewardId, { key, teamId: hawks, recipient: "", why: "Calm" }, ADA, AT),
    );
  const both = await Promise.all([give("gift-one"), give("gift-two")]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  // The same form again is the same reward.
  expect(await give("gift-one")).toEqual(both[0]?.ok ? both[0] : expect.objectContaining({ ok: false }));
  expect((await inFile((db) => programs.listPrograms(db)))[0]).toMatchObject({ spentCents: 4500 });
});

test("a game that is rated again, moved, cancelled or deleted takes back what is not awarded yet, and says so", async () => {
  await reward(await program(0), { valueCents: 0, autoTrigger: false });
  const ids: string[] = [];
  for (const day of ["01", "02", "03", "04", "05"]) ids.push(await game(hawks, `2026-10-${day}`));
  await settle("check");
  const [again = "", moved = "", cancelled = "", deleted = "", awarded = ""] = ids;
  const last = (await rows()).find(({ game_id }) => game_id === awarded)?.id ?? "";
  await change((tx) => earned.markAwarded(tx, last, ADA, AT));
  const before = await audited("rewards.taken-back");
  await rate(again, 10);
  await rate(awarded, 10);
  await inFile(async (db) => {
    const later = { date: "2026-12-24", starts_at: momentOf("2026-12-24", "10:00", TIMEZONE) };
    await db.updateTable("games").set(later).where("id", "=", moved).execute();
    await db.updateTable("games").set({ status: "cancelled" }).where("id", "=", cancelled).execute();
    await db.deleteFrom("games").where("id", "=", deleted).execute();
  });
  expect(await settle()).toMatchObject({ earned: 0, takenBack: 4 });
  expect((await rows()).map(({ status, taken_back_why: why }) => `${status} ${why}`)).toEqual([
    "taken-back result",
    "taken-back game",
    "taken-back game",
    "taken-back game",
    "awarded ",
  ]);
  expect((await audited("rewards.taken-back")) - before).toBe(4);
  expect(await settle()).toMatchObject({ earned: 0, takenBack: 0 });
  // Earned after all, it is the same row, and waits.
  await rate(again, 20);
  expect(await settle("check")).toMatchObject({ earned: 1 });
  expect((await rows())[0]).toMatchObject({ game_id: again, status: "pending", taken_back_at: null });
});

test("awarding can be undone; what was taken back cannot be awarded", async () => {
  const rewardId = await reward(await program());
  const id = await game(hawks, "2026-10-03");
  await settle();
  const [row] = await rows();
  await change((tx) => earned.undoAwarded(tx, row?.id ?? "", AT));
  await settle();
  expect(await rows()).toMatchObject([{ status: "pending", awarded_at: null }]);
  await rate(id, 0);
  await settle();
  expect(await change((tx) => earned.markAwarded(tx, row?.id ?? "", ADA, AT))).toMatchObject({
    problem: "taken-back",
  });
  const gift = { key: "gift-three", teamId: hawks, recipient: "Kim", why: "Calm" };
  await change((tx) => earned.giveReward(tx, rewardId, gift, ADA, AT));
  await change((tx) => earned.undoAwarded(tx, "gift-three", AT));
  expect((await rows()).find(({ id: key }) => key === "gift-three")).toMatchObject({
    status: "taken-back",
    taken_back_why: "hand",
  });
});

test("a program has its season's games and teams; its end rewards them once all results are open", async () => {
  const fields = {
    ...{ name: "Fall", startsOn: "2026-09-01", endsOn: "2026-11-20", allTeams: false, teamIds: [hawks] },
    ...{ description: "", plannedGames: null },
  };
  const season = await change((tx) => seasons.createSeason(tx, fields, AT));
  const programId = await program(500, season.ok ? season.id : "");
  await reward(programId, { type: "season_end", scoreThreshold: 15, gameCount: 2, title: "Pizza" });
  for (const team of [hawks, otters])
    for (const day of ["10-03", "11-20", "11-21"]) await game(team, `2026-${day}`);
  const noon = (day: string) => new Date(`2026-11-${day}T18:00:00.000Z`);
  expect(await inFile((db) => settling.rewardsToSettle(db, "itself", noon("21")))).toEqual({
    changes: 0,
    next: new Date(momentOf("2026-11-24", null, TIMEZONE)),
  });
  await settle("itself", noon("24"));
  expect(await rows()).toMatchObject([{ team_id: hawks, game_date: "2026-11-20", status: "awarded" }]);
  const without = await program(500, "", "No season");
  expect(
    await change((tx) =>
      rewards.createReward(tx, without, fieldsOf({ type: "season_end" }), "key-of-it", AT),
    ),
  ).toMatchObject({ problem: "needs-season" });
});

test("a program that is made in a running season counts from its day on, unless it is to count all", async () => {
  const fields = {
    ...{ name: "Fall", startsOn: "2026-09-01", endsOn: "2026-11-20", allTeams: true, teamIds: [] },
    ...{ description: "", plannedGames: null },
  };
  const season = await change((tx) => seasons.createSeason(tx, fields, AT));
  const seasonId = season.ok ? season.id : "";
  for (const day of ["09-05", "10-03", "10-10"]) await game(hawks, `2026-${day}`);
  const make = async (name: string, today: string, fromToday: boolean) => {
    const wanted = { name, description: "", type: "team" as const, seasonId, budgetCents: 500_00 };
    const made = await change((tx) => programs.createProgram(tx, wanted, today, AT, fromToday));
    if (!made.ok) throw new Error(made.problem);
    await reward(made.id, { title: name });
    await settle();
    const days = (await rows()).filter(({ program_id }) => program_id === made.id);
    const [program] = (await inFile((db) => programs.listPrograms(db))).filter(({ id }) => id === made.id);
    return { startsOn: program?.startsOn, days: days.map(({ game_date }) => game_date) };
  };
  expect(await make("From today", "2026-10-03", true)).toEqual({
    startsOn: "2026-10-03",
    days: ["2026-10-03", "2026-10-10"],
  });
  expect(await make("All of it", "2026-10-03", false)).toMatchObject({
    startsOn: "2026-09-01",
    days: ["2026-09-05", "2026-10-03", "2026-10-10"],
  });
  // In a future or past season all games count anyway.
  expect(await make("Before it", "2026-08-01", true)).toMatchObject({ startsOn: "2026-09-01" });
  expect((await make("After it", "2026-11-26", true)).days).toHaveLength(3);
  // A copy for another season counts from that one's first day.
  const next = await change((tx) =>
    copySeason(
      tx,
      seasonId,
      {
        ...{ name: "Fall 2027", startsOn: "2027-09-01", endsOn: "2027-11-20", takeRewards: true },
        ...{ takeTeams: true, takeStaff: false, takeGames: false },
      },
      AT,
    ),
  );
  const copied = (await inFile((db) => programs.listPrograms(db))).filter(
    ({ seasonId: id }) => next.ok && id === next.id,
  );
  expect(new Set(copied.map(({ startsOn }) => startsOn))).toEqual(new Set(["2027-09-01"]));
  expect(copied).toHaveLength(4);
});

test("a team that takes no part is given nothing by hand", async () => {
  const fields = {
    ...{ name: "Fall", startsOn: "2026-09-01", endsOn: "2026-11-20", allTeams: false, teamIds: [hawks] },
    ...{ description: "", plannedGames: null },
  };
  const season = await change((tx) => seasons.createSeason(tx, fields, AT));
  const rewardId = await reward(await program(500, season.ok ? season.id : ""), { type: "custom" });
  const give = (teamId: string) =>
    change((tx) =>
      earned.giveReward(tx, rewardId, { key: `gift-${teamId}`, teamId, recipient: "", why: "Calm" }, ADA, AT),
    );
  expect(await give(otters)).toEqual({ ok: false, problem: "no-team" });
  expect(await rows()).toEqual([]);
  expect(await give(hawks)).toMatchObject({ ok: true });
});

test("the most improved after a 0 is one team", async () => {
  const fields = {
    ...{ name: "Fall", startsOn: "2026-09-01", endsOn: "2026-11-20", allTeams: true, teamIds: [] },
    ...{ description: "", plannedGames: null },
  };
  const season = await change((tx) => seasons.createSeason(tx, fields, AT));
  const programId = await program(500, season.ok ? season.id : "");
  await reward(programId, { type: "season_end", countsAfter: "zero", valueCents: 50_00 });
  const play = async (team: string, scores: (0 | 10 | 20)[]) => {
    for (const [index, score] of scores.entries()) await game(team, `2026-10-0${index + 1}`, score);
  };
  await play(hawks, [10, 0, 20, 20, 20]);
  await play(otters, [0, 20, 20, 20]);
  await settle();
  expect(await rows()).toMatchObject([{ team_id: otters, score: 20 }]);
  await settle();
  expect(await rows()).toHaveLength(1);
});

test("a program that rests, and a paused reward, earn nothing new", async () => {
  const programId = await program();
  const rewardId = await reward(programId);
  await change((tx) => programs.setProgramActive(tx, programId, false, AT));
  await game(hawks, "2026-10-03");
  expect(await settle("check")).toMatchObject({ earned: 0 });
  expect(
    await change((tx) =>
      earned.giveReward(tx, rewardId, { key: "gift-4", teamId: hawks, recipient: "", why: "x" }, ADA, AT),
    ),
  ).toMatchObject({ problem: "rests" });
  await change((tx) => programs.setProgramActive(tx, programId, true, AT));
  expect(await settle()).toMatchObject({ earned: 1 });
  // With a history it is archived, not deleted.
  expect(await change((tx) => programs.removeProgram(tx, programId, AT))).toMatchObject({ archived: true });
  expect(await change((tx) => programs.restoreProgram(tx, programId, AT))).toMatchObject({ ok: true });
});

test("random awards, undos, gifts and looks by several at once never pass the budget nor earn twice", async () => {
  const programId = await program(60);
  const rewardId = await reward(programId);
  const other = await reward(programId, { valueCents: 20_00, autoTrigger: false, title: "Other" });
  const games: string[] = [];
  for (const team of [hawks, otters])
    for (const day of ["01", "02", "03", "04", "05"]) games.push(await game(team, `2026-10-${day}`));
  let gifts = 0;
  const anyOf = async (pick: number) => {
    const all = await rows();
    return all[pick % Math.max(all.length, 1)]?.id ?? "none";
  };
  const act = (what: number, pick: number): Promise<unknown> => {
    switch (what) {
      case 0:
        return settle(pick % 2 === 0 ? "itself" : "check");
      case 1:
        return anyOf(pick).then((id) => change((tx) => earned.markAwarded(tx, id, ADA, AT)));
      case 2:
        return anyOf(pick).then((id) => change((tx) => earned.undoAwarded(tx, id, AT)));
      case 3: {
        gifts += 1;
        const gift = { key: `random-${gifts}`, teamId: hawks, recipient: "", why: "Calm" };
        return change((tx) => earned.giveReward(tx, pick % 2 ? rewardId : other, gift, ADA, AT));
      }
      default:
        return rate(games[pick % games.length] ?? "", pick % 3 === 0 ? 10 : 20);
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(4), fc.nat(30)), { minLength: 4, maxLength: 12 }),
      async (steps) => {
        for (let from = 0; from < steps.length; from += 4)
          await Promise.all(steps.slice(from, from + 4).map(([what, pick]) => act(what, pick)));
        const [{ spentCents = 0 } = {}] = await inFile((db) => programs.listPrograms(db));
        expect(spentCents).toBeLessThanOrEqual(60_00);
        const keys = (await rows()).flatMap(({ reward_id, team_id, game_id }) =>
          game_id ? `${reward_id} ${team_id} ${game_id}` : [],
        );
        expect(new Set(keys).size).toBe(keys.length);
      },
    ),
    { numRuns: 15 },
  );
});

test("a copied or rolled-over season takes its programs along, without what was earned; undone, they go", async () => {
  const fields = {
    ...{ name: "Fall", startsOn: "2026-09-01", endsOn: "2026-12-20", allTeams: true, teamIds: [] },
    ...{ description: "", plannedGames: null },
  };
  const fall = await change((tx) => seasons.createSeason(tx, fields, AT));
  const seasonId = fall.ok ? fall.id : "";
  await reward(await program(500, seasonId));
  await game(hawks, "2026-10-03");
  await settle();
  const dates = { name: "Winter", startsOn: "2027-01-05", endsOn: "2027-02-20" };
  const ticks = { takeTeams: true, takeStaff: false, takeGames: false };
  const copied = await change((tx) =>
    copySeason(tx, seasonId, { ...dates, ...ticks, takeRewards: true }, AT),
  );
  expect(copied).toMatchObject({ ok: true, programs: 1 });
  const listed = () => inFile((db) => programs.listPrograms(db));
  const named = async () =>
    (await listed()).map(({ name, rewards: many, given }) => `${name} ${many} ${given}`).sort();
  expect(await named()).toEqual(["Heroes 1 1", "Heroes, Winter 1 0"]);
  // A deleted season leaves its program with the days that it had, resting.
  const winter = copied.ok ? copied.id : "";
  await change((tx) => seasons.deleteSeason(tx, winter, AT));
  expect((await listed()).find(({ name }) => name === "Heroes, Winter")).toMatchObject({
    ...{ seasonId: "", startsOn: "2027-01-05", endsOn: "2027-02-20", isActive: false },
  });
  const next = { name: "Spring", startsOn: "2027-03-01", endsOn: "2027-06-20", into: "", invite: [] };
  const plan = await change((tx) =>
    rollOvers.planRollOver(
      tx,
      seasonId,
      { ...next, keep: [hawks, otters], ages: new Map(), takeRewards: true },
      "Ada",
      AT,
    ),
  );
  const rollOver = plan.ok ? plan.id : "";
  await change((tx) => rollOvers.doRollOver(tx, rollOver, AT));
  expect(await named()).toContain("Heroes, Spring 1 0");
  await change((tx) => rollOvers.undoRollOver(tx, rollOver, AT));
  expect(await named()).toEqual(["Heroes 1 1", "Heroes, Winter 1 0"]);
});

// product/rewards.md#rewards
test("a short budget pays in the order of the day earned, whichever team's first game was first", async () => {
  await reward(await program(30));
  await game(hawks, "2026-10-03", 10);
  await game(hawks, "2026-10-17");
  await game(hawks, "2026-10-24");
  await game(otters, "2026-10-10");
  await settle();
  expect((await rows()).map(({ team_id, game_date, status }) => [team_id, game_date, status])).toEqual([
    [otters, "2026-10-10", "awarded"],
    [hawks, "2026-10-17", "awarded"],
    [hawks, "2026-10-24", "pending"],
  ]);
});

test("a reward that starts for the past rests until its preview was seen, and awards what it showed", async () => {
  const programId = await program(30);
  for (const day of ["03", "10", "17"]) await game(hawks, `2026-10-${day}`);
  const key = "reward-previewed";
  const { asks } = await change((tx) =>
    starting.changeWithPreview(
      tx,
      { rewardId: key },
      () => rewards.createReward(tx, programId, fieldsOf(), key, AT),
      AT,
    ),
  );
  expect(asks).toBe(true);
  await settle();
  expect(await rows()).toEqual([]);
  const preview = await inFile((db) => starting.previewStart(db, { rewardId: key }, AT));
  expect(preview).toMatchObject({ leftCents: 0, teams: [{ awarded: 2, awardedCents: 30_00, waits: 1 }] });
  const started = await change((tx) => starting.startAwarding(tx, { rewardId: key }, AT));
  expect(started).toMatchObject({ awarded: 2, awardedCents: 30_00, waits: 1 });
  expect(await states()).toEqual(["awarded", "awarded", "pending"]);
});

// product/rewards.md#earned-rewards
test("rewards that one check found are listed by the newest game, then by team", async () => {
  await reward(await program());
  await game(hawks, "2026-10-17");
  await settle();
  const [first] = await rows();
  if (!first) throw new Error("Nothing was earned");
  const others = [
    { id: "0", team_id: otters, game_date: "2026-10-10", game_id: null },
    { id: "1", team_id: hawks, game_date: "2026-10-03", game_id: null },
    { id: "2", team_id: hawks, game_date: "2026-10-10", game_id: null },
  ];
  await inFile((db) =>
    db
      .insertInto("earned_rewards")
      .values(others.map((other) => ({ ...first, ...other })))
      .execute(),
  );
  const listed = await inFile((db) => earned.listEarned(db, first.status));
  expect(listed.map(({ teamName, gameDate }) => `${gameDate} ${teamName}`)).toEqual([
    "2026-10-17 Hawks",
    "2026-10-10 Hawks",
    "2026-10-10 Otters",
    "2026-10-03 Hawks",
  ]);
});
