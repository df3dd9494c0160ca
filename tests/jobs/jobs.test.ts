import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { enqueue, MAX_ATTEMPTS, NotBefore, pauseBefore, takeAlike, takeJob } = await import(
  "#app/queue/queue.server.ts"
);
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { tidyUp } = await import("#app/jobs/housekeeping.server.ts");

const { control } = world;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const theJob = () => control.selectFrom("jobs").selectAll().executeTakeFirstOrThrow();
const dueNow = () =>
  control
    .updateTable("jobs")
    .set({ run_at: ago(1) })
    .execute();

beforeEach(async () => {
  await control.deleteFrom("jobs").execute();
});

test("a job runs once and keeps its payload", async () => {
  const seen: unknown[] = [];
  await enqueue(control, { kind: "greet", payload: { name: "Dana" } });
  const handlers = { greet: async (_: unknown, payload: unknown) => seen.push(payload) };
  expect(await runDueJobs(world.platform, handlers)).toBe(1);
  expect(await runDueJobs(world.platform, handlers)).toBe(0);
  expect(seen).toEqual([{ name: "Dana" }]);
  expect(await theJob()).toMatchObject({ status: "done", attempts: 1, locked_until: null });
});

test("two jobs with one key are one job, even after it is done", async () => {
  let ran = 0;
  const handlers = { greet: async () => (ran += 1) };
  const job = { kind: "greet", payload: {}, key: "greet:dana" };
  await enqueue(control, job);
  await enqueue(control, job);
  await runDueJobs(world.platform, handlers);
  await enqueue(control, job);
  await runDueJobs(world.platform, handlers);
  expect(ran).toBe(1);
});

test("a job that kills its process on every attempt becomes dead, and other jobs run", async () => {
  await enqueue(control, { kind: "poison", payload: {} });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    expect(await takeJob(control)).toMatchObject({ kind: "poison", attempts: attempt });
    await control
      .updateTable("jobs")
      .set({ locked_until: ago(1) })
      .execute();
  }
  await enqueue(control, { kind: "greet", payload: {} });
  expect(await takeJob(control)).toMatchObject({ kind: "greet" });
  const dead = await control.selectFrom("jobs").selectAll().where("kind", "=", "poison").executeTakeFirst();
  expect(dead).toMatchObject({
    status: "dead",
    locked_until: null,
    last_error: expect.stringContaining("ended"),
  });
});

test("a job that is not due waits", async () => {
  await enqueue(control, { kind: "greet", payload: {}, runAt: new Date(Date.now() + 60_000) });
  expect(await runDueJobs(world.platform, { greet: async () => {} }, 0)).toBe(0);
});

test("a failed job is put off with its error and succeeds on a later attempt", async () => {
  let broken = true;
  const handlers = {
    call: async () => {
      if (broken) throw new Error("nobody picks up");
    },
  };
  await enqueue(control, { kind: "call", payload: {} });
  const before = Date.now();
  await runDueJobs(world.platform, handlers);
  const failed = await theJob();
  expect(failed).toMatchObject({ status: "queued", attempts: 1, last_error: "Error: nobody picks up" });
  expect(Date.parse(failed.run_at)).toBeGreaterThanOrEqual(before + pauseBefore(2));
  expect(await runDueJobs(world.platform, handlers, 0)).toBe(0);

  broken = false;
  await dueNow();
  await runDueJobs(world.platform, handlers);
  expect(await theJob()).toMatchObject({ status: "done", attempts: 2, last_error: null });
});

test("a job that throws NotBefore is not retried before that moment", async () => {
  const later = new Date(Date.now() + 3 * 3_600_000);
  await enqueue(control, { kind: "call", payload: {} });
  await runDueJobs(world.platform, { call: () => Promise.reject(new NotBefore(later, "nobody is in yet")) });
  expect(await theJob()).toMatchObject({ status: "queued", attempts: 1, run_at: later.toISOString() });
});

test("the job that has been due longest runs first", async () => {
  const done: unknown[] = [];
  for (const days of [2, 3, 1])
    await enqueue(control, { kind: "greet", payload: days, runAt: new Date(ago(days)) });
  await runDueJobs(world.platform, { greet: async (_: unknown, days: unknown) => done.push(days) });
  expect(done).toEqual([3, 2, 1]);
});

