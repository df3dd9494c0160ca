import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openPlatform, type Platform } from "#app/db/storage/platform.server.ts";
import { verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { rebuildLeaderboard } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { spawnCommand } from "#tests/support/command.ts";
import { PRODUCTION } from "#tests/support/production.ts";
import { SEED_PASSWORD } from "../../scripts/seed/club.ts";
import { readOptions, type SeedOptions } from "../../scripts/seed/options.ts";
import { seedSynthetic } from "../../scripts/seed/synthetic.ts";

const options = readOptions("--clubs 5 --teams 3 --games 8 --seed 7".split(" ")) as SeedOptions;
const folders: string[] = [];
const open: Platform[] = [];

async function seeded(more: Partial<SeedOptions> = {}): Promise<Platform> {
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-seed-"));
  folders.push(dataDir);
  const platform = await openPlatform({ dataDir, mode: "test", migrateOnOpen: true });
  open.push(platform);
  await seedSynthetic(platform, dataDir, { ...options, ...more });
  return platform;
}

afterAll(async () => {
  for (const platform of open) await platform.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Reads everything that was written, sorted. */
async function content({ control, clubs }: Platform) {
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
  const files = await Promise.all(
    (await clubs.codes()).map((code) =>
      clubs.use(code, async (db) => [
        code,
        sorted(await db.selectFrom("teams").selectAll().execute()),
        sorted(await db.selectFrom("staff").selectAll().execute()),
        sorted(await db.selectFrom("games").selectAll().execute()),
        sorted(await db.selectFrom("ratings").selectAll().execute()),
      ]),
    ),
  );
  return {
    files,
    clubs: sorted(await control.selectFrom("clubs").selectAll().execute()),
    accounts: sorted(await control.selectFrom("accounts").selectAll().execute()),
    memberships: sorted(await control.selectFrom("memberships").selectAll().execute()),
    standings: sorted(await control.selectFrom("standings").selectAll().execute()),
  };
}

describe("synthetic clubs", () => {
  test("synthetic clubs are the same in every run, with or without workers, and another seed gives others", async () => {
    const once = await content(await seeded({ workers: 1 }));
    const again = await content(await seeded({ workers: 2 }));
    const other = await content(await seeded({ seed: 8 }));
    expect(once.files).toHaveLength(5);
    expect(once.standings).toHaveLength(15);
    expect(again).toEqual(once);
    expect(other.clubs).not.toEqual(once.clubs);
  });

  test("synthetic clubs have the leaderboard rows that a rebuild would make", async () => {
    const platform = await seeded({ teams: 12 });
    const rebuilt = await rebuildLeaderboard(platform);
    expect(rebuilt).toEqual({ clubs: 5, changedRows: 0, failed: [], unknown: [] });
  });

  test("synthetic clubs have people who can sign in, each on a team's staff", async () => {
    const { control, clubs } = await seeded();
    const coach = await control
      .selectFrom("accounts")
      .selectAll()
      .where("email", "=", "coach-2-3@seed.example")
      .executeTakeFirstOrThrow();
    expect(await verifyPassword(coach.password_hash, SEED_PASSWORD)).toBe(true);
    const places = await clubs.use("seed2", (db) =>
      db.selectFrom("staff").selectAll().where("account_id", "=", coach.id).execute(),
    );
    expect(places).toMatchObject([{ role: "coach", coach_role: "head", status: "active" }]);
  });

  test("synthetic clubs have complete games: both ratings if the team rates, and their score", async () => {
    const { clubs } = await seeded({ workers: 1, teams: 40 });
    const games = await clubs.use("seed1", (db) =>
      db
        .selectFrom("games")
        .leftJoin("ratings", "ratings.game_id", "games.id")
        .select(["games.id", "final_score"])
        .select((eb) => eb.fn.count<number>("ratings.id").as("ratings"))
        .groupBy("games.id")
        .execute(),
    );
    expect(games).toHaveLength(40 * 8);
    const both = games.filter(({ ratings }) => ratings === 2);
    expect(both.length).toBeGreaterThan(0.8 * games.length);
    expect(both.every(({ final_score }) => final_score !== null)).toBe(true);
    expect(games.some(({ ratings }) => ratings < 2)).toBe(true);
  });
});

describe("npm run seed", () => {
  test.each([
    [["--clubs", "0"], "--clubs must be a whole number"],
    [["--clubs", "1.5"], "--clubs must be a whole number"],
    [["--teams", "3"], "--clubs must be a whole number"],
    [["--clubs", "1", "--until", "soon"], "--until must be a date"],
    [["--club", "1"], "Unknown option '--club'"],
  ])("npm run seed refuses %j", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  test("npm run seed refuses production before opening anything", () => {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: "production" as const,
      ...PRODUCTION,
      DATA_DIR: "/nowhere/at/all",
    };
    expect(spawnCommand("seed", ["--clubs", "1"], { env })).toMatchObject({
      status: 1,
      said: "Production refuses demo data.\n",
    });
  });
});
