import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { runs } from "#tests/support/runs.ts";
import {
  backUp,
  clubPath,
  folder,
  hashOfFile,
  holdLock,
  inspectFile,
  lakesideAndRiverside,
  openFile,
  openReadOnly,
  readManifest,
} from "./fixture.ts";

const { controlFacts } = await import("../../scripts/backup/control-facts.ts");
const { world, lakeside, hawks } = await lakesideAndRiverside();
const { dataDir } = world;
let to: string;
let lines: string[];

beforeEach(() => {
  to = folder("backup");
  lines = [];
});

const run = (more: { club?: string; all?: boolean } = {}) => {
  lines = [];
  return backUp({ dataDir, to, ...more }, (line) => lines.push(line));
};
const saidOf = (name: string) => lines.find((line) => line.startsWith(`${name}:`));
/** Reads the rows of one table in a club's copy. */
function kept(code: string, sql: string): unknown[] {
  const entry = readManifest(to)?.clubs[code];
  const file = openReadOnly(join(to, entry?.file ?? "none"));
  try {
    return file.prepare(sql).pluck().all();
  } finally {
    file.close();
  }
}

describe("a backup", () => {
  test("a backup copies the control database and every club, as the manifest records", async () => {
    expect(await run()).toBe(0);
    const manifest = readManifest(to);
    expect(Object.keys(manifest?.clubs ?? {})).toEqual(["lakeside", "riverside"]);
    for (const entry of [manifest?.control, ...Object.values(manifest?.clubs ?? {})]) {
      const path = join(to, entry?.file ?? "none");
      expect(await hashOfFile(path)).toBe(entry?.sha256);
      expect(inspectFile(path, entry === manifest?.control ? "control" : "club").problems).toEqual([]);
      expect(readFileSync(path)).toHaveLength(entry?.bytes ?? -1);
    }
    expect(manifest?.clubs.lakeside?.rows).toMatchObject({ club: 1, teams: 2, games: 1 });
    expect(manifest?.mode).toBe("test");
    expect(kept("lakeside", "select name from teams order by name")).toEqual(["Hawks", "Owls"]);
    expect(readdirSync(join(to, "clubs"))).toHaveLength(2);
  });

  test("a backup includes changes that are only in the WAL, and copies only changes since the last one", async () => {
    await run();
    await world.platform.clubs.use("lakeside", (db) =>
      db.updateTable("teams").set({ name: "Falcons" }).where("id", "=", hawks).execute(),
    );
    expect(existsSync(`${clubPath(dataDir, "lakeside")}-wal`)).toBe(true);
    expect(await run()).toBe(0);
    expect(saidOf("LAKESIDE")).toContain("copied");
    expect(saidOf("RIVERSIDE")).toContain("unchanged");
    expect(kept("lakeside", "select name from teams order by name")).toEqual(["Falcons", "Owls"]);
    // The older copy is gone: the manifest names one per club.
    expect(readdirSync(join(to, "clubs"))).toHaveLength(2);
    expect(await run({ all: true })).toBe(0);
    expect(saidOf("RIVERSIDE")).toContain("copied");
  });

  test("a backup never mistakes a changed file for an unchanged one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            rows: fc.integer({ min: 0, max: 3 }),
            checkpoint: fc.boolean(),
            sameTime: fc.boolean(),
            pause: fc.constantFrom(0, 0, 30),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        async (rounds) => {
          for (const { rows, checkpoint, sameTime, pause } of rounds) {
            const file = openFile(clubPath(dataDir, "riverside"));
            for (let n = 0; n < rows; n += 1) {
              file.prepare("update club set description = hex(randomblob(8))").run();
            }
            if (checkpoint) file.pragma("wal_checkpoint(TRUNCATE)");
            const now = file.prepare("select description from club").pluck().all();
            // Restoring or copying a file's time must not make it look unchanged.
            if (sameTime) utimesSync(clubPath(dataDir, "riverside"), 1_700_000_000, 1_700_000_000);
            file.close();
            await new Promise((resolve) => setTimeout(resolve, pause));
            expect(await run({ club: "riverside" })).toBe(0);
            expect(kept("riverside", "select description from club")).toEqual(now);
          }
        },
      ),
      { numRuns: runs(8, 25) },
    );
  });

  test("a backup skips by file times alone if the last write is long ago, otherwise by content", async () => {
    await run();
    const fresh = readManifest(to)?.clubs.riverside;
    await world.platform.clubs.close();
    await run();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await run();
    const settled = readManifest(to)?.clubs;
    expect([settled?.riverside?.stamp === null, settled?.riverside?.takenAt]).toEqual([
      false,
      fresh?.takenAt,
    ]);
    expect([saidOf("RIVERSIDE"), settled?.lakeside?.stamp === null]).toEqual(["RIVERSIDE: unchanged", false]);
    const file = openFile(clubPath(dataDir, "riverside"));
    file.prepare("update club set description = 'written since'").run();
    file.close();
    // The file itself is unchanged: the change is still in the WAL.
    const open = openFile(clubPath(dataDir, "lakeside"));
    const before = await hashOfFile(clubPath(dataDir, "lakeside"));
    open.prepare("update club set description = 'in the WAL'").run();
    expect(await hashOfFile(clubPath(dataDir, "lakeside"))).toBe(before);
    await run();
    open.close();
    for (const [code, said] of [
      ["riverside", "written since"],
      ["lakeside", "in the WAL"],
    ] as const) {
      expect(saidOf(code.toUpperCase())).toContain("copied");
      expect(kept(code, "select description from club")).toEqual([said]);
    }
  });

  test("a backup continues past damaged, missing and foreign files, and keeps their older copies", async () => {
    await world.club("Hilltop", { code: "hilltop" });
    await world.club("Seaside", { code: "seaside" });
    expect(await run()).toBe(0);
    await world.platform.clubs.close();
    const before = readManifest(to);
    const path = clubPath(dataDir, "hilltop");
    const whole = readFileSync(path);
    const broken = Buffer.from(whole);
    broken.fill(0x55, 8192, 20_000);
    writeFileSync(path, broken);
    const seaside = openFile(clubPath(dataDir, "seaside"));
    seaside.prepare("update club set code = 'hilltop'").run();
    seaside.close();
    expect(await run()).toBe(2);
    expect(saidOf("HILLTOP")).toMatch(/FAILED, .*kept/);
    expect(saidOf("SEASIDE")).toContain("belongs to HILLTOP");
    expect(saidOf("LAKESIDE")).toContain("unchanged");
    const after = readManifest(to);
    expect(after?.clubs.hilltop).toMatchObject({ sha256: before?.clubs.hilltop?.sha256 });
    expect(after?.clubs.hilltop?.failed).toBeDefined();
    expect(existsSync(join(to, before?.clubs.hilltop?.file ?? "none"))).toBe(true);

    const { rmSync } = await import("node:fs");
    rmSync(path);
    expect(await run()).toBe(2);
    expect(saidOf("HILLTOP")).toContain("FAILED, the file is missing");
    writeFileSync(path, whole);
    const mended = openFile(clubPath(dataDir, "seaside"));
    mended.prepare("update club set code = 'seaside'").run();
    mended.close();
    expect(await run()).toBe(0);
    expect(readManifest(to)?.clubs.hilltop?.failed).toBeUndefined();
  });

  test("a backup runs alone in its folder, and removes leftovers of a killed one", async () => {
    await run();
    const release = holdLock(join(to, ".lock"));
    await expect(run()).rejects.toThrow("Another backup is running");
    release?.();
    writeFileSync(join(to, "clubs", ".copying-dead.sqlite"), "half");
    writeFileSync(join(to, "clubs", `lakeside-${"0".repeat(16)}.sqlite`), "whole, but never in a manifest");
    expect(await run()).toBe(0);
    expect(readdirSync(join(to, "clubs")).filter((name) => /copying|0{16}/.test(name))).toEqual([]);
  });

  test("a backup continues while documents come and go, and drops the copies of those that went", async () => {
    const uploads = join(dataDir, "uploads", "lakeside");
    mkdirSync(uploads, { recursive: true });
    const write = (name: string) => writeFileSync(join(uploads, name), `sealed ${name}`);
    for (const name of ["goes", "stays", "in-work.new"]) write(name);
    expect(await run()).toBe(0);
    const copies = () => readdirSync(join(to, "uploads", "lakeside")).sort();
    expect(copies()).toEqual(["goes", "stays"]);
    rmSync(join(uploads, "goes"));
    writeFileSync(join(to, "uploads", "lakeside", ".copying-dead"), "half");
    expect(await run({ club: "riverside" })).toBe(0);
    expect(copies()).toEqual(["goes", "stays"]);
    expect(await run()).toBe(0);
    expect(copies()).toEqual(["stays"]);
    expect(Object.keys(readManifest(to)?.uploads ?? {})).toEqual(["lakeside/stays"]);

    const traffic = spawn(process.execPath, ["-e", COMES_AND_GOES, uploads], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(traffic.stdout, "data");
    try {
      for (let round = 0; round < 10; round += 1) {
        expect(await run({ all: true })).toBe(0);
        expect(readManifest(to)?.uploads["lakeside/stays"]).toBeDefined();
      }
    } finally {
      await end(traffic);
    }
    rmSync(join(dataDir, "uploads"), { recursive: true });
  });

  test("a backup names no document that is not in it, even if one is taken back meanwhile", async () => {
    const uploads = join(dataDir, "uploads", "lakeside");
    mkdirSync(uploads, { recursive: true });
    writeFileSync(join(uploads, "list"), "sealed");
    const control = (sql: string) => {
      const file = openFile(join(dataDir, "control.sqlite"));
      file.pragma("foreign_keys = OFF");
      file.exec(sql);
      file.close();
    };
    control(`insert into verification_documents (id, verification_id, club_code, name, type, bytes, sha256, stored_at)
      values ('list', 'any', 'lakeside', 'list.pdf', 'pdf', 6, '${"0".repeat(64)}', '2026-11-21T15:00:00.000Z')`);
    const takeBack = (line: string) => {
      if (!line.startsWith("control") || !existsSync(join(uploads, "list"))) return;
      rmSync(join(uploads, "list"));
      control("delete from verification_documents");
    };
    expect(await backUp({ dataDir, to }, takeBack)).toBe(0);
    expect(existsSync(join(uploads, "list"))).toBe(false);
    const { documents } = await controlFacts(join(to, readManifest(to)?.control?.file ?? "none"), {
      live: false,
    });
    expect([[...documents], readManifest(to)?.uploads]).toEqual([[], {}]);
  });

  test("a backup keeps the older copy of a document that cannot be copied, reports it, and has a manifest", async () => {
    const uploads = join(dataDir, "uploads", "lakeside");
    mkdirSync(uploads, { recursive: true });
    for (const name of ["document", "other"]) writeFileSync(join(uploads, name), "sealed");
    await run();
    const target = join(to, "uploads", "lakeside", "document");
    writeFileSync(join(uploads, "document"), "sealed, and longer");
    // A rename to a folder with content fails.
    rmSync(target);
    mkdirSync(join(target, "in-the-way"), { recursive: true });
    expect(await run()).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^uploads\/lakeside\/document: FAILED, E/));
    expect(readManifest(to)?.uploads).toMatchObject({
      "lakeside/document": { bytes: 6 },
      "lakeside/other": {},
    });
    rmSync(join(dataDir, "uploads"), { recursive: true });
  });

  test("a backup into a folder that cannot be created ends with an error", async () => {
    to = "/proc/nope/backup";
    await expect(run()).rejects.toThrow("ENOENT");
  });

  test("a backup is sound while another process writes, with every row acknowledged before it began", async () => {
    const path = clubPath(dataDir, "lakeside");
    const writer = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", WRITER, path], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
    });
    let acknowledged = 0;
    writer.stdout.setEncoding("utf8").on("data", (text: string) => {
      acknowledged += text.split("\n").length - 1;
    });
    await once(writer.stdout, "data");
    try {
      for (let round = 0; round < 5; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        const before = acknowledged;
        expect(await run({ club: "lakeside" })).toBe(0);
        const there = kept("lakeside", "select count(*) from outbox where kind = 'stream'")[0] as number;
        expect(there).toBeGreaterThanOrEqual(before);
        expect(kept("lakeside", "pragma integrity_check")).toEqual(["ok"]);
      }
    } finally {
      await end(writer);
    }
    expect(acknowledged).toBeGreaterThan(20);
    expect(lakeside.code).toBe("lakeside");
  });
});

/** Documents that are written, renamed and removed forever. */
const COMES_AND_GOES = `
  const { mkdirSync, renameSync, rmSync, writeFileSync } = require("node:fs");
  const name = (n) => process.argv[1] + "/document-" + n;
  process.stdout.write("begun");
  for (let n = 0; ; n += 1) {
    writeFileSync(name(n) + ".new", "sealed".repeat(1000));
    renameSync(name(n) + ".new", name(n));
    if (n >= 40) rmSync(name(n - 40));
  }
`;

/** Writes rows forever, and prints each once it is on disk. */
const WRITER = `
  const { SqliteFile: Database } = await import("./app/db/sqlite.server.ts");
  import { writeSync } from "node:fs";
  const file = new Database(process.argv[1], { timeout: 5000 });
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = FULL");
  const add = file.prepare("insert into outbox values (hex(randomblob(16)), 'stream', '{}', '2026', 0, null, '2026')");
  const said = (line) => {
    try { return writeSync(1, line) > 0; } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      return false;
    }
  };
  for (;;) {
    add.run();
    // The reader may be behind.
    while (!said("row\\n"));
  }
`;

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
