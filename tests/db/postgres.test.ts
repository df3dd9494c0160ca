import { existsSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openWorld } from "#tests/support/world.ts";

/** Content of a data folder besides its databases, when they are in PostgreSQL. */

describe.skipIf(!process.env.TEST_DATABASE_URL)("with PostgreSQL", async () => {
  const world = process.env.TEST_DATABASE_URL ? await openWorld() : null;
  if (!world) return test("PostgreSQL is tried where TEST_DATABASE_URL names a server", () => {});
  afterAll(() => world.close());
  const { filesPool, readKeptFile } = await import("#app/db/postgres/files.server.ts");
  const { clubs } = world.platform;
  const databaseUrl = () => process.env.DATABASE_URL ?? "";
  const pool = () => filesPool() ?? expect.unreachable("Tests run on files");

  describe("rate limits", async () => {
    const { consume, forgetFutureLimits, limiter } = await import("#app/db/storage/limits.server.ts");

    test("rate limits count each of many events at once, under a hash of what is counted", async () => {
      const rule = limiter("burst", { points: 5, seconds: 60 });
      const counts = await Promise.all(
        Array.from({ length: 20 }, () => consume(rule, "pat@parents.example")),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
      const { rows } = await pool().query("select key, points from limits where key like 'burst:%'");
      expect(rows).toEqual([{ key: expect.not.stringContaining("parents"), points: 20 }]);
    });

    test("rate limits of a clock that ran ahead are forgotten", async () => {
      await pool().query("insert into limits values ('ahead', 9, $1), ('today', 9, $2)", [
        Date.now() + 30 * 3_600_000,
        Date.now() + 3_600_000,
      ]);
      await forgetFutureLimits();
      const { rows } = await pool().query("select key from limits where key in ('ahead', 'today')");
      expect(rows).toEqual([{ key: "today" }]);
    });
  });

  describe("documents", async () => {
    const { openDocument, removeDocumentsOf, storeDocument, sweepDocuments } = await import(
      "#app/files/stored-documents.server.ts"
    );
    const textOf = async (stream: ReadableStream | null) => stream && new Response(stream).text();
    const paper = join(world.dataDir, "paper.txt");
    beforeAll(() => writeFileSync(paper, "Articles of Lakeside"));

    test("lie sealed in the database, not on the machine", async () => {
      await storeDocument("lakeside", "one", paper);
      expect(await textOf(await openDocument("lakeside", "one"))).toBe("Articles of Lakeside");
      expect(existsSync(join(world.dataDir, "uploads"))).toBe(false);
      const stored = await readKeptFile(pool(), "uploads/lakeside/one");
      expect(stored?.includes("Articles")).toBe(false);
    });

    test("documents that were changed, or are another club's, do not open", async () => {
      await storeDocument("lakeside", "two", paper);
      await pool().query(
        "insert into kept select 'uploads/riverside/two', content from kept where path = $1",
        ["uploads/lakeside/two"],
      );
      expect(await openDocument("riverside", "two")).toBeNull();
      await pool().query(
        "update kept set content = set_byte(content, 15, get_byte(content, 15) # 1) where path = $1",
        ["uploads/lakeside/two"],
      );
      expect(await openDocument("lakeside", "two")).toBeNull();
      expect(await openDocument("lakeside", "missing")).toBeNull();
    });

    test("documents without a row go a day later, and a club's with the club", async () => {
      for (const id of ["known", "lost", "new"]) await storeDocument("hilltop", id, paper);
      await storeDocument("hilltop2", "other", paper);
      await pool().query(
        "update kept set stored_at = now() - interval '25 hours' where path ~ 'hilltop/(known|lost)'",
      );
      expect(await sweepDocuments((_, id) => id === "known", new Date())).toBe(1);
      expect(await openDocument("hilltop", "lost")).toBeNull();
      for (const id of ["known", "new"]) expect(await openDocument("hilltop", id)).not.toBeNull();
      await removeDocumentsOf("hilltop");
      for (const id of ["known", "new"]) expect(await openDocument("hilltop", id)).toBeNull();
      expect(await openDocument("hilltop2", "other")).not.toBeNull();
    });
  });

  test("an upload is found on another machine than received it, until it is dropped or a day old", async () => {
    const { dropUpload, findUpload, keepText, keptUpload, removeOldUploads } = await import(
      "#app/forms/read-upload.server.ts"
    );
    await keepText("Kids,Parents\n", "first");
    rmSync(keptUpload("first"));
    expect(existsSync(await findUpload("first"))).toBe(true);
    await dropUpload("first");
    expect(existsSync(await findUpload("first"))).toBe(false);
    await keepText("Kids,Parents\n", "second");
    rmSync(keptUpload("second"));
    await pool().query(
      "update kept set stored_at = now() - interval '25 hours' where path = 'incoming/second'",
    );
    await removeOldUploads();
    expect(existsSync(await findUpload("second"))).toBe(false);
  });

  test("a change that could not begin leaves no connection that refuses the next one", async () => {
    const club = await world.club("Blocked");
    const rename = (name: string) =>
      clubs.use(club.code, (db) => db.updateTable("club").set({ name }).execute());
    const other = await pool().connect();
    try {
      await other.query("begin");
      await other.query("select pg_advisory_xact_lock(2, hashtext($1))", [club.code]);
      const waits = rename("Never");
      const refused = expect(waits).rejects.toThrow("Others keep the database busy");
      await vi.waitFor(async () => {
        const { rowCount } = await pool().query(
          "select pg_cancel_backend(pid) from pg_locks where locktype = 'advisory' and not granted",
        );
        expect(rowCount).toBe(1);
      }, 5_000);
      await refused;
    } finally {
      await other.query("rollback");
      other.release();
    }
    await Promise.all(Array.from({ length: 30 }, () => rename("Renamed")));
  });

  test("one jobs process leads, and another one when its connection is lost", async () => {
    const { jobsProcesses, standForLeader } = await import("#app/db/postgres/leader.server.ts");
    const two = [standForLeader(databaseUrl()), standForLeader(databaseUrl())];
    const leading = () => two.filter((one) => one.leads());
    await vi.waitFor(() => expect(leading()).toHaveLength(1), 5_000);
    const [first] = leading();
    expect((await jobsProcesses(pool())).length).toBe(2);
    // A machine that serves names itself, and the migrations that it has.
    const { refuseWhileEarlierServes } = await import("#scripts/migrate/serving.ts");
    const { migrations: control } = await import("#migrations/control/index.ts");
    const { migrations: club } = await import("#migrations/club/index.ts");
    const migrateAs = (...later: string[]) =>
      refuseWhileEarlierServes(
        { dataDir: world.dataDir, databaseUrl: databaseUrl() },
        { control: Object.keys(control), club: [...Object.keys(club), ...later] },
      );
    await migrateAs("998-later-beside");
    await expect(migrateAs("999-later")).rejects.toThrow(
      `process ${process.pid} on ${hostname().slice(0, 12)}`,
    );
    // Like a machine that is gone: the connection with the lock ends.
    await pool().query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 4",
    );
    await vi.waitFor(() => expect(first?.leads()).toBe(false), 5_000);
    await vi.waitFor(() => expect(leading()).toHaveLength(1), 5_000);
    await leading()[0]?.stop();
    await vi.waitFor(() => expect(leading()).toHaveLength(1), 5_000);
    await Promise.all(two.map((one) => one.stop()));
    expect(leading()).toEqual([]);
    await vi.waitFor(async () => expect((await jobsProcesses(pool())).length).toBe(0), 5_000);
  });

  test("several machines run each job once", async () => {
    const { enqueue } = await import("#app/queue/queue.server.ts");
    const { runDueJobs } = await import("#app/jobs/run.server.ts");
    const { openPlatform } = await import("#app/db/storage/platform.server.ts");
    const ran: number[] = [];
    for (let n = 0; n < 40; n += 1) await enqueue(world.control, { kind: "try", payload: n });
    const other = await openPlatform({
      dataDir: join(world.dataDir, "other"),
      databaseUrl: databaseUrl(),
      mode: "test",
      migrateOnOpen: false,
    });
    const handlers = { try: async (_: unknown, n: unknown) => void ran.push(n as number) };
    const did = await Promise.all([world.platform, other].map((open) => runDueJobs(open, handlers)));
    await other.close();
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(Math.min(...did)).toBeGreaterThan(0);
  });

  test("staff have a club's rows verified", async () => {
    const club = await world.club("Verified");
    await world.team(club, "Hawks");
    const counts = await clubs.count(club.code);
    expect(counts).toMatchObject({ club: 1, teams: 1, games: 0 });
  });

  test("a club's rows become a file as its own would be, which is sound and has them all", async () => {
    const { writeClubFile } = await import("#app/db/postgres/club-file.server.ts");
    const { inspectDatabase } = await import("#app/db/inspect.server.ts");
    const { openFile } = await import("#app/db/file-engine.server.ts");
    const club = await world.club("Written");
    const team = await world.team(club, "Hawks");
    await world.person("Pat Written", club, [{ team, role: "coach" }]);
    await world.game(club, team, 5, { opponent: "Rovers" });
    const path = join(world.dataDir, "written.sqlite");
    await clubs.use(club.code, (db) => writeClubFile(db, path));
    const file = openFile(path);
    const { problems, owner, rows } = inspectDatabase(file, "club");
    const found = file
      .prepare("select count(*) from search_places_trigrams where search_places_trigrams match '\"rov\"'")
      .pluck()
      .get();
    file.close();
    expect({ problems, owner, found }).toEqual({ problems: [], owner: club.code, found: 1 });
    expect(rows).toMatchObject({ ...(await clubs.count(club.code)) });
  });

  test("an erased club leaves nothing, and the others everything", async () => {
    const [gone, stays] = [await world.club("Gone"), await world.club("Stays")];
    const { eraseClub } = await import("#app/journeys/retention/erase-club.server.ts");
    for (const club of [gone, stays]) {
      const team = await world.team(club, "Hawks");
      await world.person(`Pat ${club.name}`, club, [{ team, role: "coach" }]);
      await world.game(club, team, 5);
    }
    const cookie = await world.signIn(gone.adminAccount, gone.code);
    await world.save("/settings/policies", { cookie, form: { intent: "policies" } });
    await eraseClub(world.platform, { code: gone.code, why: "test", at: new Date() });
    expect(await clubs.has(gone.code)).toBe(false);
    await expect(clubs.lease(gone.code)).rejects.toThrow(/no club/);
    expect(await clubs.use(stays.code, (db) => db.selectFrom("games").select("id").execute())).toHaveLength(
      1,
    );
    expect(await clubs.create({ ...(await clubRow(stays.code)), code: gone.code })).toBe(true);
    for (const table of ["teams", "staff", "games", "audit"] as const)
      expect(await clubs.use(gone.code, (db) => db.selectFrom(table).selectAll().execute())).toEqual([]);
  });

  async function clubRow(code: string) {
    const row = await clubs.use(code, (db) => db.selectFrom("club").selectAll().executeTakeFirstOrThrow());
    // The connection decides which club a row is of.
    Reflect.deleteProperty(row, "club_code");
    return row;
  }
});
