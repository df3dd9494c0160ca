import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readManifest } from "#app/db/backup-manifest.server.ts";
import type { ControlDb, ControlSchema } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { createProgram } from "#app/domain/club/rewards/programs.server.ts";
import { undoRollOver } from "#app/domain/club/seasons/roll-overs.server.ts";
import { createSeason } from "#app/domain/club/seasons/seasons.server.ts";
import { changeClub, deliverOpenEvents } from "#app/journeys/club-events/change-club.server.ts";
import { backUp } from "../../scripts/backup/backup.ts";
import { migrateEverything } from "../../scripts/migrate/everything.ts";
import { ownDatabase } from "../support/own-database.ts";
import { clubRow, controlRow, teamRow } from "../support/rows.ts";
import { Chance, pause } from "./chance.ts";
import { soundness } from "./judge.ts";
import { killHard } from "./processes.ts";
import { roundsInside, runOf } from "./run.ts";
import { openStored, settled } from "./stored.ts";
import { COLUMNS } from "./writers/later-release.ts";

const LIST = new URL("./writers/later-release.ts", import.meta.url).href;
const rounds = roundsInside(runOf(process.env).rounds);
const { seed } = runOf(process.env);
const chance = new Chance(seed);
const folder = mkdtempSync(join(tmpdir(), "goodside-inside-"));
/** On PostgreSQL no club has a file that is migrated, or copied, separately. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  `${rounds} times kill -9 while clubs are created and changed (seed ${seed}): complete or absent`,
  async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const dataDir = join(folder, `made-${round}`);
      const database = await ownDatabase();
      const said = await killInside(["commits.ts", dataDir], { lines: 30, thenMs: 60 });
      const open = await openStored(dataDir);
      const { clubs } = open;
      clubs.sweep();
      if (clubs.folder) expect(readdirSync(clubs.folder).filter((name) => name.startsWith("."))).toEqual([]);
      for (const code of await clubs.codes()) {
        const { teams, wrong } = await clubs.use(code, async (db) => ({
          teams: await db.selectFrom("teams").select("id").execute(),
          wrong: await soundness(db, code),
        }));
        expect(wrong).toEqual([]);
        const promised = said.filter((line) => line.startsWith(`${code} `)).length;
        // The last commit may not have been reported yet.
        expect([promised, promised + 1]).toContain(teams.length);
      }
      for (const line of said) expect(await clubs.codes()).toContain(line.split(" ")[0]);
      // The next club is created as usual.
      expect(await clubs.create(clubRow("next"))).toBe(true);
      await open.close();
      await database?.drop();
    }
  },
  60_000 + rounds * 20_000,
);

test.skipIf(onPostgres)(
  `${rounds} times kill -9 during a migration of all clubs (seed ${seed}): each file before or after, and resumable`,
  async () => {
    const dataDir = join(folder, "migrated");
    const codes = await writeClubs(dataDir, 24, 400);
    for (let round = 1; round <= rounds; round += 1) {
      await killInside(["operators.ts", "migrate", dataDir], { lines: 1 + round, thenMs: 40 });
      for (const code of codes) {
        const { names, columns, wrong } = await schemaOf(join(dataDir, "clubs", `${code}.sqlite`), code);
        expect(wrong).toEqual([]);
        const later = names.filter((name) => name.startsWith("90"));
        expect(columns.filter((column) => COLUMNS.includes(column))).toHaveLength(later.length);
        expect([0, COLUMNS.length]).toContain(later.length);
      }
    }
    expect(await migrateEverything({ dataDir, mode: "test" }, () => {}, LIST)).toBe(0);
    for (const code of codes) {
      const { columns } = await schemaOf(join(dataDir, "clubs", `${code}.sqlite`), code);
      expect(columns).toEqual(expect.arrayContaining(COLUMNS));
    }
  },
  60_000 + rounds * 30_000,
);

test.skipIf(onPostgres)(
  `${rounds} times kill -9 during a backup (seed ${seed}): every file in its manifest is intact`,
  async () => {
    const dataDir = join(folder, "copied");
    await writeClubs(dataDir, 12, 50);
    const to = join(folder, "backup");
    for (let round = 1; round <= rounds; round += 1) {
      await killInside(["operators.ts", "back-up", dataDir, to], { lines: 1 + chance.below(30), thenMs: 30 });
      const manifest = readManifest(to);
      for (const entry of [manifest?.control, ...Object.values(manifest?.clubs ?? {})]) {
        if (!entry) continue;
        const bytes = readFileSync(join(to, entry.file));
        expect(createHash("sha256").update(bytes).digest("hex")).toBe(entry.sha256);
      }
    }
    expect(await backUp({ dataDir, to }, () => {})).toBe(0);
    expect(Object.keys(readManifest(to)?.clubs ?? {})).toHaveLength(12);
    const left = [to, join(to, "clubs")].flatMap((path) => readdirSync(path));
    expect(left.filter((name) => name.startsWith(".copying"))).toEqual([]);
  },
  60_000 + rounds * 30_000,
);

const MOMENTS = ["before do", "inside do", "after do", "before undo", "inside undo", "after undo"];
test(
  `a kill -9 while a season is rolled over or that is undone (seed ${seed}) leaves all or nothing`,
  async () => {
    const dataDir = join(folder, "rolled");
    mkdirSync(dataDir);
    const database = await ownDatabase();
    const open = await openStored(dataDir, { migrate: true });
    const row = clubRow("lakeside");
    const teams = Array.from({ length: 60 }, (_, n) => teamRow(`team-${n + 1}`, `Team ${n + 1}`));
    await open.clubs.create(row);
    await open.control.insertInto("clubs").values(controlRow(row)).execute();
    const inClub = <Result>(work: Parameters<typeof open.clubs.use<Result>>[1]) =>
      open.clubs.use(row.code, work);
    await inClub((db) =>
      inTransaction(db, async (tx) => {
        await tx.insertInto("teams").values(teams).execute();
        const days = { startsOn: "2026-09-01", endsOn: "2026-12-01", plannedGames: null };
        const fall = { ...days, name: "Fall", description: "", allTeams: true, teamIds: [] };
        const season = await createSeason(tx, fall);
        const seasonId = season.ok ? season.id : "";
        const heroes = { name: "Heroes", description: "", type: "team" as const, budgetCents: 50_000 };
        await createProgram(tx, { ...heroes, seasonId }, "2026-09-01");
      }),
    );
    const change = <Result>(work: Parameters<typeof changeClub<Result>>[1]) =>
      inClub((db) => changeClub({ control: open.control, db, club: row }, work));
    const whole = () =>
      inClub(async (db) => {
        await settled(db);
        expect(await soundness(db, row.code)).toEqual([]);
        const names = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();
        return {
          seasons: names(await db.selectFrom("seasons").select("name").execute()),
          programs: names(await db.selectFrom("reward_programs").select("name").execute()),
          teams: await db.selectFrom("teams").select(["season", "age_group"]).distinct().execute(),
          ages: (await db.selectFrom("season_teams").select("team_id").execute()).length,
          done: (await db.selectFrom("roll_overs").select("id").where("status", "=", "done").execute()).map(
            ({ id }) => id,
          ),
        };
      });
    const before = await whole();
    const seen = new Set<number>();
    for (let round = 0; round < Math.max(rounds, MOMENTS.length); round += 1) {
      // Each moment separately: the writer prints six lines at a time.
      const lines = 6 + (round % MOMENTS.length);
      await killInside(["roll-over.ts", dataDir], { lines, thenMs: 4 });
      const found = await whole();
      seen.add(found.done.length);
      if (found.done.length === 0) expect(found).toEqual(before);
      else
        expect(found).toEqual({
          seasons: ["Fall", "Winter"],
          programs: ["Heroes", "Heroes, Winter"],
          teams: [{ season: "Winter", age_group: "U-13" }],
          ages: teams.length,
          done: [expect.any(String)],
        });
      // Events of a process that died after its commit are delivered by the next check.
      await deliverOpenEvents(open, 0);
      const left = await inClub((db) =>
        db.selectFrom("outbox").select("kind").where("delivered_at", "is", null).execute(),
      );
      expect(left).toEqual([]);
      for (const id of found.done) expect(await change((tx) => undoRollOver(tx, id))).toEqual({ ok: true });
      expect(await whole()).toEqual(before);
    }
    expect([...seen].sort()).toEqual([0, 1]);
    await open.close();
    await database?.drop();
  },
  60_000 + Math.max(rounds, MOMENTS.length) * 20_000,
);

/**
 * Kills a writer a random moment after its given number of lines.
 * @returns its lines.
 */
