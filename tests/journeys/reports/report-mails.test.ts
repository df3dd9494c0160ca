import { afterAll, expect, test, vi } from "vitest";
import { momentOf } from "#app/domain/values/times.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-20T18:00:00Z") });
const { world, lakeside, riverside, hawks, otters, lynxes, ada, mia } = await openLakeside();
const { mailMonth, mailSeason } = await import("#app/journeys/reports/report-mails.server.ts");
const { renderMail } = await import("#app/mail/render-mail.server.ts");
afterAll(() => world.close());

const TEXAS = "America/Chicago";
const final = (final_score: 0 | 10 | 20) => ({
  final_score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});
const daysAgo = (days: number) => 24 * days;
// Six games in December, one of them without a result, and one in November.
for (const [index, score] of ([20, 20, 20, 10, 0] as const).entries())
  await world.game(lakeside, hawks, daysAgo(10 + index), final(score));
await world.game(lakeside, hawks, daysAgo(9));
await world.game(lakeside, hawks, daysAgo(30), final(20));
await world.game(riverside, lynxes, daysAgo(400), final(20));

const mails = async (tag: string) =>
  (
    await world.control.selectFrom("mails").selectAll().where("tag", "=", tag).orderBy("created_at").execute()
  ).map((mail) => ({ to: mail.to_address, ...renderMail(mail) }));
const look = (step: typeof mailMonth, at: Date, code = lakeside.code) => {
  vi.setSystemTime(at);
  return world.platform.clubs.use(code, (db) =>
    step({
      ...{ control: world.control, db, at, planned: null, first: false },
      club: {
        ...{ code, name: "Lakeside FC", email: "", timezone: TEXAS, color: null },
        ...{ address: "", city: "Austin", state: "TX", zip: "" },
      },
    }),
  );
};
const choose = ({ id }: { id: string }, switches: string) =>
  world.control
    .insertInto("notification_preferences")
    .values({
      ...{ account_id: id, club_code: lakeside.code, email_on: 1, frequency: "immediate" as const },
      ...{ quiet_hours: "none" as const, switches, updated_at: "2026-12-01T00:00:00.000Z" },
    })
    .execute();
const at = (day: string, time = "07:00") => new Date(momentOf(day, time, TEXAS));

// product/notifications.md#season-summary
test("a season's end is mailed to administrators once, also a day late, beside the season before", async () => {
  expect(await look(mailSeason, at("2026-12-31", "23:00"))).toEqual(at("2027-01-01"));
  await look(mailSeason, at("2027-01-01", "06:59"));
  expect(await mails("season-summary")).toEqual([]);
  await choose(ada, '{"season-summary":false}');
  await look(mailSeason, at("2027-01-02"));
  expect(await mails("season-summary")).toEqual([]);
  await world.control.deleteFrom("notification_preferences").execute();
  await look(mailSeason, at("2027-01-02"));
  await look(mailSeason, at("2027-01-02", "08:00"));
  const [sent, ...more] = await mails("season-summary");
  expect(more).toEqual([]);
  expect(sent?.to).toBe("admin@lakeside.example");
  expect(sent?.subject).toBe("Lakeside FC: how Fall 2026 went");
  expect(sent?.text).toContain("Perfect in 4 of 6 rated games, 67%");
  expect(sent?.text).toContain("6 of 7 games played");
  expect(sent?.text).toContain("1 game has no result yet");
  expect(sent?.text).not.toContain("Before: Spring 2026");
  expect(sent?.text).toContain("range=own&from=2026-08-01&to=2026-12-31");
});

// product/notifications.md#monthly-analytics
test("a month is mailed to administrators who want it, once, and beside the month before", async () => {
  await look(mailMonth, at("2027-01-01"));
  expect(await mails("monthly-analytics")).toEqual([]);
  for (const person of [ada, mia]) await choose(person, '{"monthly-analytics":true}');
  expect(await look(mailMonth, at("2027-01-01", "06:00"))).toEqual(at("2027-01-01"));
  expect(await mails("monthly-analytics")).toEqual([]);
  expect(await look(mailMonth, at("2027-01-01"))).toEqual(at("2027-02-01"));
  await look(mailMonth, at("2027-01-03", "19:00"));
  const [sent, ...more] = await mails("monthly-analytics");
  expect(more).toEqual([]);
  expect([sent?.to, sent?.subject]).toEqual([
    "admin@lakeside.example",
    "Lakeside FC: December 2026 in figures",
  ]);
  expect(sent?.text).toContain("Perfect in 3 of 5 rated games, 60%");
  expect(sent?.text).toContain("Before: November 2026");
  expect(sent?.text).toContain("Hawks: 14.0 points a game");
});

test("a month or season without a game is not mailed, nor one that is long over", async () => {
  await look(mailMonth, at("2027-02-01"));
  await look(mailSeason, at("2027-01-01"), riverside.code);
  await look(mailSeason, at("2027-01-05"));
  expect(await mails("monthly-analytics")).toHaveLength(1);
  expect(await mails("season-summary")).toHaveLength(1);
});

test("each of two seasons that end on one day is mailed, beside the one before of its own teams", async () => {
  const season = (name: string, from: string, to: string, team: string) => ({
    season: {
      ...{ id: name, name, name_key: name, starts_on: from, ends_on: to, description: "" },
      ...{ planned_games: null, all_teams: 0, archived_at: null, created_at: from, updated_at: from },
    },
    team: { season_id: name, team_id: team, age_group: null },
  });
  vi.setSystemTime(at("2026-12-20", "12:00"));
  await world.game(lakeside, otters, daysAgo(12), final(10));
  await world.game(lakeside, otters, daysAgo(28), final(20));
  const made = [
    season("Boys", "2026-12-01", "2026-12-28", hawks),
    season("Girls", "2026-12-01", "2026-12-28", otters),
    season("Girls before", "2026-11-01", "2026-11-30", otters),
  ];
  await world.platform.clubs.use(lakeside.code, async (db) => {
    for (const { season: row, team } of made) {
      await db.insertInto("seasons").values(row).execute();
      await db.insertInto("season_teams").values(team).execute();
    }
  });
  for (let twice = 0; twice < 2; twice += 1) await look(mailSeason, at("2026-12-29"));
  const sent = (await mails("season-summary")).filter(({ subject }) => !subject.includes("Fall 2026"));
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    "Lakeside FC: how Boys went",
    "Lakeside FC: how Girls went",
  ]);
  const of = (name: string) => sent.find(({ subject }) => subject.includes(name))?.text ?? "";
  expect(of("Girls")).toContain("Perfect in 0 of 1 rated game:");
  expect(of("Girls")).toContain("Before: Girls before");
  expect(of("Boys")).not.toContain("Before:");
});
