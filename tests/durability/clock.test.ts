import { rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeEach, expect, test } from "vitest";
import { clockFile } from "#app/runtime/clock.server.ts";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { control } = world;
const { bringBackFutureJobs, enqueue, takeJob } = await import("#app/queue/queue.server.ts");
const { announceEvents, recordEvent } = await import("#app/db/outbox.server.ts");
const { changeClub, deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { forgetFutureLimits } = await import("#app/db/storage/limits.server.ts");
const { withinLimit } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");

const HOUR = 3_600_000;
const AHEAD = 400 * 24 * HOUR;
/** Sets the app's clock ahead of the real one (or behind it), here and in the built app. */
function setClock(ms: number): void {
  if (ms === 0) rmSync(clockFile(world.dataDir), { force: true });
  else writeFileSync(clockFile(world.dataDir), String(ms));
}

beforeEach(async () => {
  setClock(0);
  await control.deleteFrom("jobs").execute();
});
const dashboard = async (cookie: string) => (await world.ask("/dashboard", { cookie })).status;
const job = () => control.selectFrom("jobs").selectAll().executeTakeFirstOrThrow();

test("a session survives an hour back, ends 400 days ahead, and one begun there ends on the way back", async () => {
  const club = await world.club("Lakeside");
  // Its year does not end meanwhile.
  await control.updateTable("clubs").set({ term_ends_at: "2099-01-01T00:00:00.000Z" }).execute();
  const cookie = await world.signIn(club.adminAccount, club.code);
  setClock(-HOUR);
  expect(await dashboard(cookie)).toBe(200);
  setClock(AHEAD);
  expect(await dashboard(cookie)).toBe(302);
  const later = await world.signIn(club.adminAccount, club.code);
  expect(await dashboard(later)).toBe(200);
  setClock(0);
  expect(await dashboard(later)).toBe(302);
});

test.each([
  ["an hour", HOUR],
  ["400 days", AHEAD],
])(
  "jobs queued, delayed or leased %s ahead are brought back, and today's job is left alone",
  async (_, ahead) => {
    setClock(ahead);
    await enqueue(control, { kind: "queued", payload: {} });
    setClock(0);
    expect(await takeJob(control)).toBeNull();
    await bringBackFutureJobs(control);
    expect((await takeJob(control))?.kind).toBe("queued");

    await control
      .updateTable("jobs")
      .set({ locked_until: new Date(Date.now() + ahead).toISOString() })
      .execute();
    await bringBackFutureJobs(control);
    expect(Date.parse((await job()).locked_until ?? "")).toBeLessThan(Date.now() + HOUR / 2);

    await control.deleteFrom("jobs").execute();
    const at = new Date(Date.now() + 2 * HOUR);
    await enqueue(control, { kind: "planned", payload: {}, runAt: at });
    expect(await bringBackFutureJobs(control)).toBe(0);
    expect((await job()).run_at).toBe(at.toISOString());
  },
);

test("a job delayed by a clock 400 days ahead runs once the clock is right", async () => {
  await enqueue(control, { kind: "failed", payload: {} });
  const run_at = new Date(Date.now() + AHEAD).toISOString();
  await control.updateTable("jobs").set({ attempts: 1, run_at }).execute();
  await bringBackFutureJobs(control);
  expect((await takeJob(control))?.kind).toBe("failed");
});

test("a lease has expired 400 days ahead, and a dead process's job is taken again, once", async () => {
  await enqueue(control, { kind: "held", payload: {} });
  expect((await takeJob(control))?.attempts).toBe(1);
  setClock(AHEAD);
  expect((await takeJob(control))?.attempts).toBe(2);
  expect(await takeJob(control)).toBeNull();
});

test("an event announced 400 days ahead is delivered once the clock is right", async () => {
  const club = await world.club("Riverside");
  const team = await world.team(club, "Lions");
  setClock(AHEAD);
  // The state left by a process that dies between commit and delivery.
  await announceEvents(control, club.code);
  await world.platform.clubs.use(club.code, (db) =>
    inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId: team })),
  );
  setClock(0);
  await deliverOpenEvents(world.platform);
  const rows = await control.selectFrom("standings").select("team_id").where("team_id", "=", team).execute();
  expect(rows).toHaveLength(1);
  await world.platform.clubs.use(club.code, (db) => changeClub({ control, db, club }, async () => {}));
});

test("a rate limit counted by a clock running ahead is dropped; today's is kept", async () => {
  const once = { points: 1, seconds: 3600 };
  expect(await withinLimit("clock-test", "today", once)).toBe(true);
  const real = Date.now;
  Date.now = () => real() + AHEAD;
  try {
    expect(await withinLimit("clock-test", "ahead", once)).toBe(true);
  } finally {
    Date.now = real;
  }
  expect(await withinLimit("clock-test", "ahead", once)).toBe(false);
  await forgetFutureLimits();
  expect(await withinLimit("clock-test", "ahead", once)).toBe(true);
  expect(await withinLimit("clock-test", "today", once)).toBe(false);
});
