import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, ada, mia, dana } = cast;
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const gameById = (id: string) =>
  inFile((db) => db.selectFrom("games").selectAll().where("id", "=", id).executeTakeFirstOrThrow());

/** A Saturday far ahead for each test, with two games of the Hawks and one of the Otters. */
let saturdays = 0;
async function saturday() {
  saturdays += 1;
  const day = new Date(Date.UTC(2044, 2, 5 + 7 * 4 * saturdays)).toISOString().slice(0, 10);
  const on = (time: string, opponent: string) => ({
    date: day,
    time,
    starts_at: `${day}T${time}:00.000Z`,
    opponent,
  });
  return {
    day,
    lions: await world.game(lakeside, hawks, 0, { ...on("10:00", "Lions"), notes: "White shirts" }),
    bears: await world.game(lakeside, hawks, 0, on("14:00", "Bears")),
    foxes: await world.game(lakeside, otters, 0, on("10:00", "Foxes")),
  };
}

const words = async (answer: Response) =>
  (await answer.text())
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

/** Returns the page's form, with a person's changes. */
async function filled(cookie: string, day: string, typed: Record<string, string>) {
  const html = await (await world.ask(`/schedule/rained-out?day=${day}`, { cookie })).text();
  const form: Record<string, string> = { day, reason: "Rained out", ...typed };
  for (const [, id = "", version = ""] of html.matchAll(/name="version-([\w-]+)" value="([^"]*)"/g)) {
    form[`version-${id}`] = version;
  }
  for (const [, id = ""] of html.matchAll(/name="tick-([\w-]+)"[^>]*checked/g)) form[`tick-${id}`] ??= "on";
  for (const name of Object.keys(form)) if (form[name] === "off") delete form[name];
  return form;
}
async function plan(cookie: string, day: string, typed: Record<string, string>): Promise<string> {
  const answer = await world.ask(`/schedule/rained-out?day=${day}`, {
    cookie,
    form: await filled(cookie, day, typed),
  });
  expect(answer.status).toBe(303);
  return answer.headers.get("Location") ?? "";
}
const press = (page: string, intent: string, cookie: string) => world.ask(page, { cookie, form: { intent } });

// product/games.md#rained-out-days
test("an administrator cancels a day: checked first, done once, and put back as it was", async () => {
  const { day, lions, bears, foxes } = await saturday();
  const page = await plan(ada.cookie, day, { what: "cancel", [`tick-${bears}`]: "off" });
  const check = await words(await world.ask(page, { cookie: ada.cookie }));
  expect(check).toContain("Cancel 2 games?");
  expect(check).toContain("Nothing is changed yet");
  expect((await gameById(lions)).status).toBe("scheduled");
  for (let time = 0; time < 2; time += 1) expect((await press(page, "do", ada.cookie)).status).toBe(303);
  expect(await gameById(lions)).toMatchObject({
    status: "cancelled",
    notes: "White shirts\nRained out",
    sequence: 1,
  });
  expect(await gameById(foxes)).toMatchObject({ status: "cancelled", notes: "Rained out" });
  expect((await gameById(bears)).status).toBe("scheduled");
  expect(await words(await world.ask(page, { cookie: ada.cookie }))).toContain("Put Back as They Were");
  const list = await words(await world.ask("/schedule/rained-out", { cookie: ada.cookie }));
  expect(list).toMatch(/2 games cancelled by Ada Admin/);
  for (let time = 0; time < 2; time += 1) expect((await press(page, "undo", ada.cookie)).status).toBe(303);
  expect(await gameById(lions)).toMatchObject({ status: "scheduled", notes: "White shirts" });
  expect(await words(await world.ask(page, { cookie: ada.cookie }))).toContain("2 games put back");
});

