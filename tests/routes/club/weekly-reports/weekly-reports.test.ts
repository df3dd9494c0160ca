import { afterAll, expect, test, vi } from "vitest";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { gameRow, ratingRow } from "#tests/support/rows.ts";

// A Wednesday: a week's report depends on the day.
vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-18T18:00:00Z") });
const { world, lakeside, hawks, ada, mia, dana } = await openLakeside();
const { reportWeek } = await import("#app/journeys/weekly-reports/weekly-reports.server.ts");
const { renderMail } = await import("#app/mail/render-mail.server.ts");
const { weekOf } = await import("#app/domain/club/weekly-reports/week.ts");
const { addDays } = await import("#app/domain/club/reminders/reminder-times.ts");
afterAll(() => world.close());

const TEXAS = "America/Chicago";
const inClub = <T>(work: Parameters<typeof world.platform.clubs.use<T>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const reports = async () =>
  new Map(
    (await world.control.selectFrom("mails").selectAll().where("tag", "=", "weekly-report").execute()).map(
      (mail) => [mail.to_address, renderMail(mail)],
    ),
  );

// Next Monday, and the Sunday before it: its results are sealed on Monday morning.
const monday = addDays(weekOf(dateAt(new Date(), TEXAS)).from, 7);
const sunday = addDays(monday, -1);
await inClub(async (db) => {
  const start = new Date(momentOf(sunday, "10:00", TEXAS));
  await db
    .insertInto("games")
    .values({
      ...gameRow("sunday", hawks, start),
      final_score: 20,
      agreement: "agreed",
      final_policy: "coach-final",
      finalized_at: start.toISOString(),
    })
    .execute();
  await db
    .insertInto("ratings")
    .values(ratingRow("sunday", { given_by: dana.id }))
    .execute();
});
const look = (at: Date) =>
  inClub((db) =>
    reportWeek({
      control: world.control,
      db,
      club: {
        ...{ code: lakeside.code, name: "Lakeside FC", email: "", timezone: TEXAS, color: null },
        ...{ address: "", city: "Austin", state: "TX", zip: "" },
      },
      at,
      planned: null,
      first: false,
    }),
  );

// product/notifications.md#weekly-reports
test("Monday's report goes to administrators, and to teams whose switch is on, and a sealed result stays sealed", async () => {
  const at = new Date(momentOf(monday, "07:00", TEXAS));
  await look(new Date(at.getTime() - 60_000));
  expect((await reports()).size).toBe(0);
  await look(at);
  expect([...(await reports()).keys()]).toEqual(["admin@lakeside.example"]);
  await inClub((db) => db.updateTable("teams").set({ weekly_reports: 1 }).execute());
  await look(at);
  await look(new Date(at.getTime() + 60_000));
  const sent = await reports();
  expect([...sent.keys()].sort()).toEqual([
    "admin@lakeside.example",
    "dana.reyes@people.example",
    "mia.manager@people.example",
  ]);
  // The numbers continue the sentence without repeating it, and zeros have no row.
  const report = sent.get("admin@lakeside.example")?.text ?? "";
  expect(report).toMatch(/; 1 perfect\.\s+(?:Minor Issues: [1-9]\s+)?(?:Major Incident: [1-9]\s+)?Average: /);
  for (const to of ["dana.reyes@people.example", "mia.manager@people.example"]) {
    const text = sent.get(to)?.text ?? "";
    expect(text).toContain("1 of 1 game rated, 1 of them sealed; 0 perfect.");
    expect(text).not.toContain("20.0");
  }
  expect(sent.get("mia.manager@people.example")?.text).toContain("1 game waits for your rating");
  expect(sent.get("dana.reyes@people.example")?.text).toContain("Nothing waits for your rating");
});

test("the button sends each person one report a day and says how many", async () => {
  await inClub((db) => db.updateTable("teams").set({ weekly_reports: 0 }).execute());
  await world.game(lakeside, hawks, -1);
  const before = (await world.control.selectFrom("mails").select("id").execute()).length;
  const press = () => world.ask("/teams/weekly-reports", { cookie: ada.cookie, form: {} });
  const [first] = [await press(), await press()];
  const after = (await world.control.selectFrom("mails").select("id").execute()).length;
  expect(after - before).toBe(3);
  const cookie = `${ada.cookie}; ${first.headers.get("Set-Cookie")?.split(";")[0]}`;
  const html = await (await world.ask("/teams/weekly-reports", { cookie })).text();
  expect(html).toContain("weekly reports sent to 3 team members");
  expect(html).toContain("Has today&#x27;s report");
  expect((await world.ask("/teams/weekly-reports", { cookie: mia.cookie })).status).toBe(403);
});

test("a team whose updates are off sends its people none, by hand or on Monday, and the page gives the reason", async () => {
  await world.control.deleteFrom("notification_entries").execute();
  await world.control.deleteFrom("mails").execute();
  await inClub((db) =>
    db.updateTable("teams").set({ weekly_reports: 1, coach_updates: 0, manager_updates: 0 }).execute(),
  );
  const page = await (await world.ask("/teams/weekly-reports", { cookie: ada.cookie })).text();
  expect(page).toContain("1 person gets a report now.");
  expect(page.match(/Their team&#x27;s updates are off/g)).toHaveLength(2);
  await world.ask("/teams/weekly-reports", { cookie: ada.cookie, form: {} });
  await look(new Date(momentOf(addDays(monday, 7), "07:00", TEXAS)));
  expect([...(await reports()).keys()]).toEqual(["admin@lakeside.example"]);
  // The coaches' own switch is enough for them.
  await inClub((db) => db.updateTable("teams").set({ coach_updates: 1 }).execute());
  await look(new Date(momentOf(addDays(monday, 14), "07:00", TEXAS)));
  expect([...(await reports()).keys()].sort()).toEqual([
    "admin@lakeside.example",
    "dana.reyes@people.example",
  ]);
  await inClub((db) => db.updateTable("teams").set({ manager_updates: 1 }).execute());
});

test("the page does not count people without news", async () => {
  await inClub(async (db) => {
    await db.deleteFrom("ratings").execute();
    await db.deleteFrom("games").execute();
  });
  await world.control.deleteFrom("notification_entries").execute();
  const page = await (await world.ask("/teams/weekly-reports", { cookie: ada.cookie })).text();
  expect(page).toContain("Nothing to tell yet");
  expect(page).not.toContain("Gets a report now");
  expect(page).not.toContain("a report now. ");
});
