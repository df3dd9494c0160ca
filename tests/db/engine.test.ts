import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inLateTransaction, inTransaction } from "#app/db/engine.server.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";

interface Schema {
  teams: { id: string; wins: number };
  games: { id: string; team_id: string };
}

let folder: string;
let path: string;
let open: Kysely<Schema>[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodside-engine-"));
  path = join(folder, "scratch.sqlite");
  open = [];
});
afterEach(async () => {
  for (const db of open) await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a second handle, as another process would have. */
function handle(): Kysely<Schema> {
  const db = kyselyOver<Schema>(openFile(path, { create: true }));
  open.push(db);
  return db;
}

describe("a file", () => {
  test("a file has our pragmas", () => {
    const file = openFile(path, { create: true });
    const pragmas = ["journal_mode", "synchronous", "foreign_keys"].map((name) =>
      file.pragma(name, { simple: true }),
    );
    file.close();
    expect(pragmas).toEqual(["wal", 2, 1]);
  });

  test("a file is not created by opening it", () => {
    expect(() => openFile(path)).toThrow();
    expect(existsSync(path)).toBe(false);
  });
});

test("a new file and its WAL are readable by their owner only, whatever the umask", async () => {
  const before = process.umask(0o022);
  try {
    const made = openFile(path, { create: true });
    made.exec("create table a (b)");
    for (const name of ["", "-wal", "-shm"]) expect(statSync(path + name).mode & 0o777, name).toBe(0o600);
    made.close();
  } finally {
    process.umask(before);
  }
});

test("a dangling reference is refused", async () => {
  const db = handle();
  await sql`create table teams (id text primary key, wins integer) strict`.execute(db);
  await sql`create table games (id text primary key, team_id text not null references teams (id)) strict`.execute(
    db,
  );
  await expect(db.insertInto("games").values({ id: "g1", team_id: "nobody" }).execute()).rejects.toThrow(
    /FOREIGN KEY/,
  );
});

test("two processes that read, then write, lose no update: a transaction locks first", async () => {
  const [one, two] = [handle(), handle()];
  await sql`create table teams (id text primary key, wins integer) strict`.execute(one);
  await one.insertInto("teams").values({ id: "hawks", wins: 0 }).execute();
  const win = (db: Kysely<Schema>) =>
    inTransaction(db, async (tx) => {
      const { wins } = await tx.selectFrom("teams").select("wins").executeTakeFirstOrThrow();
      await new Promise((resolve) => setTimeout(resolve, 30));
      await tx
        .updateTable("teams")
        .set({ wins: wins + 1 })
        .execute();
    });
  await Promise.all([win(one), win(two), win(one), win(two)]);
  expect(await one.selectFrom("teams").select("wins").executeTakeFirst()).toEqual({ wins: 4 });
});

test("queries that outlive their transaction are refused", async () => {
  const db = handle();
  await sql`create table teams (id text primary key, wins integer) strict`.execute(db);
  let straggler: Promise<unknown> = Promise.resolve();
  const failing = inTransaction(db, async (tx) => {
    straggler = (async () => {
      for (const id of ["hawks", "lions", "tigers"]) {
        await tx.insertInto("teams").values({ id, wins: 0 }).execute();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    straggler.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 3));
    throw new Error("the sideline is closed");
  });
  await expect(failing).rejects.toThrow("the sideline is closed");
  await expect(straggler).rejects.toThrow("already rolled back");
  expect(await db.selectFrom("teams").selectAll().execute()).toEqual([]);
});

describe("a late transaction", () => {
  /** Opens two handles on one table with one team; the second plays another process. */
  async function twoHandles() {
    const [ours, theirs] = [handle(), handle()];
    await sql`create table teams (id text primary key, wins integer) strict`.execute(ours);
    await ours.insertInto("teams").values({ id: "hawks", wins: 1 }).execute();
    const theyWin = () =>
      theirs
        .updateTable("teams")
        .set((eb) => ({ wins: eb("wins", "+", 1) }))
        .execute();
    return { ours, theyWin };
  }
  const winsOf = async (db: Kysely<Schema>) =>
    (await db.selectFrom("teams").select("wins").executeTakeFirstOrThrow()).wins;

  test("a late transaction lets others write while it only reads, and then starts again", async () => {
    const { ours, theyWin } = await twoHandles();
    const read: number[] = [];
    await inLateTransaction(ours, async (tx) => {
      const wins = await winsOf(tx);
      read.push(wins);
      if (read.length === 1) await theyWin();
      await tx
        .updateTable("teams")
        .set({ wins: wins * 10 })
        .execute();
    });
    expect(read).toEqual([1, 2]);
    expect(await winsOf(ours)).toBe(20);
  });

  test("a late transaction takes the lock first on its last attempt", async () => {
    const { ours, theyWin } = await twoHandles();
    const read: number[] = [];
    const others: Promise<unknown>[] = [];
    await inLateTransaction(ours, async (tx) => {
      const wins = await winsOf(tx);
      read.push(wins);
      others.push(theyWin());
      if (read.length < 3) await others.at(-1);
      await tx
        .updateTable("teams")
        .set({ wins: wins * 10 })
        .execute();
    });
    expect(read).toEqual([1, 2, 3]);
    await Promise.all(others);
    expect(await winsOf(ours)).toBe(31);
  });

  test("a late transaction rolls back when its work fails", async () => {
    const { ours } = await twoHandles();
    const work = inLateTransaction(ours, async (tx) => {
      await tx.updateTable("teams").set({ wins: 7 }).execute();
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await winsOf(ours)).toBe(1);
  });
});
