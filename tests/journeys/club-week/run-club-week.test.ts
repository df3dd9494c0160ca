import { afterAll, beforeEach, expect, test } from "vitest";
import type { ClubWeekStep } from "#app/journeys/context.ts";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const lakeside = await world.club("Lakeside FC", { code: "lakeside" });
const { runDueClubs } = await import("#app/journeys/club-week/run-club-week.server.ts");
const timetable = await import("#app/domain/control/clubs/timetable.server.ts");

afterAll(world.close);

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const ran: string[] = [];
const step = (name: string, runs: ClubWeekStep["runs"], next: Date | null): ClubWeekStep => ({
  name,
  runs,
  run: async ({ planned, first }) => {
    ran.push(`${name}${first ? " first" : planned ? " planned" : ""}`);
    return next;
  },
});
const run = (...steps: ClubWeekStep[]) => runDueClubs(world.platform, undefined, steps);
const dueAt = async () => {
  const rows = await world.control.selectFrom("club_timetable").selectAll().execute();
  return rows[0]?.due_at;
};

beforeEach(async () => {
  ran.length = 0;
  await world.control.deleteFrom("club_timetable").execute();
  await world.control.updateTable("clubs").set({ status: "active" }).execute();
  await timetable.completeTimetable(world.control);
});

// product/operations.md#timetable
test("a club is looked at when a step has something to do, and not before", async () => {
  const soon = inHours(2);
  expect(await run(step("reports", "plan", soon))).toBe(1);
  expect(await run(step("reports", "plan", soon))).toBe(0);
  expect(ran).toEqual(["reports first"]);
  expect(await dueAt()).toBe(soon.toISOString());
});

test("a change wakes the steps that follow changes, and those that every look runs", async () => {
  const steps = [
    step("reports", "plan", inHours(2)),
    step("results", "change", null),
    step("mail", "every-look", null),
  ];
  await run(...steps);
  await timetable.wakeClub(world.control, "lakeside");
  ran.length = 0;
  expect(await run(...steps)).toBe(1);
  expect(ran).toEqual(["results", "mail"]);
});

test("ratings wake the steps that they can give something to do, and hide no other change", async () => {
  const steps = [
    step("results", "change", null),
    step("agreements", "change-but-rating", null),
    step("mail", "every-look", null),
  ];
  const wake = (changed: "nothing" | "ratings" | "anything") =>
    timetable.wakeClub(world.control, "lakeside", { changed });
  await run(...steps);

  ran.length = 0;
  await wake("ratings");
  await wake("nothing");
  await run(...steps);
  expect(ran).toEqual(["results", "mail"]);

  for (const order of [["ratings", "anything"] as const, ["anything", "ratings"] as const]) {
    ran.length = 0;
    for (const changed of order) await wake(changed);
    await run(...steps);
    expect(ran).toEqual(["results", "agreements", "mail"]);
  }

  ran.length = 0;
  await wake("nothing");
  await run(...steps);
  expect(ran).toEqual(["mail"]);
});

test("a step's own moment tells it so", async () => {
  const past = new Date(Date.now() - HOUR);
  await run(step("reports", "plan", past));
  await run(step("reports", "plan", inHours(2)));
  expect(ran.at(-1)).toBe("reports planned");
});

test("a failing step stops no other, and is tried again within minutes", async () => {
  const failing: ClubWeekStep = {
    name: "broken",
    runs: "change",
    run: () => Promise.reject(new Error("no such table")),
  };
  await run(failing, step("mail", "every-look", null));
  expect(ran).toEqual(["mail first"]);
  expect(Date.parse((await dueAt()) ?? "") - Date.now()).toBeLessThan(6 * 60_000);
});

test("a change during a look gets another look", async () => {
  const changing: ClubWeekStep = {
    name: "games",
    runs: "change",
    run: async ({ control }) => {
      ran.push("games");
      if (ran.length === 1) await timetable.wakeClub(control, "lakeside");
      return null;
    },
  };
  expect(await run(changing)).toBe(2);
  expect(await run(changing)).toBe(0);
});

test("a suspended club is left alone until it is active again", async () => {
  await world.control.updateTable("clubs").set({ status: "suspended" }).execute();
  await run(step("mail", "every-look", null));
  expect(ran).toEqual([]);
  await world.control.updateTable("clubs").set({ status: "active" }).execute();
  await timetable.wakeClub(world.control, lakeside.code);
  await run(step("mail", "every-look", null));
  expect(ran).toEqual(["mail first"]);
});

test("a moment of a clock that ran ahead is brought back", async () => {
  await world.control
    .updateTable("club_timetable")
    .set({ due_at: inHours(24 * 400).toISOString() })
    .execute();
  await timetable.completeTimetable(world.control);
  expect(await run(step("mail", "every-look", null))).toBe(1);
});