test("a day is moved at the same times, and collisions are named before", async () => {
  const { day, lions, bears } = await saturday();
  const sunday = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  await world.game(lakeside, hawks, 0, {
    opponent: "Owls",
    date: sunday,
    time: "10:30",
    // By the club's clock in spring and summer, or in winter.
    starts_at: (await import("#app/domain/values/times.ts")).momentOf(sunday, "10:30", "America/Chicago"),
  });
  const page = await plan(ada.cookie, day, { what: "move", to: sunday });
  const check = await words(await world.ask(page, { cookie: ada.cookie }));
  expect(check).toContain("Move 3 games?");
  expect(check).toContain("At the same time: vs. Owls");
  await press(page, "do", ada.cookie);
  const moved = { date: sunday, status: "rescheduled", original_date: day };
  expect(await gameById(lions)).toMatchObject({ ...moved, time: "10:00", original_time: "10:00" });
  expect(await gameById(bears)).toMatchObject({ ...moved, time: "14:00" });
});

test("each game moves to its own day, and a missing, past or same date is reported at its field, with everything typed kept", async () => {
  const { day, lions, bears, foxes } = await saturday();
  const typed = {
    what: "each",
    [`to-${lions}`]: "2044-12-24",
    [`to-${bears}`]: "2020-01-01",
    [`to-${foxes}`]: "",
  };
  const answer = await world.ask(`/schedule/rained-out?day=${day}`, {
    cookie: ada.cookie,
    form: await filled(ada.cookie, day, { ...typed, reason: "Lightning" }),
  });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain(`action="/schedule/rained-out?day=${day}"`);
  expect(html).toContain(`<a href="#field-to-${bears}">Choose a date from today on</a>`);
  expect(html).toContain(
    `<a href="#field-to-${foxes}">Choose the new date of Otters vs. Foxes, 10:00 AM</a>`,
  );
  expect(html).toContain('value="2044-12-24"');
  expect(html).toContain('value="Lightning"');
  const good = { ...typed, [`to-${bears}`]: "2044-12-25", [`tick-${foxes}`]: "off" };
  const page = await plan(ada.cookie, day, good);
  await press(page, "do", ada.cookie);
  expect([(await gameById(lions)).date, (await gameById(bears)).date, (await gameById(foxes)).date]).toEqual([
    "2044-12-24",
    "2044-12-25",
    day,
  ]);
});

test.each([
  ["no choice", {}, "Choose what should happen to the games"],
  ["a move without a date", { what: "move" }, "Choose the new date"],
  [
    "a date that cannot be read",
    { what: "move", to: "next Sunday" },
    "Enter a real date, such as 11/28/2026",
  ],
  ["no reason", { what: "cancel", reason: " " }, "Say why"],
])("%s is refused", async (_what, typed, message) => {
  const { day } = await saturday();
  const form = await filled(ada.cookie, day, typed as Record<string, string>);
  const answer = await world.ask(`/schedule/rained-out?day=${day}`, { cookie: ada.cookie, form });
  expect([answer.status, (await words(answer)).includes(message)]).toEqual([422, true]);
});

test("no ticked game is refused", async () => {
  const { day, lions, bears, foxes } = await saturday();
  const ticks = Object.fromEntries([lions, bears, foxes].map((id) => [`tick-${id}`, "off"]));
  const form = await filled(ada.cookie, day, { what: "cancel", ...ticks });
  const answer = await world.ask(`/schedule/rained-out?day=${day}`, { cookie: ada.cookie, form });
  expect([answer.status, (await words(answer)).includes("Choose at least one game")]).toEqual([422, true]);
});

test("a game changed meanwhile is named and left out, and so is one changed before it is put back", async () => {
  const { day, lions, bears, foxes } = await saturday();
  const form = await filled(ada.cookie, day, { what: "cancel" });
  const change = (id: string, location: string) =>
    inFile((db) => db.updateTable("games").set({ location }).where("id", "=", id).execute());
  await change(lions, "Field 9");
  const planned = await world.ask(`/schedule/rained-out?day=${day}`, { cookie: ada.cookie, form });
  const page = planned.headers.get("Location") ?? "";
  expect(await words(await world.ask(page, { cookie: ada.cookie }))).toContain(
    "Hawks vs. Lions, 10:00 AM: changed by somebody meanwhile",
  );
  await press(page, "do", ada.cookie);
  expect((await gameById(lions)).status).toBe("scheduled");
  expect((await gameById(bears)).status).toBe("cancelled");
  await change(bears, "Field 8");
  await press(page, "undo", ada.cookie);
  expect(await gameById(bears)).toMatchObject({ status: "cancelled", location: "Field 8" });
  expect((await gameById(foxes)).status).toBe("scheduled");
  expect(await words(await world.ask(page, { cookie: ada.cookie }))).toContain("These were not put back");
});

