import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openLakeside } from "../../support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters } = cast;
const { notify } = await import("#app/journeys/notifications/notify.server.ts");
const { deliverNotifications } = await import("#app/journeys/notifications/deliver.server.ts");
const { storePreferences } = await import("#app/domain/control/notifications/preferences.server.ts");
const { defaultPreferences } = await import("#app/domain/control/notifications/preferences.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
type Chosen = Partial<import("#app/domain/control/notifications/preferences.ts").NotificationPreferences>;

afterAll(world.close);

const ADA = "admin@lakeside.example";
const MIA = "mia.manager@people.example";
const DANA = "dana.reyes@people.example";
/** A Wednesday noon in Texas. */
const NOON = new Date("2026-11-18T18:00:00Z");
const HOUR = 3_600_000;
const played = {
  final_score: 20 as const,
  agreement: "agreed" as const,
  date: "2026-11-18",
  time: "09:00",
  starts_at: "2026-11-18T15:00:00.000Z",
};
const game = await world.game(lakeside, hawks, 0, { ...played, opponent: "Tigers" });

beforeEach(async () => {
  for (const table of [
    "mails",
    "jobs",
    "notification_entries",
    "notification_preferences",
    "dead_addresses",
  ] as const)
    await world.control.deleteFrom(table).execute();
  await world.platform.clubs.use("lakeside", (db) =>
    db.updateTable("teams").set({ coach_updates: 1, manager_updates: 1, status: "active" }).execute(),
  );
});

const ctx = <Result>(work: (ctx: Parameters<typeof notify>[0]) => Promise<Result>) =>
  world.platform.clubs.use("lakeside", (db) =>
    work({ control: world.control, db, club: { code: "lakeside" } }),
  );

const perfect = (more: Partial<Parameters<typeof notify>[1]> = {}, at = NOON) =>
  ctx((own) =>
    notify(
      own,
      {
        kind: "perfect-games",
        key: game,
        teamId: hawks,
        to: { administrators: true, staff: ["manager", "coach"] },
        content: { about: "perfect-game", gameId: game },
        ...more,
      },
      at,
    ),
  );

const deliver = (at: Date) =>
  ctx(async ({ control, db }) => {
    const profile = await db.selectFrom("club").selectAll().executeTakeFirstOrThrow();
    return deliverNotifications({ control, db, club: profile, at });
  });

const choose = (accountId: string, chosen: Chosen) =>
  inTransaction(world.control, (tx) =>
    storePreferences(tx, { accountId, clubCode: "lakeside" }, { ...defaultPreferences, ...chosen }),
  );

const mailed = async () => {
  const mails = await readMails(
    world.control.selectFrom("mails").selectAll().orderBy("to_address").execute(),
  );
  return mails.map(({ to_address, subject }) => [to_address, subject] as const);
};
const addresses = async () => (await mailed()).map(([to]) => to);

describe("telling at once", () => {
  test("each person of the team and each administrator gets one mail, however often it is told", async () => {
    await perfect();
    await perfect();
    expect(await mailed()).toEqual([
      [ADA, "Perfect game: Hawks vs. Tigers"],
      [DANA, "Perfect game: Hawks vs. Tigers"],
      [MIA, "Perfect game: Hawks vs. Tigers"],
    ]);
  });

  test("a person who switched the kind off, or all mail, gets none", async () => {
    await choose(cast.dana.id, { switches: { "perfect-games": false } });
    await choose(cast.mia.id, { emailOn: false });
    await perfect();
    expect(await addresses()).toEqual([ADA]);
  });

  test("a person who turned it off and on again is not notified twice", async () => {
    await perfect();
    await choose(cast.dana.id, { frequency: "daily" });
    await perfect();
    await deliver(new Date(NOON.getTime() + 24 * HOUR));
    expect((await addresses()).filter((to) => to === DANA)).toHaveLength(1);
  });

  test("a team's switch for its coaches stops their mail, not the manager's", async () => {
    await world.platform.clubs.use("lakeside", (db) =>
      db.updateTable("teams").set({ coach_updates: 0 }).where("id", "=", hawks).execute(),
    );
    await perfect();
    expect(await addresses()).toEqual([ADA, MIA]);
  });

  test("staff of another team are not told, nor is a coach of what is not for coaches", async () => {
    const ollie = await world.person("Ollie Otter", lakeside, [{ team: otters, role: "coach" }]);
    await perfect();
    await ctx((own) =>
      notify(own, {
        kind: "leaderboard-updates",
        key: "1",
        to: { accountIds: [ollie, cast.dana.id] },
        content: { about: "rank", teamId: hawks, from: 3 },
      }),
    );
    expect(await addresses()).toEqual([ADA, DANA, MIA]);
  });

  test("nothing is told of a result that is none", async () => {
    await perfect({ content: { about: "perfect-game", gameId: "no-such-game" } });
    expect(await mailed()).toEqual([]);
  });

  test("an address that bounced or complained gets no more of it", async () => {
    await world.control
      .insertInto("dead_addresses")
      .values({ address: DANA, delivery: "complained", since: NOON.toISOString() })
      .execute();
    await perfect();
    expect(await addresses()).toEqual([ADA, MIA]);
  });
});

describe("quiet hours and digests", () => {
  const later = (hours: number) => new Date(NOON.getTime() + hours * HOUR);

  test("quiet hours hold a mail until they end", async () => {
    await choose(cast.dana.id, { quietHours: "evening" });
    await perfect({}, later(8));
    expect(await addresses()).toEqual([ADA, MIA]);
    expect(await deliver(later(19))).toEqual(later(20));
    expect(await addresses()).toEqual([ADA, MIA]);
    expect(await deliver(later(20))).toBeNull();
    expect(await addresses()).toEqual([ADA, DANA, MIA]);
    await deliver(later(21));
    expect(await addresses()).toHaveLength(3);
  });

  test("a digest tells the day in one mail", async () => {
    const second = await world.game(lakeside, hawks, 0, { ...played, opponent: "Bears" });
    await choose(cast.dana.id, { frequency: "daily" });
    await perfect({ to: { accountIds: [cast.dana.id] } });
    await perfect({
      key: second,
      to: { accountIds: [cast.dana.id] },
      content: { about: "perfect-game", gameId: second },
    });
    expect(await mailed()).toEqual([]);
    await deliver(later(20));
    expect(await mailed()).toEqual([[DANA, "Your day at Lakeside FC: 2 updates"]]);
  });

  test("a result corrected before the digest is not in it, and an empty digest is not sent", async () => {
    const corrected = await world.game(lakeside, hawks, 0, played);
    await choose(cast.dana.id, { frequency: "weekly" });
    await perfect({
      key: corrected,
      to: { accountIds: [cast.dana.id] },
      content: { about: "perfect-game", gameId: corrected },
    });
    await world.platform.clubs.use("lakeside", (db) =>
      db.updateTable("games").set({ final_score: 10 }).where("id", "=", corrected).execute(),
    );
    await deliver(later(24 * 8));
    expect(await mailed()).toEqual([]);
  });

  test.each([
    [
      "left the team",
      (db: Club) =>
        db.updateTable("staff").set({ status: "removed" }).where("account_id", "=", cast.dana.id).execute(),
    ],
    [
      "lost the team, which is archived",
      (db: Club) => db.updateTable("teams").set({ status: "archived" }).where("id", "=", hawks).execute(),
    ],
  ] as const)("a person who %s meanwhile gets nothing", async (_, change) => {
    await choose(cast.dana.id, { frequency: "daily" });
    await perfect({ to: { accountIds: [cast.dana.id] } });
    await world.platform.clubs.use("lakeside", change);
    await deliver(later(20));
    expect(await mailed()).toEqual([]);
    await world.platform.clubs.use("lakeside", (db) =>
      db.updateTable("staff").set({ status: "active" }).where("account_id", "=", cast.dana.id).execute(),
    );
  });

  test("a notification of no use after quiet hours is not sent", async () => {
    await choose(cast.dana.id, { quietHours: "evening" });
    await perfect({ to: { accountIds: [cast.dana.id] }, validUntil: later(12) }, later(8));
    await deliver(later(24));
    expect(await mailed()).toEqual([]);
  });
});

type Club = import("#app/db/club/schema.ts").ClubDb;

test("notifications are remembered for 90 days, without their words; pending ones stay", async () => {
  const { tidyUp } = await import("#app/jobs/housekeeping.server.ts");
  await perfect({ to: { accountIds: [cast.mia.id] } }, new Date(Date.now() - 91 * 24 * HOUR));
  await choose(cast.dana.id, { frequency: "daily" });
  await perfect({ to: { accountIds: [cast.dana.id] } }, new Date(Date.now() - 91 * 24 * HOUR));
  await perfect({ key: "later", to: { accountIds: [cast.mia.id] } }, new Date());
  await tidyUp(world.control);
  const rows = await world.control
    .selectFrom("notification_entries")
    .select(["account_id", "key", "content"])
    .execute();
  expect(rows.map(({ account_id, key, content }) => [account_id, key, content === ""])).toEqual(
    expect.arrayContaining([
      [cast.dana.id, game, false],
      [cast.mia.id, "later", true],
    ]),
  );
  expect(rows).toHaveLength(2);
});