test("pauses grow up to six hours", () => {
  const pauses = Array.from({ length: 30 }, (_, n) => pauseBefore(n + 2));
  expect(pauses[0]).toBe(5_000);
  expect(pauses[1]).toBe(10_000);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBe(6 * 3_600_000);
});

test("a job is dead after its last attempt: it is never taken again, and housekeeping keeps it", async () => {
  const handlers = { call: () => Promise.reject(new Error("no such number")) };
  await enqueue(control, { kind: "call", payload: {} });
  for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
    await dueNow();
    await runDueJobs(world.platform, handlers);
  }
  expect(await theJob()).toMatchObject({ status: "dead", attempts: MAX_ATTEMPTS });
  await dueNow();
  expect(await runDueJobs(world.platform, handlers, 0)).toBe(0);
  await control
    .updateTable("jobs")
    .set({ finished_at: ago(400) })
    .execute();
  await tidyUp(control);
  expect((await theJob()).status).toBe("dead");
});

test("a job of unknown kind is delayed, and an inherited property is not a handler", async () => {
  await enqueue(control, { kind: "toString", payload: {} });
  await runDueJobs(world.platform, {});
  expect((await theJob()).last_error).toContain("No handler for jobs of kind toString");
});

test("a failing job does not delay the next", async () => {
  const done: string[] = [];
  await enqueue(control, { kind: "bad", payload: {} });
  await enqueue(control, { kind: "good", payload: {} });
  await runDueJobs(world.platform, {
    bad: () => Promise.reject(new Error("broken")),
    good: async () => done.push("good"),
  });
  expect(done).toEqual(["good"]);
});

test("a crashed process's job is taken again after its lease", async () => {
  await enqueue(control, { kind: "greet", payload: {} });
  const taken = await takeJob(control);
  expect(taken?.attempts).toBe(1);
  expect(await takeJob(control)).toBeNull();
  await control
    .updateTable("jobs")
    .set({ locked_until: ago(0.01) })
    .execute();
  expect(await takeJob(control)).toMatchObject({ id: taken?.id, attempts: 2 });
});

describe("jobs of a kind that run together", () => {
  const runs: number[][] = [];
  const together = {
    sums: {
      most: 10,
      weigh: (payload: unknown) => payload as number,
      run: async (_: unknown, payloads: readonly unknown[]) => {
        runs.push(payloads as number[]);
        return payloads.map((n) => (n === 3 ? new Error("no threes") : null));
      },
    },
    greet: async () => {},
  };
  const jobs = () =>
    control
      .selectFrom("jobs")
      .select(["payload", "status", "attempts", "last_error"])
      .orderBy("id")
      .execute();
  beforeEach(() => {
    runs.length = 0;
  });

  test("as many jobs of a kind as fit run together, in order, and only a failed one is delayed", async () => {
    for (const [index, payload] of [4, 3, 2, 5].entries())
      await enqueue(control, { kind: "sums", payload, runAt: new Date(Date.now() - 1_000 + index) });
    await enqueue(control, { kind: "greet", payload: {}, runAt: new Date(ago(1)) });
    expect(await runDueJobs(world.platform, together)).toBe(5);
    expect(runs).toEqual([[4, 3, 2], [5]]);
    for (const job of await jobs())
      expect(job).toMatchObject(
        job.payload === "3"
          ? { status: "queued", attempts: 1, last_error: "Error: no threes" }
          : { status: "done", attempts: 1, last_error: null },
      );
  });

  test("a job that failed before, or is not due, runs alone", async () => {
    for (const n of [3, 1, 2]) await enqueue(control, { kind: "sums", payload: n });
    await enqueue(control, { kind: "sums", payload: 4, runAt: new Date(Date.now() + 60_000) });
    await runDueJobs(world.platform, together);
    await control
      .updateTable("jobs")
      .set({ run_at: ago(1) })
      .where("attempts", "=", 1)
      .execute();
    await enqueue(control, { kind: "sums", payload: 6 });
    await runDueJobs(world.platform, together);
    expect(runs.map((payloads) => payloads.toSorted())).toEqual([[1, 2, 3], [3], [6]]);
  });

  test("an unrelated error delays all of them", async () => {
    for (const n of [1, 2]) await enqueue(control, { kind: "sums", payload: n });
    const fails = { sums: { ...together.sums, run: () => Promise.reject(new Error("the disk is full")) } };
    expect(await runDueJobs(world.platform, fails)).toBe(2);
    for (const job of await jobs())
      expect(job).toMatchObject({ status: "queued", attempts: 1, last_error: "Error: the disk is full" });
  });

  test("jobs of a process that died are taken again after their leases", async () => {
    for (const n of [1, 2]) await enqueue(control, { kind: "sums", payload: n });
    const first = await takeJob(control);
    expect(await takeAlike(control, first as NonNullable<typeof first>, together.sums)).toHaveLength(1);
    expect(await runDueJobs(world.platform, together)).toBe(0);
    await control
      .updateTable("jobs")
      .set({ locked_until: ago(0.01) })
      .execute();
    expect(await runDueJobs(world.platform, together)).toBe(2);
    expect(runs.toSorted()).toEqual([[1], [2]]);
  });
});

