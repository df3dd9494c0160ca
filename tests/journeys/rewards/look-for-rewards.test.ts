import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(() => world.close());
const { lookForRewards } = await import("#app/journeys/rewards/look-for-rewards.server.ts");
const { clubRowOf } = await import("#app/domain/club/settings/settings.server.ts");
const { usualCriteria } = await import("#app/domain/club/rewards/rewards.ts");
const programs = await import("#app/domain/club/rewards/programs.server.ts");
const rewards = await import("#app/domain/club/rewards/rewards.server.ts");
const earned = await import("#app/domain/club/rewards/earned.server.ts");
const { awardsNow } = await import("#app/domain/club/rewards/award-now.server.ts");
const { awardNowLabel } = await import("#app/domain/club/rewards/award-now.ts");
const settling = await import("#app/domain/club/rewards/settle-rewards.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
type Db = Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0];
const inClub = <Result>(work: (db: Db) => Promise<Result>) => world.platform.clubs.use(lakeside.code, work);

const AT = new Date();
const ADA = { name: "Ada", accountId: "ada" };
const look = (at = AT) =>
  inClub(async (db) => {
    const club = { ...(await clubRowOf(db)) };
    return lookForRewards({ control: world.control, db, club, at, planned: null, first: false });
  });
const mails = async () => {
  const rows = await world.control
    .selectFrom("mails")
    .select("key")
    .where("tag", "=", "reward-earned")
    .orderBy("key")
    .execute();
  return rows.map(({ key }) => key.replace(/^([\w-]+):.*:(\w+):[\w-]+$/, "$1 $2")).sort();
};
const emptied = async () => {
  await inClub(async (db) => {
    for (const table of ["earned_rewards", "rewards", "reward_programs", "games"] as const)
      await db.deleteFrom(table).execute();
  });
  await world.control.deleteFrom("notification_entries").execute();
  await world.control.deleteFrom("mails").execute();
};
const perfect = (hoursAgo: number) =>
  world.game(lakeside, hawks, hoursAgo, {
    ...{ final_score: 20, agreement: "agreed", final_policy: "coach-final" },
    finalized_at: AT.toISOString(),
  });
async function reward(more: Partial<import("#app/domain/club/rewards/rewards.ts").RewardFields> = {}) {
  const heroes = {
    name: "Heroes",
    description: "",
    type: "team" as const,
    seasonId: "",
    budgetCents: 500_00,
  };
  const fields = {
    ...usualCriteria,
    ...{ title: "Cake", description: "", type: "perfect_game" as const, valueCents: 15_00 },
    ...{ color: "gold" as const, isPaused: false, autoTrigger: true, notificationEnabled: true },
    ...more,
  };
  await inClub((db) =>
    inTransaction(db, async (tx) => {
      const made = await programs.createProgram(tx, heroes, "2020-01-01", AT);
      if (made.ok) await rewards.createReward(tx, made.id, fields, "reward-of-test", AT);
    }),
  );
}

// product/rewards.md#reward-emails
test("an awarded reward tells the team and administrators once, also after an older copy of the file", async () => {
  await emptied();
  await reward();
  await perfect(100);
  await look();
  const all = ["rewards-earned awarded", "rewards-earned awarded", "rewards-earned awarded"];
  expect(await mails()).toEqual(all);
  await look();
  await inClub((db) => db.deleteFrom("earned_rewards").execute());
  await look();
  expect(await inClub((db) => earned.listEarned(db, "awarded"))).toHaveLength(1);
  expect(await mails()).toEqual(all);
});

test("a look that died before its emails sends them at the next one", async () => {
  await emptied();
  await reward();
  await perfect(100);
  // Killed between the change of the file and the queueing of the emails.
  await inClub((db) => inTransaction(db, (tx) => settling.settleRewards(tx, "itself", AT)));
  expect(await mails()).toEqual([]);
  await look();
  expect(await mails()).toHaveLength(3);
});

test("a pending reward notifies administrators only; awarded by hand it notifies the team, once for good", async () => {
  await emptied();
  await reward({ type: "streak", consecutiveGames: 3, valueCents: 400_00 });
  for (const hours of [400, 350, 300, 250, 200, 150]) await perfect(hours);
  await look();
  // The second one does not fit into the budget.
  expect(await mails()).toEqual(["achievement-milestones awarded", "achievement-milestones awarded"]);
  // Ada gets both in one email.
  const lists = () =>
    world.control.selectFrom("mails").select("variables").where("tag", "=", "reward-list").execute();
  expect(await lists()).toHaveLength(1);
  const [waiting] = await inClub((db) => earned.listEarned(db, "pending"));
  const change = (work: (tx: Parameters<typeof earned.undoAwarded>[0]) => Promise<unknown>) =>
    inClub((db) => inTransaction(db, work));
  await change((tx) => tx.updateTable("reward_programs").set({ budget_cents: 900_00 }).execute());
  for (const _ of [1, 2]) {
    await change((tx) => earned.markAwarded(tx, waiting?.id ?? "", ADA, AT));
    await look();
    await change((tx) => earned.undoAwarded(tx, waiting?.id ?? "", AT));
    await look();
  }
  // Mia and Dana hear of it; Ada did it.
  expect((await mails()).filter((key) => key.endsWith("awarded"))).toHaveLength(4);
  expect(await lists()).toHaveLength(1);
});

test("a reward for games after a talk tells administrators only, and one without emails nobody", async () => {
  await emptied();
  await reward({ countsAfter: "talk", type: "streak", autoTrigger: false });
  const gift = { key: "gift-after-talk", teamId: hawks, recipient: "", why: "Calm" };
  const give = () =>
    inClub((db) =>
      inTransaction(db, (tx) =>
        earned.giveReward(tx, "reward-of-test", gift, { name: "", accountId: "" }, AT),
      ),
    );
  await give();
  await look();
  expect(await mails()).toEqual(["achievement-milestones awarded"]);
  await emptied();
  await reward({ notificationEnabled: false });
  await give();
  await look();
  expect(await mails()).toEqual([]);
});

// product/rewards.md#rewards
test("the giver of a reward is notified once that its result changed, and its money stays given", async () => {
  await emptied();
  await reward();
  const game = await perfect(100);
  await look();
  await world.control.deleteFrom("mails").execute();
  const correct = (score: 10 | 20) =>
    inClub((db) =>
      db
        .updateTable("games")
        .set({ final_score: score, finalized_at: AT.toISOString() })
        .where("id", "=", game)
        .execute(),
    );
  await correct(10);
  for (const _ of [1, 2]) await look();
  const mailed = await world.control
    .selectFrom("mails")
    .select("key")
    .where("tag", "=", "reward-changed")
    .execute();
  expect(mailed).toHaveLength(1);
  const [award] = await inClub((db) => earned.listEarned(db, "awarded"));
  expect(award).toMatchObject({ status: "awarded", valueCents: 15_00, score: 20 });
  const [now] = [...(await inClub((db) => awardsNow(db, award ? [award] : [], AT))).values()];
  expect(awardNowLabel(now ?? null, () => "Sep 3")).toBe("Was 20 when awarded; corrected to 10 on Sep 3");
  await correct(20);
  expect((await inClub((db) => awardsNow(db, award ? [award] : [], AT))).get(award?.id ?? "")?.holds).toBe(
    true,
  );
});
