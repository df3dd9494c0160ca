import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#app/db/postgres/open.server.ts";
import { ownDatabase } from "#tests/support/own-database.ts";

/** Clubs, and whole databases, that take no changes any more because they are moved, or gone. */

const database = await ownDatabase();
const { openDatabase } = await import("#app/db/postgres/open.server.ts");
const { ClubRows } = await import("#app/db/postgres/clubs.server.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const url = database?.url ?? "";
/** Each is another process's. */
let one: Database;
let other: Database;
beforeAll(() => {
  one = openDatabase(url);
  other = openDatabase(url);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database?.drop();
});

async function made(code: string) {
  const place = { state: "TX", city: "Austin", address: "", zip: "", timezone: "America/Chicago" };
  const about = {
    name: code,
    slug: code,
    contact_name: "",
    email: "",
    phone: "",
    website: "",
    description: "",
  };
  const plan = { plan: "standard" as const, player_cap: 800, estimated_players: 1, color: null, logo: null };
  const rest = { rating_policy: "coach-final" as const, on_leaderboard: 1 as const, created_at: "2026" };
  await one.clubs.create({ code, ...place, ...about, ...plan, ...rest } as never);
  const { db } = await other.clubs.lease(code);
  if (!(one.clubs instanceof ClubRows)) throw new Error("There are no rows");
  return {
    rows: one.clubs,
    read: () => db.selectFrom("club").select("city").executeTakeFirst(),
    change: () => db.updateTable("club").set({ city: "Houston" }).execute(),
    changeInTransaction: () =>
      db.transaction().execute((tx) => tx.updateTable("club").set({ city: "Houston" }).execute()),
  };
}

test("a club that is closed is read, refuses changes of every process, and takes them when it is open again", async () => {
  const { rows, read, change, changeInTransaction } = await made("lakeside");
  await rows.setClosed("lakeside", "moving");
  // Closing twice is fine.
  await rows.setClosed("lakeside", "moving");
  const refused = { name: "ClubUnavailable", code: "lakeside", reason: "moved" };
  await expect(change()).rejects.toMatchObject(refused);
  await expect(changeInTransaction()).rejects.toMatchObject(refused);
  expect(await read()).toEqual({ city: "Austin" });
  await rows.setClosed("lakeside", null);
  await change();
  expect(await read()).toEqual({ city: "Houston" });
});

test("a club is closed after the change that is under way, which is acknowledged", async () => {
  const { rows } = await made("hilltop");
  const { db } = await other.clubs.lease("hilltop");
  let closing: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("club").set({ city: "Dallas" }).execute();
    closing = rows.setClosed("hilltop", "moving");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await rows.closed("hilltop")).toBe(null);
  });
  await closing;
  expect(await rows.closed("hilltop")).toBe("moving");
  expect(await db.selectFrom("club").select("city").executeTakeFirst()).toEqual({ city: "Dallas" });
});

test("a club that is gone refuses changes of a process that still has its handle", async () => {
  const { rows, change, changeInTransaction } = await made("riverside");
  await rows.setClosed("riverside", "moved");
  await rows.eraseClosed("riverside");
  const gone = { name: "ClubUnavailable", code: "riverside", reason: "missing" };
  await expect(change()).rejects.toMatchObject(gone);
  await expect(changeInTransaction()).rejects.toMatchObject(gone);
  expect(await rows.has("riverside")).toBe(false);
});

test("a database from which everything was moved takes no changes and is not opened", async () => {
  await one.control.insertInto("meta").values({ key: "mode", value: "test" }).execute();
  const close = "update control.changes set closed = 'elsewhere'";
  const { openPool } = await import("#app/db/postgres/pool.server.ts");
  const pool = openPool(url, "control");
  await pool.query(close);
  await pool.end();
  const change = other.control.insertInto("meta").values({ key: "x", value: "y" }).execute();
  await expect(change).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  const opened = openPlatform({ dataDir: "", databaseUrl: url, mode: "test", migrateOnOpen: true });
  await expect(opened).rejects.toThrow("Everything was moved from this database to elsewhere");
});
