import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks } = cast;
const { control, platform } = { control: world.control, platform: world.platform };
const { runDueJobs } = await import("#app/jobs/run.server.ts");
afterAll(() => world.close());

const cookie = await world.signInStaff("super_admin");
const text = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
const get = (path: string) => text(world.ask(path, { cookie }));
const command = (name: string, form: Record<string, string> = {}, by = cookie) =>
  world.ask(`/admin/console/commands/${name}`, { cookie: by, form });
const runs = () => control.selectFrom("console_runs").selectAll().orderBy("ordered_at", "desc").execute();
const lastRun = async () => (await runs())[0];
const audits = () =>
  control
    .selectFrom("audit")
    .select(["detail", "club_code"])
    .where("kind", "=", "staff.command-run")
    .orderBy("seq", "desc")
    .execute();

/** Writes the kept log of the day, which a server would. */
function logLines(lines: readonly object[]): void {
  const folder = join(world.dataDir, "log");
  mkdirSync(folder, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  writeFileSync(join(folder, `${day}.0000.jsonl`), `${text}\n`);
}
const time = new Date().toISOString();

// product/operations.md#console
describe("the log", () => {
  logLines([
    { level: "info", time, requestId: "AAAAA-AAAAA", method: "GET", route: "/teams/:teamId", status: 200 },
    {
      ...{ level: "error", time, requestId: "S6N6T-G2NK7", msg: "unexpected error" },
      err: {
        type: "Error",
        message: "Boom <b>",
        stack: "Error: Boom <b>\n    at page",
        cause: { message: "Spark" },
      },
    },
    {
      ...{
        level: "error",
        time,
        requestId: "S6N6T-G2NK7",
        method: "GET",
        route: "/games/:gameId",
        status: 500,
      },
      ...{ outcome: "failed", ms: 12.5, club: "lakeside", user: "somebody", msg: "request" },
    },
    { level: "info", time, job: "j1", kind: "mail.send", attempt: 1, ms: 3, outcome: "done", msg: "job" },
    {
      ...{ level: "warn", time, event: "slow query", club: "lakeside", ms: 140, msg: "slow query" },
      sql: 'select "id" from "games" where "team_id" = ?',
    },
    {
      ...{ level: "warn", time, event: "slow query", club: "riverside", ms: 250, msg: "slow query" },
      sql: 'select "id" from "games" where "team_id" = ?',
    },
  ]);

  test("the log is listed, the newest first, and a reference number leads to all of its lines with the stack", async () => {
    const page = await get("/admin/console");
    expect(page).toContain("GET /games/:gameId: failed 500");
    expect(page.indexOf("slow query")).toBeLessThan(page.indexOf("GET /games/:gameId"));
    expect(page).toContain('href="/admin/console?request=S6N6T-G2NK7"');
    const one = await get("/admin/console?request=s6n6t-g2nk7");
    expect(one).toContain("at page");
    expect(one).toContain("Caused by: Spark");
    expect(one).toContain("Boom &lt;b&gt;");
    expect(one).toContain("GET /games/:gameId: failed 500");
    expect(one).not.toContain("AAAAA-AAAAA");
  });

  test("the log is filtered by club, kind and level, and an invalid filter is ignored", async () => {
    expect(await get("/admin/console?club=RIVERSIDE")).not.toContain("/games/:gameId");
    const jobs = await get("/admin/console?kind=job");
    expect(jobs).toContain("mail.send: done");
    expect(jobs).not.toContain("/games/:gameId");
    expect(await get("/admin/console?kind=__proto__&level=constructor")).toContain("mail.send: done");
    const errors = await get("/admin/console?tab=errors");
    expect(errors).toContain("unexpected error: Boom");
    expect(errors).not.toContain("mail.send");
    expect(await get("/admin/console?day=2020-01-01")).toContain("Nothing here fits");
    expect(await get("/admin/console?from=../../etc/passwd:5")).toContain("mail.send");
  });

  test("the log shows a line without a reference whole", async () => {
    const href = /href="(\/admin\/console\?[^"]*line=[^"]*)"/.exec(await get("/admin/console?kind=job"))?.[1];
    const line = await get(href?.replaceAll("&amp;", "&") ?? "");
    expect(line).toContain("attempt");
    expect(line).toContain("Back to the log");
  });

  test("the log groups slow queries by their shape", async () => {
    const page = await get("/admin/console?tab=performance");
    expect(page.match(/where &quot;team_id&quot; = \?/g)).toHaveLength(2);
    expect(page).toContain("250 ms");
    expect(page).toContain("2 files");
  });

  test("the log is for super admins", async () => {
    for (const role of ["admin", "moderator"] as const) {
      const theirs = await world.signInStaff(role);
      for (const path of ["/admin/console", "/admin/monitoring", "/admin/console/commands/run-jobs"])
        expect((await world.ask(path, { cookie: theirs })).status).toBe(403);
      expect((await command("run-jobs", {}, theirs)).status).toBe(403);
    }
    expect(await runs()).toEqual([]);
  });
});

test("the log has only the shape of a statement", async () => {
  const { shapeOf } = await import("#app/observability/retries.server.ts");
  expect(shapeOf(`select "a" from "t1" where "email" = 'dana@x.example' and n = 20 limit 50`)).toBe(
    'select "a" from "t1" where "email" = ? and n = ? limit ?',
  );
  expect(shapeOf("insert into t values (?, ?, ?), (?, ?, ?), (?, ?, ?)")).toBe(
    "insert into t values (?, …), …",
  );
  expect(shapeOf("select 'never closed dana@x.example")).toBe("select ?");
  expect(shapeOf("x".repeat(100_000)).length).toBeLessThan(2_001);
});

describe("a command", () => {
  beforeEach(async () => {
    await runDueJobs(platform);
  });

  test("a command is one of four, described on its page, and no other exists", async () => {
    const page = await get("/admin/console?tab=commands");
    for (const name of ["verify-club", "rebuild-boards", "run-jobs", "clear-lock"]) {
      expect(page).toContain(`/admin/console/commands/${name}`);
      expect((await world.ask(`/admin/console/commands/${name}`, { cookie })).status).toBe(200);
    }
    for (const name of ["drop", "constructor", "__proto__"]) {
      expect((await world.ask(`/admin/console/commands/${name}`, { cookie })).status).toBe(404);
      expect((await command(name)).status).toBe(404);
    }
  });

  test("a command verifies a club's file, and names the broken parts without their content", async () => {
    expect((await command("verify-club", { club: "nobody1" })).status).toBe(422);
    expect((await command("verify-club", { club: lakeside.code.toUpperCase() })).status).toBe(303);
    expect((await audits())[0]).toEqual({ detail: '{"command":"verify-club"}', club_code: lakeside.code });
    expect(await get("/admin/console?tab=commands")).toContain("It has not begun yet");
    await runDueJobs(platform);
    expect((await lastRun())?.result).toMatch(/^Sound: [\d,]+ rows in \d+ tables$/);
    // PostgreSQL enforces every reference.
    if (process.env.DATABASE_URL) return;
    const { openFile } = await import("#app/db/file-engine.server.ts");
    const file = openFile(join(world.dataDir, "clubs", `${lakeside.code}.sqlite`));
    file.pragma("foreign_keys = off");
    file.exec("delete from teams where id = (select team_id from staff limit 1)");
    file.close();
    await command("verify-club", { club: lakeside.code });
    await runDueJobs(platform);
    expect(await lastRun()).toMatchObject({ state: "failed", about: lakeside.code });
    expect((await lastRun())?.result).toContain("dangling reference (staff -> teams)");
    expect(await get("/admin/console?tab=commands")).toContain("Failed");
    const again = openFile(join(world.dataDir, "clubs", `${lakeside.code}.sqlite`));
    again.pragma("foreign_keys = off");
    again.exec(`delete from staff where team_id = '${hawks}'`);
    again.close();
  });

  test("a command that is ordered twice at once runs once", async () => {
    const before = (await runs()).length;
    const both = await Promise.all([command("run-jobs"), command("run-jobs")]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await runs()).length).toBe(before + 1);
    await runDueJobs(platform);
    await command("run-jobs");
    expect((await runs()).length).toBe(before + 2);
  });

  test("a command makes delayed work due, and leaves scheduled work", async () => {
    const { enqueue } = await import("#app/queue/queue.server.ts");
    const later = new Date(Date.now() + 3_600_000);
    await enqueue(control, { kind: "acting.end", payload: {}, key: "put-off", runAt: later });
    await enqueue(control, { kind: "acting.end", payload: {}, key: "planned", runAt: later });
    await control.updateTable("jobs").set({ attempts: 3 }).where("key", "=", "put-off").execute();
    await command("run-jobs");
    await runDueJobs(platform);
    expect((await lastRun())?.result).toBe("1 job made due");
    const states = await control
      .selectFrom("jobs")
      .select(["key", "status"])
      .where("key", "in", ["put-off", "planned"])
      .orderBy("key")
      .execute();
    expect(states).toEqual([
      { key: "planned", status: "queued" },
      { key: "put-off", status: "done" },
    ]);
  });

  test("a command frees the job of a process that was killed, which then runs", async () => {
    const { enqueue } = await import("#app/queue/queue.server.ts");
    await enqueue(control, { kind: "acting.end", payload: {}, key: "held" });
    await control
      .updateTable("jobs")
      .set({ status: "running", attempts: 1, locked_until: new Date(Date.now() + 240_000).toISOString() })
      .where("key", "=", "held")
      .execute();
    await runDueJobs(platform);
    await command("clear-lock");
    await runDueJobs(platform);
    expect((await lastRun())?.result).toBe("1 job freed");
    const held = await control
      .selectFrom("jobs")
      .select("status")
      .where("key", "=", "held")
      .executeTakeFirst();
    expect(held?.status).toBe("done");
  });

  test("a command rebuilds the boards club by club behind other work, and counts the rest", async () => {
    await command("rebuild-boards");
    const { runDueJobs } = await import("#app/jobs/run.server.ts");
    await runDueJobs(platform, undefined, 0);
    const clubs = await control.selectFrom("clubs").select("code").execute();
    expect((await lastRun())?.result).toBe(`Ordered for ${clubs.length} clubs`);
    expect(await get("/admin/console?tab=commands")).toContain(`; ${clubs.length} still to do`);
    await runDueJobs(platform);
    expect(await get("/admin/console?tab=commands")).not.toContain("still to do");
  });

  test("a command whose process was lost may be ordered again", async () => {
    await command("run-jobs");
    const ordered_at = new Date(Date.now() - 16 * 60_000).toISOString();
    await control.updateTable("console_runs").set({ ordered_at }).where("state", "=", "ordered").execute();
    await control.deleteFrom("jobs").where("kind", "=", "console.run").execute();
    await command("run-jobs");
    await runDueJobs(platform);
    expect((await lastRun())?.state).toBe("done");
    expect((await runs()).some(({ result }) => result === "Its process ended before it was done")).toBe(true);
  });
});