test("a manager's form has their own teams' games, and no other can be smuggled in", async () => {
  const { day, lions, foxes } = await saturday();
  const html = await (await world.ask(`/schedule/rained-out?day=${day}`, { cookie: mia.cookie })).text();
  expect([html.includes("Lions"), html.includes("Foxes")]).toEqual([true, false]);
  const typed = { what: "cancel", [`tick-${foxes}`]: "on", [`version-${foxes}`]: "any" };
  const page = await plan(mia.cookie, day, typed);
  await press(page, "do", mia.cookie);
  expect([(await gameById(lions)).status, (await gameById(foxes)).status]).toEqual([
    "cancelled",
    "scheduled",
  ]);
  const ofAda = await plan(ada.cookie, day, { what: "cancel" });
  expect((await world.ask(ofAda, { cookie: mia.cookie })).status).toBe(403);
  expect((await press(ofAda, "do", mia.cookie)).status).toBe(403);
  expect((await world.ask(page, { cookie: cast.rita.cookie })).status).toBe(404);
  expect((await world.ask(page, { cookie: dana.cookie })).status).toBe(403);
});

test("a change stays the administrator's even if only the manager's games are left of it", async () => {
  const { day, bears, foxes } = await saturday();
  const page = await plan(ada.cookie, day, { what: "cancel" });
  await press(page, "do", ada.cookie);
  await inFile((db) =>
    db.updateTable("games").set({ location: "Field 8" }).where("id", "=", foxes).execute(),
  );
  await press(page, "undo", ada.cookie);
  expect([(await gameById(bears)).status, (await gameById(foxes)).status]).toEqual([
    "scheduled",
    "cancelled",
  ]);
  expect((await world.ask(page, { cookie: mia.cookie })).status).toBe(403);
  const form = await (await world.ask("/schedule/rained-out", { cookie: mia.cookie })).text();
  expect(form).not.toContain(page);
  expect(await (await world.ask("/schedule/rained-out", { cookie: ada.cookie })).text()).toContain(page);
});

// product/notifications.md#game-reminders
test("the page lists who is mailed and who is not, before and after", async () => {
  const { day, lions, foxes } = await saturday();
  const page = await plan(ada.cookie, day, { what: "cancel" });
  const read = async (path: string) => words(await world.ask(path, { cookie: ada.cookie }));
  expect(await read(page)).toContain(
    "Nobody has been reminded of these games yet, so no email goes out at once.",
  );
  expect(await read(`/schedule/${lions}/cancel`)).toContain("Nobody has been reminded of this game yet");
  await inFile(async (db) => {
    const { location } = await db
      .selectFrom("games")
      .select("location")
      .where("id", "=", lions)
      .executeTakeFirstOrThrow();
    const notified_at = new Date(Date.now() - 60_000).toISOString();
    for (const account_id of [dana.id, mia.id])
      await db
        .insertInto("game_reminders")
        .values({ game_id: lions, account_id, notified_of: `${day} 10:00 ${location}`, notified_at })
        .execute();
    await db.updateTable("teams").set({ manager_updates: 0 }).where("id", "=", hawks).execute();
  });
  const mailed = "Mailed at once, or when their quiet hours end: Dana Reyes, who had the reminder.";
  for (const path of [page, `/schedule/${lions}/cancel`]) {
    const text = await read(path);
    expect(text).toContain(mailed);
    expect(text).toContain(
      "not mailed, because the team's updates or their own emails are off: Mia Manager.",
    );
    expect(text).toContain("Parents get no email about games");
  }
  expect(await read(page)).toContain("The email names the old date and the reason.");
  expect(await read(`/schedule/${lions}/edit`)).toContain(`Who is mailed if it moves ${mailed}`);
  await press(page, "do", ada.cookie);
  expect(await read(page)).toContain(mailed);
  expect(await read(page)).not.toContain("No email goes out");
  expect((await gameById(foxes)).status).toBe("cancelled");
  await inFile((db) => db.updateTable("teams").set({ manager_updates: 1 }).where("id", "=", hawks).execute());
});