async function killInside(
  [script = "", ...rest]: string[],
  { lines, thenMs }: { lines: number; thenMs: number },
): Promise<string[]> {
  const writer = spawn(
    process.execPath,
    ["--import", "tsx", join("tests/durability/writers", script), ...rest],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let text = "";
  writer.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => writer.once("close", resolve));
  while (text.split("\n").length <= lines && writer.exitCode === null) await pause(2);
  await pause(chance.next() * thenMs);
  killHard(writer.pid ?? 0);
  await ended;
  return text.split("\n").slice(0, -1);
}

async function writeClubs(dataDir: string, clubs: number, teams: number): Promise<string[]> {
  mkdirSync(dataDir);
  const open = await openStored(dataDir, { migrate: true });
  const codes = Array.from({ length: clubs }, (_, n) => `club${n + 1}`);
  for (const code of codes) {
    await open.clubs.create(clubRow(code));
    const rows = Array.from({ length: teams }, (_, n) => teamRow(`${code}-team-${n + 1}`, `Team ${n + 1}`));
    await open.clubs.use(code, (db) => db.insertInto("teams").values(rows).execute());
  }
  await open.close();
  return codes;
}

async function schemaOf(path: string, code: string) {
  const db = kyselyOver<ControlSchema>(openFile(path)) as ControlDb;
  try {
    const names = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const columns = await sql<{ name: string }>`pragma table_info(teams)`.execute(db);
    return {
      names: names.rows.map(({ name }) => name),
      columns: columns.rows.map(({ name }) => name),
      wrong: await soundness(db, code),
    };
  } finally {
    await db.destroy();
  }
}
