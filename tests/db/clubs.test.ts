import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { ClubFiles, jobsIdleFiles, webIdleFiles } from "#app/db/clubs.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  clubFilesWithin,
  connectionsWithin,
  fewOpenFiles,
  openFilesLimit,
} from "#app/runtime/open-files.server.ts";
import { clubRow } from "../support/rows.ts";

let folder: string;
let clubs: ClubFiles;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodside-clubs-"));
  clubs = new ClubFiles({ folder, migrateOnOpen: true });
  return () => clubs.close();
});

describe("a club's file", () => {
  test("a club's file is created once, even by two concurrent requests", async () => {
    const made = await Promise.all([clubs.create(clubRow("hawks1")), clubs.create(clubRow("hawks1"))]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    expect(await clubs.codes()).toEqual(["hawks1"]);
  });

  test("a club's file is never created by opening it", async () => {
    await expect(clubs.lease("nobody")).rejects.toThrow(ClubUnavailable);
    expect(existsSync(join(folder, "nobody.sqlite"))).toBe(false);
  });

  test.each(["../control", "a/b", "", "HAWKS1", "a.b", "a\0b", "x".repeat(81)])(
    "code %j opens nothing",
    async (code) => {
      await expect(clubs.lease(code)).rejects.toThrow(ClubUnavailable);
      await expect(clubs.create(clubRow(code))).rejects.toThrow(ClubUnavailable);
    },
  );

  test("a club's file refuses to be opened as another club's", async () => {
    await clubs.create(clubRow("hawks1"));
    await clubs.use("hawks1", async (db) => db.selectFrom("club").select("code").execute());
    await clubs.close();
    copyFileSync(join(folder, "hawks1.sqlite"), join(folder, "lions2.sqlite"));
    const error = await clubs.lease("lions2").catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(ClubUnavailable);
    expect(String((error as Error).cause)).toContain("HAWKS1");
  });

  test("a club's file is reopened after it was replaced while open", async () => {
    await clubs.create(clubRow("hawks1"));
    await clubs.use("hawks1", (db) => db.updateTable("club").set({ name: "Old" }).execute());
    const elsewhere = mkdtempSync(join(tmpdir(), "goodside-other-"));
    const other = new ClubFiles({ folder: elsewhere, migrateOnOpen: true });
    await other.create({ ...clubRow("hawks1"), name: "Restored" });
    const restored = join(folder, "restored.tmp");
    copyFileSync(join(elsewhere, "hawks1.sqlite"), restored);
    for (const suffix of ["-wal", "-shm"]) rmSync(join(folder, `hawks1.sqlite${suffix}`), { force: true });
    renameSync(restored, join(folder, "hawks1.sqlite"));
    const row = await clubs.use("hawks1", (db) =>
      db.selectFrom("club").select("name").executeTakeFirstOrThrow(),
    );
    expect(row.name).toBe("Restored");
  });

  test("a club's file takes down only its own club when it is broken", async () => {
    await clubs.create(clubRow("hawks1"));
    writeFileSync(join(folder, "lions2.sqlite"), "this is no database");
    await expect(clubs.lease("lions2")).rejects.toThrow(ClubUnavailable);
    await expect(clubs.use("hawks1", async () => "served")).resolves.toBe("served");
  });

  test("a club's file of an older release is refused unless it is migrated on opening", async () => {
    await clubs.create(clubRow("hawks1"));
    await clubs.use("hawks1", async (db) => {
      const newest = sql`select max(name) from kysely_migration`;
      await sql`delete from kysely_migration where name = (${newest})`.execute(db);
    });
    await clubs.close();
    const production = new ClubFiles({ folder, migrateOnOpen: false });
    await expect(production.lease("hawks1")).rejects.toMatchObject({ reason: "outdated" });
    await production.close();
  });

  test("a club's file is closed when idle beyond the limit, never while in use", async () => {
    const small = new ClubFiles({ folder, migrateOnOpen: true, idleFiles: 1 });
    for (const code of ["a1", "b2", "c3"]) await small.create(clubRow(code));
    const [a, b, c] = [await small.lease("a1"), await small.lease("b2"), await small.lease("c3")];
    expect(small.openCount).toBe(3);
    for (const lease of [a, b, c]) await lease.db.selectFrom("club").select("code").execute();
    a.release();
    b.release();
    b.release();
    expect(small.openCount).toBe(1);
    await c.db.selectFrom("club").select("code").execute();
    c.release();
    await small.close();
  });

  test("a club's file is created despite an unfinished file of a crash, which is swept", async () => {
    writeFileSync(join(folder, ".building-dead.sqlite"), "half");
    clubs.sweep();
    expect(readdirSync(folder)).toEqual([]);
    expect(await clubs.create(clubRow("hawks1"))).toBe(true);
  });
});

describe("a transaction", () => {
  test("a transaction throws and rolls back when its outer handle is used inside it", async () => {
    await clubs.create(clubRow("hawks1"));
    await clubs.use("hawks1", async (db) => {
      await expect(
        inTransaction(db, async (tx) => {
          await tx.updateTable("club").set({ name: "Changed" }).execute();
          await db.selectFrom("club").select("name").execute();
        }),
      ).rejects.toThrow("outer database handle");
      const row = await db.selectFrom("club").select("name").executeTakeFirstOrThrow();
      expect(row.name).toBe("Club hawks1");
    });
  });

  test("a transaction waits for the transaction before it", async () => {
    await clubs.create(clubRow("hawks1"));
    await clubs.use("hawks1", async (db) => {
      const add = () =>
        inTransaction(db, async (tx) => {
          const { player_cap } = await tx.selectFrom("club").select("player_cap").executeTakeFirstOrThrow();
          await tx
            .updateTable("club")
            .set({ player_cap: player_cap + 1 })
            .execute();
        });
      await Promise.all(Array.from({ length: 20 }, add));
      const row = await db.selectFrom("club").select("player_cap").executeTakeFirstOrThrow();
      expect(row.player_cap).toBe(820);
    });
  });
});

test("the jobs process keeps as many files open as a sixteenth of the memory takes, within bounds", () => {
  const GB = 1024 ** 3;
  expect([0.5, 2, 4, 6, 8, 64].map((gigabytes) => jobsIdleFiles(gigabytes * GB))).toEqual([
    150, 150, 256, 384, 500, 500,
  ]);
  expect(jobsIdleFiles()).toBeGreaterThanOrEqual(150);
});

test("the web processes share what another sixteenth takes, and 300 at least", () => {
  const GB = 1024 ** 3;
  const ofTwo = [0.5, 2, 4, 6, 8, 64].map((gigabytes) => webIdleFiles(2, gigabytes * GB));
  expect(ofTwo).toEqual([150, 150, 256, 384, 500, 500]);
  expect([1, 4, 16].map((processes) => webIdleFiles(processes, 2 * GB))).toEqual([300, 75, 50]);
});

describe("the limit of open files", () => {
  const limits = (n: string) =>
    `Limit  Soft Limit\nMax open files            ${n}               524288  files\n`;
  test("the limit of open files leaves half of a small one, and 1,200 of a large one, to all but club files", () => {
    const within = (n: string) => {
      const limit = openFilesLimit(limits(n));
      return [limit, clubFilesWithin(limit), connectionsWithin(limit)];
    };
    expect(within("256")).toEqual([256, 42, 64]);
    expect(within("1024")).toEqual([1024, 170, 448]);
    expect(within("20000")).toEqual([20_000, 6_266, 1_136]);
    expect(within("unlimited")).toEqual([null, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(fewOpenFiles(300, 256)).toMatch(/42 of up to 300 clubs' files stay open; ulimit -n 2100/);
    expect(fewOpenFiles(300, 2_100)).toBeNull();
  });
});
