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
const { forgetFutureLimits } = await import("#app/db/limits.server.ts");
const { withinLimit } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");

const HOUR = 3_600_000;
const AHEAD = 400 * 24 * HOUR;
/** Sets the clock of everybody, in this process and in the built app, ahead of the real one (or behind it). */
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

test("an hour back ends nobody's session; 400 days ahead ends it, and one begun there does not outlive the way back", async () => {
  const club = await world.club("Lakeside");
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
  "jobs that were queued, put off or held %s ahead are brought back; a job of today is left alone",
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

test("a job put off by a clock that was 400 days ahead does not wait for it", async () => {
  await enqueue(control, { kind: "failed", payload: {} });
  const run_at = new Date(Date.now() + AHEAD).toISOString();
  await control.updateTable("jobs").set({ attempts: 1, run_at }).execute();
  await bringBackFutureJobs(control);
  expect((await takeJob(control))?.kind).toBe("failed");
});

test("400 days ahead a lease is over: what a dead process held is taken again, once", async () => {
  await enqueue(control, { kind: "held", payload: {} });
  expect((await takeJob(control))?.attempts).toBe(1);
  setClock(AHEAD);
  expect((await takeJob(control))?.attempts).toBe(2);
  expect(await takeJob(control)).toBeNull();
});

test("news announced 400 days ahead is delivered after the way back", async () => {
  const club = await world.club("Riverside");
  const team = await world.team(club, "Lions");
  setClock(AHEAD);
  // As a process leaves it that dies between its commit and the delivery.
  await announceEvents(control, club.code);
  await world.platform.clubs.use(club.code, (db) =>
    inTransaction(db, (tx) => recordEvent(tx, { kind: "standing", teamId: team })),
  );
  setClock(0);
  await deliverOpenEvents(world.platform);
  const rows = await control.selectFrom("standings").select("team_id").where("team_id", "=", team).execute();
  expect(rows).toHaveLength(1);
  await world.platform.clubs.use(club.code, (db) => changeClub({ control, db, club }, async () => {}));
});

test("a limit counted by a clock that ran ahead is forgotten; one of today stands", async () => {
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
  forgetFutureLimits();
  expect(await withinLimit("clock-test", "ahead", once)).toBe(true);
  expect(await withinLimit("clock-test", "today", once)).toBe(false);
});
