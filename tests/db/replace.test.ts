import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";

/** After this many renames the process counts as killed and changes nothing on the disk. */
const life = vi.hoisted(() => ({ renames: Number.POSITIVE_INFINITY }));
vi.mock("node:fs", async (original) => {
  const real = (await original()) as typeof import("node:fs");
  return {
    ...real,
    renameSync: (from: string, to: string) => {
      if (life.renames <= 0) throw new Error("killed");
      real.renameSync(from, to);
      life.renames -= 1;
      if (life.renames === 0) throw new Error("killed");
    },
    rmSync: (...args: Parameters<typeof real.rmSync>) => {
      if (life.renames > 0) real.rmSync(...args);
    },
  };
});
const { bringFileBack, replaceClubFile, takeFileAside } = await import("#app/db/replace.server.ts");
const { SqliteFile } = await import("#app/db/sqlite.server.ts");

const folder = mkdtempSync(join(tmpdir(), "goodside-replace-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const clubs = join(folder, "clubs");
mkdirSync(clubs);

/** Leaves a club's file as a killed app leaves it, with its last game only in the WAL. */
function leave(path: string): void {
  const source = join(folder, `source-${basename(path)}`);
  const file = new SqliteFile(source);
  file.pragma("journal_mode = WAL");
  file.exec("create table games (name text)");
  file.pragma("wal_checkpoint(TRUNCATE)");
  file.exec("insert into games values ('Hawks - Comets')");
  for (const part of ["", "-wal"]) copyFileSync(source + part, path + part);
  file.close();
}
const fresh = (name: string) => {
  const path = join(clubs, name);
  new SqliteFile(path).exec("create table games (name text)").close();
  return path;
};
const gamesIn = (path: string) => {
  const file = new SqliteFile(path);
  const rows = file.prepare("select name from games").pluck().all();
  file.close();
  return rows;
};

test("a replacement killed between its renames is finished by the next one, and the old file keeps its WAL", async () => {
  const path = join(clubs, "lakeside7.sqlite");
  leave(path);
  const first = { code: "lakeside7", fresh: fresh("first"), aside: join(folder, "replaced", "first.sqlite") };
  life.renames = 1;
  await expect(replaceClubFile(clubs, first)).rejects.toThrow("killed");
  life.renames = Number.POSITIVE_INFINITY;
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}-wal`)).toBe(true);

  const aside = join(folder, "replaced", "second.sqlite");
  expect(await replaceClubFile(clubs, { code: "lakeside7", fresh: fresh("second"), aside })).toBe(false);
  expect(gamesIn(first.aside)).toEqual(["Hawks - Comets"]);
  expect(gamesIn(path)).toEqual([]);
  expect(existsSync(`${aside}-wal`)).toBe(false);
});

test("after a killed replacement, too, no new file comes before all have closed the old one", async () => {
  const path = join(clubs, "oakhill8.sqlite");
  leave(path);
  // Like a web process that has not noticed yet: its writes are acknowledged.
  const open = new SqliteFile(path);
  open.exec("insert into games values ('Lions - Otters')");
  const first = { code: "oakhill8", fresh: fresh("third"), aside: join(folder, "replaced", "third.sqlite") };
  life.renames = 3;
  await expect(replaceClubFile(clubs, first)).rejects.toThrow("killed");
  life.renames = Number.POSITIVE_INFINITY;
  expect(existsSync(path)).toBe(false);

  const next = (name: string) => ({
    code: "oakhill8",
    fresh: fresh(name),
    aside: join(folder, "replaced", `${name}.sqlite`),
    patienceMs: 200,
  });
  await expect(replaceClubFile(clubs, next("fourth"))).rejects.toThrow("nothing was replaced");
  open.exec("insert into games values ('Bears - Hawks')");
  open.close();
  expect(gamesIn(path)).toEqual(["Hawks - Comets", "Lions - Otters", "Bears - Hawks"]);
  const fifth = next("fifth");
  expect(await replaceClubFile(clubs, fifth)).toBe(true);
  expect(gamesIn(fifth.aside)).toEqual(["Hawks - Comets", "Lions - Otters", "Bears - Hawks"]);
});

test("a file that is taken aside, killed between its renames and started again, is whole there and is brought back whole", async () => {
  const path = join(clubs, "riverside.sqlite");
  leave(path);
  const aside = join(clubs, ".moved", "riverside.sqlite");
  mkdirSync(join(clubs, ".moved"));
  life.renames = 1;
  await expect(takeFileAside(clubs, "riverside", aside)).rejects.toThrow("killed");
  life.renames = Number.POSITIVE_INFINITY;
  expect([existsSync(path), existsSync(`${path}-wal`)]).toEqual([false, true]);
  await takeFileAside(clubs, "riverside", aside);
  expect([existsSync(path), existsSync(`${path}-wal`)]).toEqual([false, false]);
  bringFileBack(clubs, "riverside", aside);
  expect(gamesIn(path)).toEqual(["Hawks - Comets"]);
});

test("a file that a process keeps open is not taken aside, also where the renames were done before", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const path = join(clubs, "hilltop.sqlite");
  leave(path);
  const open = new SqliteFile(path);
  open.prepare("select name from games").all();
  const aside = join(clubs, ".moved", "hilltop.sqlite");
  const later = setInterval(() => vi.advanceTimersByTime(10_000), 20);
  await expect(takeFileAside(clubs, "hilltop", aside)).rejects.toThrow("does not close");
  expect([existsSync(path), existsSync(aside)]).toEqual([true, false]);
  clearInterval(later);
  vi.useRealTimers();
  open.close();
});
