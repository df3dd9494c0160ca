import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LEAST_WEB_IDLE_FILES, webIdleFiles } from "#app/db/clubs.server.ts";
import { openFile } from "#app/db/file-engine.server.ts";
import { codesIn } from "../../scripts/backup/codes.ts";
import { migrateEverything } from "../../scripts/migrate/everything.ts";
import { Random } from "../../scripts/seed/random.ts";
import { clubs, cpuMs, PREPARED, type Site, site, temporaryFolder } from "../fixtures/clubs.ts";
import { runScript, type Used } from "../fixtures/command.ts";
import type { Figure, Row } from "../row.ts";

/**
 * Many clubs on one machine: CLUBS of them, 300 by default (`CLUBS=10000 npm run bench -- --only clubs`), or a copy of
 * the seeded data folder CLUBS_FROM. The rows run one after the other on one data folder. A page without status 200, a
 * process that dies or leaks files, and a failing command each fail their row.
 */

/** The pages that a club's administrator opens. */
const PAGES = ["/dashboard", "/teams", "/schedule", "/rating", "/leaderboard"];
const AT_ONCE = 8;
const DESCRIPTORS_A_FILE = 3;
/** Sockets, logs, the control database, the runtime. */
const OTHER_DESCRIPTORS = 200;

/** 450 MB with 300 open files on a small machine; half a megabyte for each more that a larger one keeps open. */
const MORE_MB = (2 * webIdleFiles(2) - LEAST_WEB_IDLE_FILES) / 2;
const MEMORY = { floor: 450 + MORE_MB, goal: 350 + MORE_MB };

const one = (what: string, unit: string, measure: () => Promise<Figure>, bounds: Partial<Row> = {}): Row => ({
  area: "clubs",
  what,
  unit,
  better: "less",
  floor: null,
  goal: null,
  measure,
  ...bounds,
});

const used = ({ seconds, cpuSeconds, peakMb }: Used, more = ""): Figure => ({
  figure: Math.round(seconds * 10) / 10,
  note: `${cpuSeconds.toFixed(1)} s of CPU, ${Math.round(peakMb)} MB at most${more}`,
});

const command = (what: string, name: string, args: () => readonly string[] = () => []) =>
  one(what, "s", async () => {
    const { dataDir } = await clubs();
    await site();
    return used(await runScript(name, dataDir, args()));
  });

/** Requests a page of each numbered club and checks that no request is refused or lost, and no file leaks. */
async function browse(there: Site, numbers: readonly number[]): Promise<Figure> {
  const random = new Random("pages");
  const before = there.processes();
  const times: number[] = [];
  const began = performance.now();
  const queue = numbers.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const number of queue) {
        const asked = performance.now();
        const { status } = await there.line.ask(random.pick(PAGES), { Cookie: there.cookies[number] ?? "" });
        if (status !== 200) throw new Error(`A page of club ${number + 1} was answered with ${status}`);
        times.push(performance.now() - asked);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const after = there.processes();
  if (after.map(({ pid }) => pid).join() !== before.map(({ pid }) => pid).join())
    throw new Error("A process was replaced while clubs were browsed");
  await seeFiles(there);
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return {
    figure: (cpuMs(after) - cpuMs(before)) / numbers.length,
    note: `${numbers.length.toLocaleString("en-US")} pages in ${seconds.toFixed(1)} s, ${AT_ONCE} at once, p99 ${Math.round(p99)} ms, all 200`,
  };
}

/** Counts open files and descriptors of the web processes, and checks them against the pool's limit. */
async function seeFiles(there: Site) {
  const web = there.processes().filter(({ script }) => script === "serve.js");
  const open = await there.openFiles();
  if (web.length !== open.length) throw new Error(`${web.length} web processes, figures of ${open.length}`);
  for (const files of open)
    if (files > webIdleFiles(web.length) + AT_ONCE)
      throw new Error(`A process holds ${files} club files open`);
  const files = open.reduce((sum, count) => sum + count, 0);
  const descriptors = web.reduce((sum, worker) => sum + worker.descriptors, 0);
  if (descriptors > files * DESCRIPTORS_A_FILE + web.length * OTHER_DESCRIPTORS)
    throw new Error(`${descriptors} descriptors are open for ${files} club files`);
  return { web, open, files, descriptors };
}

function shuffled(count: number): number[] {
  const random = new Random("browse");
  const numbers = Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [numbers[at], numbers[other]] = [numbers[other] as number, numbers[at] as number];
  }
  return numbers;
}