test("twenty concurrent takers never take the same job", async () => {
  for (let n = 0; n < 5; n += 1) await enqueue(control, { kind: "greet", payload: { n } });
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeJob(control)));
  const ids = taken.flatMap((job) => (job ? [job.id] : []));
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
});

test("housekeeping keeps a sign-up with a payment page, which may still be paid", async () => {
  const signup = { status: "draft" as const, plan: null, club_name: "", contact_name: "", email: "" };
  const rest = {
    phone: "",
    state: "",
    city: "",
    estimated_players: null,
    description: "",
    existing_platform: "",
    agreed_at: null,
  };
  const left = { ...signup, ...rest, attempt: 1, club_code: null, created_at: ago(40) };
  await control
    .insertInto("signups")
    .values([
      { ...left, id: "abandoned", browser_hash: "a", updated_at: ago(31) },
      { ...left, id: "payable", browser_hash: "b", updated_at: ago(31) },
      { ...left, id: "recent", browser_hash: "c", updated_at: ago(29) },
    ])
    .execute();
  const page = { session_id: "cs_1", url: "https://pay.example/1", signup_id: "payable", attempt: 1 };
  const sold = { plan: "standard" as const, price_cents: 100, player_cap: 800, details: "{}" };
  await control
    .insertInto("checkouts")
    .values({ ...page, ...sold, browser_hash: "b", created_at: ago(31) })
    .execute();
  await tidyUp(control);
  const ids = await control.selectFrom("signups").select("id").orderBy("id").execute();
  expect(ids.map(({ id }) => id)).toEqual(["payable", "recent"]);
});

test("housekeeping deletes only expired rows", async () => {
  const club = await world.club("Lakeside");
  const live = await world.signIn(club.adminAccount, club.code);
  await world.signIn(club.adminAccount, club.code);
  const [, idle] = await control.selectFrom("sessions").select("token_hash").orderBy("created_at").execute();
  await control
    .updateTable("sessions")
    .set({ seen_at: ago(1) })
    .where("token_hash", "=", idle?.token_hash ?? "")
    .execute();
  const job = {
    kind: "greet",
    payload: "{}",
    attempts: 1,
    locked_until: null,
    last_error: null,
    key: null,
    bulk: 0,
  };
  await control
    .insertInto("jobs")
    .values([
      { ...job, id: "old", status: "done", run_at: ago(31), created_at: ago(31), finished_at: ago(31) },
      { ...job, id: "young", status: "done", run_at: ago(29), created_at: ago(29), finished_at: ago(29) },
      { ...job, id: "waiting", status: "queued", run_at: ago(31), created_at: ago(31), finished_at: null },
      { ...job, id: "dead", status: "dead", run_at: ago(31), created_at: ago(31), finished_at: ago(31) },
    ])
    .execute();
  const link = { purpose: "reset" as const, club_code: null, subject_id: "x", email: "a@b.example" };
  await control
    .insertInto("link_tokens")
    .values([
      { ...link, token_hash: "over", expires_at: ago(8), used_at: null, created_at: ago(9) },
      { ...link, token_hash: "used", expires_at: ago(-1), used_at: ago(8), created_at: ago(9) },
      { ...link, token_hash: "open", expires_at: ago(-1), used_at: null, created_at: ago(1) },
    ])
    .execute();

  await tidyUp(control);
  const ids = await control.selectFrom("jobs").select("id").orderBy("id").execute();
  expect(ids.map(({ id }) => id)).toEqual(["dead", "waiting", "young"]);
  const links = await control.selectFrom("link_tokens").select("token_hash").execute();
  expect(links).toEqual([{ token_hash: "open" }]);
  expect((await world.ask("/dashboard", { cookie: live })).status).toBe(200);
  expect(await control.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
});
