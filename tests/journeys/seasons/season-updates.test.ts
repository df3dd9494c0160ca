import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { momentOf } from "#app/domain/values/times.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-02-01T18:00:00Z") });
const { world, lakeside, hawks, otters, dana, mia } = await openLakeside();
const { notifyOfSeasons } = await import("#app/journeys/seasons/season-updates.server.ts");
const { deliverNotifications } = await import("#app/journeys/notifications/deliver.server.ts");
const { clubRowOf } = await import("#app/domain/club/settings/settings.server.ts");
const { renderMail } = await import("#app/mail/render-mail.server.ts");
afterAll(() => world.close());

const TEXAS = "America/Chicago";
const at = (day: string, time = "07:00") => new Date(momentOf(day, time, TEXAS));
type Db = Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0];
const inFile = <Result>(work: (db: Db) => Promise<Result>) => world.platform.clubs.use(lakeside.code, work);
const weekAt = async (moment: Date, step: typeof notifyOfSeasons | typeof deliverNotifications) => {
  vi.setSystemTime(moment);
  return inFile(async (db) => {
    const club = { ...(await clubRowOf(db)) };
    return step({ control: world.control, db, club, at: moment, planned: null, first: false });
  });
};
const look = (moment: Date) => weekAt(moment, notifyOfSeasons);
const mails = async (tag = "season-update") =>
  (await world.control.selectFrom("mails").selectAll().where("tag", "=", tag).execute()).map((mail) => ({
    to: mail.to_address.split("@")[0],
    ...renderMail(mail),
  }));
const to = async () => (await mails()).map((mail) => mail.to).sort();
const choose = (accountId: string, preferences: { frequency?: string; switches?: string }) => {
  const row = {
    ...{ account_id: accountId, club_code: lakeside.code, email_on: 1, switches: "{}" },
    ...{ frequency: "immediate", quiet_hours: "none", updated_at: "x", ...preferences },
  };
  return world.control
    .insertInto("notification_preferences")
    .values(row as never)
    .execute();
};

beforeEach(async () => {
  await world.control.deleteFrom("mails").execute();
  await world.control.deleteFrom("notification_entries").execute();
  await world.control.deleteFrom("notification_preferences").execute();
  await inFile(async (db) => {
    await db.deleteFrom("season_teams").execute();
    await db.deleteFrom("seasons").execute();
    await db.deleteFrom("games").execute();
    await db.updateTable("teams").set({ coach_updates: 1 }).execute();
    await db
      .insertInto("seasons")
      .values({
        ...{ id: "s1", name: "Spring 2027", name_key: "spring 2027", all_teams: 0, description: "" },
        ...{ starts_on: "2027-03-06", ends_on: "2027-05-29", planned_games: null, archived_at: null },
        ...{ created_at: "x", updated_at: "x" },
      })
      .execute();
    await db
      .insertInto("season_teams")
      .values({ season_id: "s1", team_id: hawks, age_group: null })
      .execute();
  });
});
const change = (fields: { starts_on?: string; archived_at?: string | null }) =>
  inFile((db) => db.updateTable("seasons").set(fields).execute());

// product/notifications.md#season-updates
test("a week before it begins administrators and its teams' staff hear of it once, from 7 AM", async () => {
  expect(await look(at("2027-02-26", "12:00"))).toEqual(at("2027-02-27"));
  expect(await look(at("2027-02-27", "06:59"))).toEqual(at("2027-02-27"));
  expect(await to()).toEqual([]);
  // Repeated as after a crash, and on every day until it begins.
  for (const time of ["07:00", "07:00", "08:00"]) await look(at("2027-02-27", time));
  for (const day of ["2027-02-28", "2027-03-06", "2027-03-07"]) await look(at(day));
  expect(await to()).toEqual(["admin", "dana.reyes", "mia.manager"]);
  const [admin] = (await mails()).filter((mail) => mail.to === "admin");
  expect(admin?.subject).toBe("Lakeside FC: Spring 2027 begins on Sat, Mar 6");
  expect(admin?.text).toContain("It runs until Sat, May 29. On the schedule: nothing yet.");
  expect(admin?.text).toContain("/seasons/s1");
  const [coach] = (await mails()).filter((mail) => mail.to === "dana.reyes");
  expect(coach?.text).toContain("/schedule");
  expect(coach?.text).not.toContain("/seasons/");
  expect(coach?.text).toContain("Season Updates of Lakeside FC are on for you");
});

test("a week before it ends administrators hear what has no result, staff that they can still rate", async () => {
  const day = "2027-05-15";
  await world.game(lakeside, hawks, 0, {
    date: day,
    time: "10:00",
    starts_at: momentOf(day, "10:00", TEXAS),
  });
  await world.game(lakeside, otters, 0, {
    date: day,
    time: "10:00",
    starts_at: momentOf(day, "10:00", TEXAS),
  });
  await look(at("2027-05-22"));
  const ends = await mails();
  expect(ends.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 3 }, () => "Lakeside FC: Spring 2027 ends on Sat, May 29"),
  );
  expect(ends.find((mail) => mail.to === "admin")?.text).toContain(
    "1 game played so far, 1 without a result.",
  );
  expect(ends.find((mail) => mail.to === "mia.manager")?.text).not.toContain("played so far");
});

test("they hear again of a moved season, but not of an archived one or one that has begun", async () => {
  await look(at("2027-02-27"));
  await change({ starts_on: "2027-03-13" });
  await look(at("2027-03-06"));
  expect(await to()).toHaveLength(6);
  await change({ archived_at: "x" });
  await look(at("2027-05-25"));
  await change({ archived_at: null });
  await look(at("2027-05-30"));
  expect(await to()).toHaveLength(6);
});

test("people who switched it off, and a coach whose team has no updates, hear nothing", async () => {
  await choose(mia.id, { switches: '{"season-updates":false}' });
  await inFile((db) => db.updateTable("teams").set({ coach_updates: 0 }).where("id", "=", hawks).execute());
  await look(at("2027-02-27"));
  expect(await to()).toEqual(["admin"]);
});

test("in a digest it is a line, which is left out once the season was moved", async () => {
  await choose(dana.id, { frequency: "daily" });
  await choose(mia.id, { frequency: "daily" });
  await look(at("2027-02-27", "12:00"));
  expect(await to()).toEqual(["admin"]);
  await weekAt(at("2027-02-28", "12:00"), deliverNotifications);
  const digests = await mails("digest");
  expect(digests.map((mail) => mail.to).sort()).toEqual(["dana.reyes", "mia.manager"]);
  expect(digests[0]?.text).toContain("Spring 2027: Season Updates");
  expect(digests[0]?.text).toContain("Spring 2027 begins on Sat, Mar 6");
  await world.control.deleteFrom("notification_entries").execute();
  await look(at("2027-03-01", "12:00"));
  await change({ starts_on: "2027-03-20" });
  await weekAt(at("2027-03-02", "12:00"), deliverNotifications);
  expect(await mails("digest")).toHaveLength(2);
});
