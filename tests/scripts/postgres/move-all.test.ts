import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TableHashes } from "#app/db/whole-tables.server.ts";
import { runCommand } from "#tests/support/command.ts";
import { ownDatabase } from "#tests/support/own-database.ts";
import { openWorld } from "#tests/support/world.ts";

/** A whole installation, from files to PostgreSQL and back. */

const world = await openWorld();
delete process.env.DATABASE_URL;
const { openMemory, kyselyOver } = await import("#app/db/file-engine.server.ts");
const { migrate } = await import("#app/db/migrate.server.ts");
const { makeTemplate } = await import("#app/db/new-club-file.server.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { hashesOf, tablesOfFile } = await import("#app/db/whole-tables.server.ts");
const { rebuildStaffSearch } = await import("#app/journeys/staff-search/update-staff-search.server.ts");
const { migrations } = await import("#migrations/control/index.ts");
const { main: club } = await import("#scripts/club.ts");
const { seedDemo } = await import("#tests/support/seed-demo.ts");

const folder = (name: string) => mkdtempSync(join(tmpdir(), `goodside-${name}-`));
const home = folder("home");
const fresh = folder("fresh");
const databases: Awaited<ReturnType<typeof ownDatabase>>[] = [];

/** Creates an empty database. */
async function database(): Promise<string> {
  const made = await ownDatabase();
  delete process.env.DATABASE_URL;
  databases.push(made);
  return made?.url ?? "";
}

async function hashes(place: {
  dataDir: string;
  databaseUrl?: string;
}): Promise<Record<string, TableHashes>> {
  const platform = await openPlatform({ ...place, mode: "test", migrateOnOpen: false, evenIfMoved: true });
  const file = kyselyOver(openMemory());
  await migrate(file, migrations);
  const ofClubs = await tablesOfFile(kyselyOver(openMemory(await makeTemplate())) as never);
  try {
    const all: Record<string, TableHashes> = {
      control: await hashesOf(platform.control, await tablesOfFile(file as never)),
    };
    for (const code of await platform.clubs.codes())
      all[code] = await platform.clubs.use(code, (db) => hashesOf(db, ofClubs));
    return all;
  } finally {
    await platform.close();
  }
}

const move = (from: { DATA_DIR: string; DATABASE_URL?: string }, to: string) =>
  runCommand(club, ["move", "--all", "--to", to], { env: { APP_MODE: "test", ...from } });

/** Runs the move in a process that is killed at a step. */
const killAt = (step: string, from: { DATA_DIR: string; DATABASE_URL?: string }, to: string) =>
  spawnSync(
    process.execPath,
    ["--import", "tsx", fileURLToPath(new URL("move-at-step.ts", import.meta.url))],
    {
      env: { ...process.env, DATABASE_URL: "", APP_MODE: "test", ...from, MOVE_TO: `${to} ${step}` },
      encoding: "utf8",
    },
  );

const STEPS = ["checked", "clubs", "closed", "control", "opened"];
let before: Record<string, TableHashes>;

beforeAll(async () => {
  const platform = await openPlatform({ dataDir: home, mode: "test", migrateOnOpen: true });
  await seedDemo(platform);
  await rebuildStaffSearch(platform);
  const at = new Date().toISOString();
  await platform.control
    .insertInto("jobs")
    .values({
      id: "job-dead",
      kind: "mail.send",
      key: null,
      payload: "{}",
      status: "dead",
      attempts: 9,
      run_at: at,
      locked_until: null,
      last_error: "No",
      created_at: at,
      finished_at: at,
      bulk: 0,
    })
    .execute();
  // The numbers of rows have gaps, as after years.
  await platform.control
    .deleteFrom("search_games")
    .where("number", "in", platform.control.selectFrom("search_games").select("number").limit(3))
    .execute();
  await platform.close();
  mkdirSync(join(home, "uploads", "demo1"), { recursive: true });
  writeFileSync(join(home, "uploads", "demo1", "document-1"), Buffer.alloc(100_000, 3));
  before = await hashes({ dataDir: home });
  cpSync(home, fresh, { recursive: true });
}, 60_000);
afterAll(async () => {
  for (const made of databases) await made?.drop();
  await world.close();
});

describe("npm run club -- move --all", () => {
  test("move --all moves every row to PostgreSQL and back, closes the old installation, and searches find the same", async () => {
    const url = await database();
    expect(Object.keys(before)).toHaveLength(4);
    const there = await move({ DATA_DIR: home }, url);
    expect(there).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^DEMO1: \d.*every table's hash equal$/m),
    });
    expect(there.said).toMatch(/^control: \d[\d,]* rows, every table's hash equal$/m);
    expect(there.said).toContain("1 document, every one's hash equal");
    expect(there.said).not.toContain(url);
    const dataDir = folder("machine");
    expect(await hashes({ dataDir, databaseUrl: url })).toEqual(before);
    await expect(openPlatform({ dataDir: home, mode: "test", migrateOnOpen: true })).rejects.toThrow(
      /^Everything was moved from .* to postgres:/,
    );
    const platform = await openPlatform({ dataDir, databaseUrl: url, mode: "test", migrateOnOpen: false });
    // Numbers continue, and the indexes have their words.
    await platform.control
      .insertInto("search_teams")
      .values({
        team_id: "t-new",
        club_code: "demo1",
        name: "Zebras",
        age_group: "U8",
        gender: "Coed",
        season: "",
        status: "active",
      })
      .execute();
    const found = await sql`select rowid from search_teams_words where lexemes @@ 'hawk:*'::tsquery`.execute(
      platform.control,
    );
    expect(found.rows.length).toBeGreaterThan(0);
    await platform.control.deleteFrom("search_teams").where("team_id", "=", "t-new").execute();
    await platform.close();
    // Idempotent.
    expect((await move({ DATA_DIR: home }, url)).status).toBe(0);

    const back = join(folder("back"), "data");
    const home2 = await move({ DATA_DIR: home, DATABASE_URL: url }, back);
    expect(home2).toMatchObject({ status: 0 });
    expect(await hashes({ dataDir: back })).toEqual(before);
    const files = await openPlatform({ dataDir: back, mode: "test", migrateOnOpen: false });
    const { rows } = await sql`select rowid from search_teams_words
      where search_teams_words match '"hawk"*'`.execute(files.control);
    expect(rows.length).toBeGreaterThan(0);
    await files.close();
    expect(existsSync(join(back, "uploads", "demo1", "document-1"))).toBe(true);
    await expect(
      openPlatform({ dataDir, databaseUrl: url, mode: "test", migrateOnOpen: false }),
    ).rejects.toThrow(`Everything was moved from this database to ${back}`);
  });

  test.each(STEPS)(
    "a move killed at '%s' is started again, and never has two open installations",
    async (step) => {
      const from = join(folder("killed"), "data");
      cpSync(fresh, from, { recursive: true });
      const url = await database();
      expect(killAt(step, { DATA_DIR: from }, url)).toMatchObject({ signal: "SIGKILL" });
      const opens = async (place: { dataDir: string; databaseUrl?: string }) =>
        openPlatform({ ...place, mode: "test", migrateOnOpen: false }).then(
          async (open) => {
            const clubs = await open.control.selectFrom("clubs").select("code").execute();
            await open.close();
            return clubs.length;
          },
          () => 0,
        );
      if (step === "opened" || step === "closed") expect(await opens({ dataDir: from })).toBe(0);
      expect((await move({ DATA_DIR: from }, url)).said).toContain("Everything is in postgres:");
      expect(await hashes({ dataDir: folder("machine"), databaseUrl: url })).toEqual(before);
      expect(await opens({ dataDir: from })).toBe(0);

      const back = join(folder("back"), "data");
      expect(killAt(step, { DATA_DIR: from, DATABASE_URL: url }, back)).toMatchObject({ signal: "SIGKILL" });
      if (step !== "opened") expect(await opens({ dataDir: back })).toBe(0);
      expect((await move({ DATA_DIR: from, DATABASE_URL: url }, back)).said).toContain("Everything is in ");
      expect(await hashes({ dataDir: back })).toEqual(before);
    },
    60_000,
  );

  test("move --all is refused while the site runs, for a target in use, and for an invalid one", async () => {
    const from = join(folder("running"), "data");
    cpSync(fresh, from, { recursive: true });
    const platform = await openPlatform({ dataDir: from, mode: "test", migrateOnOpen: true });
    const url = await database();
    const said = async (place: { DATA_DIR: string; DATABASE_URL?: string }, to: string) => {
      const { status, said } = await move(place, to);
      expect(status).toBeGreaterThan(0);
      return said;
    };
    expect(await said({ DATA_DIR: from }, url)).toContain("The site runs on");
    await platform.close();
    const onDatabase = await openPlatform({
      dataDir: from,
      databaseUrl: url,
      mode: "test",
      migrateOnOpen: true,
    });
    await onDatabase.control.selectFrom("clubs").select("code").execute();
    expect(await said({ DATA_DIR: from }, url)).toContain("is in use already");
    expect(await said({ DATA_DIR: from, DATABASE_URL: url }, join(folder("to"), "data"))).toContain(
      "The site runs on postgres://",
    );
    expect(await said({ DATA_DIR: from }, folder("to"))).toContain("From one folder to another");
    expect(await said({ DATA_DIR: folder("empty") }, url)).toContain("There is no installation in");
    const secret = "mysql://goodside:secret@127.0.0.1/x";
    expect(await said({ DATA_DIR: from }, secret)).not.toContain("secret");
    const full = folder("full");
    writeFileSync(join(full, "x"), "");
    await onDatabase.close();
    expect(await said({ DATA_DIR: from, DATABASE_URL: url }, full)).toContain("is not empty");
  });
});