/** Draws by Zipf's law: the n-th club is requested 1/n times as often as the first. */
function zipf(count: number, draws: number): number[] {
  const random = new Random("zipf");
  const order = shuffled(count);
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= count; rank += 1) {
    sum += 1 / rank;
    sums.push(sum);
  }
  return Array.from({ length: draws }, () => {
    const at = random.share() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return order[low] as number;
  });
}

let backups: string | undefined;
const backupFolder = () => {
  backups ??= temporaryFolder("backup");
  return ["--to", backups];
};

/** Creates a later release with one more migration: each club gets a motto. */
function nextRelease(): string {
  const path = join(temporaryFolder("release"), "index.mjs");
  writeFileSync(
    path,
    `const motto = { up: (db) => db.schema.alterTable("club").addColumn("motto", "text").execute() };
    export const migrations = { "999-motto": motto };`,
  );
  return pathToFileURL(path).href;
}

/** Opens, writes as much as a migration does, and closes each file in turn. */
function writeBarely(dataDir: string, codes: readonly string[]): void {
  for (const code of codes) {
    const file = openFile(join(dataDir, "clubs", `${code}.sqlite`));
    file.exec("create table bare (at text) strict");
    file.close();
  }
}

const seeding: Row[] = PREPARED
  ? []
  : [
      one("npm run seed", "s", async () => {
        const there = await clubs();
        if (!there.seeding) throw new Error("Nothing was seeded: CLUBS_FROM names a folder that was there");
        const size = `${there.clubs.toLocaleString("en-US")} clubs, ${there.teams.toLocaleString("en-US")} teams`;
        return used(there.seeding, `; ${size}, ${there.mbAClub.toFixed(2)} MB per club`);
      }),
    ];

export const rows: Row[] = [
  ...seeding,
  one("npm start to the first answer, two web processes", "s", async () => {
    const { startSeconds, startCpuSeconds } = await site();
    return { figure: startSeconds, note: `${startCpuSeconds.toFixed(1)} s of CPU, all processes` };
  }),
  one("each club once, at random: CPU per page", "ms", async () => {
    const there = await site();
    return browse(there, shuffled(there.cookies.length));
  }),
  one("as many pages, few clubs often (Zipf): CPU per page", "ms", async () => {
    const there = await site();
    return browse(there, zipf(there.cookies.length, there.cookies.length));
  }),
  one(
    "memory of both web processes after that",
    "MB",
    async () => {
      const { web, files, descriptors } = await seeFiles(await site());
      const share = web.reduce((sum, { shareMb }) => sum + shareMb, 0);
      const memory = web.map(({ memoryMb }) => Math.round(memoryMb)).join(" + ");
      return {
        figure: web.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
        note: `${memory}; what they share counted once, ${Math.round(share)}; ${files} club files open (at most ${web.length * webIdleFiles(web.length)}), ${descriptors} descriptors of ${web.map(({ mostDescriptors }) => mostDescriptors).join(" + ")}`,
      };
    },
    MEMORY,
  ),
  one("memory of the jobs process", "MB", async () => {
    const jobs = (await site()).processes().find(({ script }) => script === "jobs.js");
    if (!jobs) throw new Error("There is no jobs process");
    return { figure: jobs.memoryMb, note: `${jobs.descriptors} descriptors` };
  }),
  one("the idle site for ten seconds: CPU of all processes", "ms", async () => {
    const there = await site();
    const before = cpuMs(there.processes());
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    return { figure: cpuMs(there.processes()) - before };
  }),
  command("npm run migrate, nothing to do", "migrate"),
  command("npm run backup, the first", "backup", backupFolder),
  command("npm run backup again, few changes", "backup", backupFolder),
  command("npm run verify", "verify"),
  command("npm run rebuild-leaderboard", "rebuild-leaderboard"),
  one(
    "a migration of all clubs against opening, writing and closing each",
    "times",
    async () => {
      const { dataDir } = await clubs();
      await (await site()).stop();
      const codes = codesIn(dataDir);
      const bareBegan = performance.now();
      writeBarely(dataDir, codes);
      const bare = performance.now() - bareBegan;
      const began = performance.now();
      const failed = await migrateEverything({ dataDir, mode: "test" }, () => {}, nextRelease());
      const all = performance.now() - began;
      if (failed > 0) throw new Error(`${failed} files could not be migrated`);
      return {
        figure: all / bare,
        note: `${(all / 1000).toFixed(1)} s against ${(bare / 1000).toFixed(1)} s`,
      };
    },
    { floor: 1.2, goal: 0.45 },
  ),
];
