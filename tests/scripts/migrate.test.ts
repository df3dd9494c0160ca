import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { migrations as club } from "#migrations/club/index.ts";
import { migrations as control } from "#migrations/control/index.ts";
import { ClubFiles, clubPath, folder, lakesideAndRiverside, migrateEverything, openFile } from "./fixture.ts";

const { refuseWhileEarlierServes } = await import("../../scripts/migrate/serving.ts");
const { keepAlone } = await import("../../scripts/start/second.ts");

const { world } = await lakesideAndRiverside();
await world.platform.clubs.close();

const MOTTO = "999-motto";

/** Creates a release with one more migration: each club gets a motto. */
function nextRelease(): string {
  const path = join(folder("release"), "index.mjs");
  writeFileSync(
    path,
    `const motto = { up: (db) => db.schema.alterTable("club").addColumn("motto", "text").execute() };
    export const migrations = { ${JSON.stringify(MOTTO)}: motto };`,
  );
  return pathToFileURL(path).href;
}

/** Creates a data folder with copies of Lakeside under many codes. */
function manyClubs(count: number): { dataDir: string; codes: string[] } {
  const dataDir = folder("many");
  mkdirSync(join(dataDir, "clubs"));
  const codes = Array.from({ length: count }, (_, n) => `club${String(n).padStart(3, "0")}`);
  for (const code of codes) {
    copyFileSync(clubPath(world.dataDir, "lakeside"), clubPath(dataDir, code));
    const file = openFile(clubPath(dataDir, code));
    file.prepare("update club set code = ?").run(code);
    file.close();
  }
  return { dataDir, codes };
}

const hasMotto = (path: string) => {
  const file = openFile(path);
  const columns = file.prepare("select name from pragma_table_info('club')").pluck().all();
  file.close();
  return columns.includes("motto");
};

test("workers migrate all clubs past one that fails, and a second run does only the rest", async () => {
  const { dataDir, codes } = manyClubs(70);
  const list = nextRelease();
  const broken = clubPath(dataDir, "club033");
  const whole = readFileSync(broken);
  writeFileSync(broken, "this is no database");
  const half = openFile(clubPath(dataDir, "club044"));
  half.exec("alter table club add column motto text");
  half.close();

  const lines: string[] = [];
  const migrate = () => migrateEverything({ dataDir, mode: "test" }, (line) => lines.push(line), list);
  expect(await migrate()).toBe(2);
  expect(lines.at(0)).toMatch(/^control: \d+ migrations applied$/);
  expect(lines.filter((line) => line.endsWith(": 1 migration applied"))).toHaveLength(68);
  expect(lines.find((line) => line.startsWith("CLUB033"))).toMatch(/FAILED, .*not a database/);
  expect(lines.find((line) => line.startsWith("CLUB044"))).toMatch(/FAILED, .*duplicate column/);
  expect(codes.filter((code) => code !== "club033").every((code) => hasMotto(clubPath(dataDir, code)))).toBe(
    true,
  );

  writeFileSync(broken, whole);
  lines.length = 0;
  expect(await migrate()).toBe(1);
  expect(lines.filter((line) => line.includes("applied"))).toEqual(["CLUB033: 1 migration applied"]);
  expect(lines.filter((line) => line.endsWith("up to date"))).toHaveLength(69);
});

test("a failing migration leaves the file and its header as they were", async () => {
  const { dataDir } = manyClubs(1);
  const path = clubPath(dataDir, "club000");
  const list = nextRelease();
  const half = openFile(path);
  half.exec("alter table club add column motto text");
  const said = (file: typeof half) => [
    file.pragma("user_version", { simple: true }),
    file.prepare("select name from kysely_migration order by name").pluck().all(),
  ];
  const before = said(half);
  half.close();
  expect(await migrateEverything({ dataDir, mode: "test" }, () => {}, list)).toBe(1);
  const after = openFile(path);
  expect(said(after)).toEqual(before);
  expect(before[1]).not.toContain(MOTTO);
  after.close();
});

test("a file of a newer release is refused, not skipped", async () => {
  const { dataDir } = manyClubs(1);
  const list = nextRelease();
  expect(await migrateEverything({ dataDir, mode: "test" }, () => {}, list)).toBe(0);
  const lines: string[] = [];
  expect(await migrateEverything({ dataDir, mode: "test" }, (line) => lines.push(line))).toBe(1);
  expect(lines.at(-1)).toMatch(`CLUB000: FAILED, This database is newer than the program: ${MOTTO}`);
});

test("a club without a migration mark in its header is recognised as up to date", async () => {
  const { dataDir } = manyClubs(1);
  const path = clubPath(dataDir, "club000");
  const old = openFile(path);
  old.pragma("user_version = 0");
  old.exec("create table kysely_migration_lock (id text primary key, is_locked integer not null)");
  old.close();
  const lines: string[] = [];
  expect(await migrateEverything({ dataDir, mode: "test" }, (line) => lines.push(line))).toBe(0);
  expect(lines.at(-1)).toBe("CLUB000: up to date");
  const clubs = new ClubFiles({ folder: join(dataDir, "clubs"), migrateOnOpen: false });
  await clubs.use("club000", (db) => db.selectFrom("club").selectAll().execute());
  await clubs.close();
});

test("migrating is refused by name while an earlier release serves that could not read the data", async () => {
  const dataDir = folder("served");
  const lists = { control: Object.keys(control), club: Object.keys(club) };
  const migrateAs = (...later: string[]) =>
    refuseWhileEarlierServes({ dataDir, databaseUrl: null }, { ...lists, club: [...lists.club, ...later] });
  await migrateAs("999-later");
  await keepAlone({ dataDir, production: true }, () => {});
  await migrateAs();
  await migrateAs("998-later-beside");
  await expect(migrateAs("998-later-beside", "999-later")).rejects.toThrow(
    `An earlier release serves and cannot read migrated data: process ${process.pid} on ${hostname()}, which lacks club/999-later.`,
  );
  writeFileSync(join(dataDir, "server.pid"), "process 12 on box\n");
  await expect(migrateAs()).rejects.toThrow("cannot read migrated data: process 12 on box.");
});
