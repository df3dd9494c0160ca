import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  backUp,
  clubPath,
  folder,
  lakesideAndRiverside,
  openFile,
  openReadOnly,
  readManifest,
  restoreClub,
  restoreEverything,
  verifyBackup,
} from "./fixture.ts";

const { copyTarget } = await import("#app/config/copy-target.ts");
const { readCopyState } = await import("#app/db/copy-state.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { recordAudit } = await import("#app/domain/club/audit/audit.server.ts");
const { controlFacts } = await import("../../scripts/backup/control-facts.ts");
const { FolderStore } = await import("../../scripts/copy/folder.ts");
const { Copier } = await import("../../scripts/copy/round.ts");
const { parseEnv } = await import("#app/config/env.server.ts");
const { copyDue, holdCopyLock, stopCopying } = await import("../../scripts/copy/in-jobs.ts");
const { openPlatform, newId } = await import("./fixture.ts");
const { world, hawks } = await lakesideAndRiverside();
const { dataDir } = world;
let to: string;
let copier: InstanceType<typeof Copier>;

/** Creates a copier as a jobs process that has just started. */
const started = (from = dataDir, place = to) => new Copier(from, { kind: "folder", path: place });

beforeEach(() => {
  // The last test's target is another one.
  rmSync(join(dataDir, "continuous-copy.json"), { force: true });
  to = folder("copy");
  copier = started();
});

const look = () => copier.round(false);
const copies = (code: string) => readdirSync(join(to, "clubs")).filter((name) => name.startsWith(`${code}-`));
const rename = (name: string) =>
  world.platform.clubs.use("lakeside", (db) =>
    db.updateTable("teams").set({ name }).where("id", "=", hawks).execute(),
  );
/** Returns the name of the team in a copy. */
function nameIn(file = readManifest(to)?.clubs.lakeside?.file ?? "none"): unknown {
  const copy = openReadOnly(join(to, file));
  try {
    return copy.prepare("select name from teams where id = ?").pluck().get(hawks);
  } finally {
    copy.close();
  }
}
const sound = async () => (await verifyBackup(to, {}, () => {})).broken === 0;

// product/operations.md#continuous-copy
describe("a continuous copy", () => {
  test("a continuous copy is a backup: sound, whole, and restored by the same command", async () => {
    const first = await look();
    expect(first).toMatchObject({ copied: 3, clubs: 2, failed: [] });
    expect(await sound()).toBe(true);
    await rename("Falcons");
    expect(await look()).toMatchObject({ copied: 1 });
    expect(nameIn()).toBe("Falcons");
    expect(readManifest(to)?.mode).toBe("test");
    const state = readCopyState(dataDir);
    expect(state).toMatchObject({ to, problem: null, failed: [] });
    expect(state?.asOf && state.asOf > first.asOf).toBe(true);
  });

  test("a continuous copy writes only its mark when nothing has changed, even after a restart", async () => {
    await look();
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    await look();
    const written = statSync(join(to, "manifest.json")).mtimeMs;
    copier = started();
    expect(await look()).toMatchObject({ copied: 0 });
    expect(statSync(join(to, "manifest.json")).mtimeMs).toBe(written);
  });

  test("a continuous copy keeps a former copy, from which a club is restored", async () => {
    await rename("Hawks");
    await look();
    await rename("Emptied");
    await look();
    const [former] = readManifest(to)?.former?.lakeside ?? [];
    expect(nameIn(former?.file)).toBe("Hawks");
    expect(nameIn()).toBe("Emptied");
    expect(former?.rows).toEqual({});
    // Only a few former copies of many changes stay.
    for (const name of ["One", "Two", "Three"]) {
      await rename(name);
      await look();
    }
    expect(readManifest(to)?.former?.lakeside).toHaveLength(1);
    // Outdated copies leave after a while; a restart knows that no manifest names them.
    expect(copies("lakeside").length).toBeGreaterThan(2);
    copier = started();
    await look();
    expect(copies("lakeside")).toHaveLength(2);
    expect(await sound()).toBe(true);
  });

  test("a continuous copy never replaces a sound copy with a damaged file, and names it", async () => {
    await look();
    const before = readManifest(to)?.clubs.riverside;
    await world.platform.clubs.close();
    const path = clubPath(dataDir, "riverside");
    const whole = readFileSync(path);
    try {
      const broken = Buffer.from(whole);
      broken.fill(7, 4096, 8192);
      writeFileSync(path, broken);
      const { failed } = await look();
      expect(failed).toEqual([{ name: "riverside", problem: expect.any(String) }]);
      expect(readManifest(to)?.clubs.riverside).toMatchObject({ file: before?.file, sha256: before?.sha256 });
      expect(readCopyState(dataDir)?.failed.map(({ name }) => name)).toEqual(["riverside"]);
      // A file that is gone as well: its copy stays.
      rmSync(path);
      expect((await look()).failed).toEqual([{ name: "riverside", problem: "the file is missing" }]);
      expect(readManifest(to)?.clubs.riverside?.file).toBe(before?.file);
    } finally {
      writeFileSync(path, whole);
    }
    expect((await look()).failed).toEqual([]);
    expect(await sound()).toBe(true);
  });

  test("a continuous copy refuses a folder whose disk is not mounted, and deletes nothing there", async () => {
    await look();
    const disk = `${to}-unmounted`;
    renameSync(to, disk);
    await expect(look()).rejects.toThrow("is the disk mounted?");
    mkdirSync(to);
    const asOf = readCopyState(dataDir)?.asOf;
    for (const process of [copier, started()]) {
      await expect(process.round(false)).rejects.toThrow("is the disk mounted?");
      expect(readdirSync(to)).toEqual([]);
    }
    expect(readCopyState(dataDir)).toMatchObject({ asOf, problem: expect.stringContaining("mounted") });
    rmSync(to, { recursive: true });
    renameSync(disk, to);
    expect(await look()).toMatchObject({ failed: [] });
    expect(readCopyState(dataDir)?.problem).toBeNull();
  });

  test("a continuous copy refuses another data folder's target until it is taken over", async () => {
    await look();
    const other = folder("other");
    await (await openPlatform({ dataDir: other, mode: "test", migrateOnOpen: true })).close();
    const second = started(other);
    await expect(second.round(false)).rejects.toThrow("the copy of another data folder");
    expect(await sound()).toBe(true);
    await second.round(true);
    await expect(look()).rejects.toThrow("the copy of another data folder");
    // Clubs that it lacks keep their last copy.
    expect(Object.keys(readManifest(to)?.clubs ?? {})).toEqual(["lakeside", "riverside"]);
  });

  test("a continuous copy refuses a folder that is in use, and detects a cloned machine that writes there as well", async () => {
    writeFileSync(join(to, "holiday.jpg"), "a picture");
    await expect(look()).rejects.toThrow("is not empty");
    rmSync(join(to, "holiday.jpg"));
    await look();
    // The clone of a machine has its data folder's id.
    await started().round(false);
    await expect(look()).rejects.toThrow("another process");
  });

  test("a continuous copy is made by one process of a data folder at a time", () => {
    const release = holdCopyLock(dataDir);
    expect(holdCopyLock(dataDir)).toBeNull();
    release?.();
    const again = holdCopyLock(dataDir);
    expect(again).not.toBeNull();
    again?.();
  });

  test("a continuous copy is made by the jobs process that holds the lock, in a thread", async () => {
    const settings = parseEnv({ APP_MODE: "test", PORT: "0", DATA_DIR: dataDir, COPY_TO: to });
    const { signal } = new AbortController();
    const other = holdCopyLock(dataDir);
    await copyDue(settings, signal);
    expect(readdirSync(to)).toEqual([]);
    other?.();
    await copyDue(settings, signal);
    expect(await sound()).toBe(true);
    expect(holdCopyLock(dataDir)).toBeNull();
    await stopCopying();
    await copyDue(parseEnv({ APP_MODE: "test", PORT: "0", DATA_DIR: dataDir }), signal);
    const again = holdCopyLock(dataDir);
    expect(again).not.toBeNull();
    again?.();
  });

  test("a continuous copy takes new clubs, documents and the key, and keeps a document that was lost, not deleted", async () => {
    await look();
    await world.club("Hilltop", { code: "hilltop" });
    const path = join(dataDir, "uploads", "hilltop");
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "kept"), "sealed");
    writeFileSync(join(path, "gone"), "sealed");
    writeFileSync(join(dataDir, "installation.key"), "k".repeat(43));
    await look();
    expect(Object.keys(readManifest(to)?.clubs ?? {})).toContain("hilltop");
    expect(readFileSync(join(to, "uploads", "hilltop", "kept"), "utf8")).toBe("sealed");
    expect(readFileSync(join(to, "installation.key"), "utf8")).toBe("k".repeat(43));
    await documentRow("kept");
    rmSync(path, { recursive: true });
    expect((await look()).failed).toEqual([{ name: "uploads/hilltop/kept", problem: "the file is missing" }]);
    expect(existsSync(join(to, "uploads", "hilltop", "gone"))).toBe(false);
    expect(existsSync(join(to, "uploads", "hilltop", "kept"))).toBe(true);
    await world.control.deleteFrom("verification_documents").where("id", "=", "kept").execute();
    expect((await look()).failed).toEqual([]);
    expect(existsSync(join(to, "uploads", "hilltop", "kept"))).toBe(false);
  });

  test("a continuous copy has each document that its control database names, even if some are taken back meanwhile", async () => {
    const { control } = world.platform;
    const uploads = join(dataDir, "uploads", "hilltop");
    mkdirSync(uploads, { recursive: true });
    const store = async (id: string) => {
      writeFileSync(join(uploads, id), "sealed");
      await documentRow(id);
    };
    const takeBack = async (id: string) => {
      rmSync(join(uploads, id));
      await control.deleteFrom("verification_documents").where("id", "=", id).execute();
    };
    await store("known");
    await look();
    await store("new");
    const kept = vi.spyOn(FolderStore.prototype, "keep").mockImplementationOnce(async () => {
      await takeBack("known");
      await takeBack("new");
    });
    expect((await look()).failed).toEqual([]);
    const named = async () => {
      const file = readManifest(to)?.control?.file ?? "none";
      return [...(await controlFacts(join(to, file), { live: false })).documents].sort();
    };
    const there = () => readdirSync(join(to, "uploads", "hilltop")).map((id) => `hilltop/${id}`);
    expect(there()).toEqual(expect.arrayContaining(await named()));
    expect(kept).toHaveBeenCalled();
    await look();
    expect([await named(), there()]).toEqual([[], []]);
  });

  test("a continuous copy continues beside a backup, which refuses the copy's own folder", async () => {
    await look();
    const backup = folder("backup");
    const [failed] = await Promise.all([backUp({ dataDir, to: backup }, () => {}), look()]);
    expect(failed).toBe(0);
    expect(await sound()).toBe(true);
    await expect(backUp({ dataDir, to }, () => {})).rejects.toThrow("copies continuously");
  });

  test("a continuous copy copies a club's file that was swapped for an older one", async () => {
    await rename("Before");
    await look();
    const backup = folder("backup");
    await backUp({ dataDir, to: backup }, () => {});
    await rename("After");
    await look();
    const at = { platform: world.platform, dataDir, mode: "test" as const };
    const [swapped] = await Promise.all([
      restoreClub(at, { from: backup, code: "lakeside" }, () => {}),
      look(),
    ]);
    expect(swapped.failed).toBe(false);
    await look();
    expect(nameIn()).toBe("Before");
    expect(readManifest(to)?.former?.lakeside?.map(({ file }) => nameIn(file))).toContain("Before");
  });
});

describe("a second machine", () => {
  test("a second machine takes over from the copy by one command, and copies on into it", async () => {
    await rename("Acknowledged");
    await look();
    const second = folder("second");
    const lines: string[] = [];
    const at = { dataDir: second, mode: "test" as const };
    const place = { kind: "folder" as const, path: to };
    expect(await restoreEverything(at, to, (line) => lines.push(line), { takeOver: place })).toEqual({
      failed: false,
    });
    expect(lines.join("\n")).toContain(`holds everything that was saved by ${readCopyState(dataDir)?.asOf}`);
    // If the first one returns, it writes nothing there any more.
    await expect(look()).rejects.toThrow("the copy of another data folder");
    const file = openFile(clubPath(second, "lakeside"));
    expect(file.prepare("select name from teams where id = ?").pluck().get(hawks)).toBe("Acknowledged");
    file.close();
    expect(await started(second).round(false)).toMatchObject({ failed: [] });
    expect(await sound()).toBe(true);
  });

  test("a second machine takes over nothing but a continuous copy", async () => {
    const backup = folder("backup");
    await backUp({ dataDir, to: backup }, () => {});
    const at = { dataDir: folder("second"), mode: "test" as const };
    await expect(
      restoreEverything(at, backup, () => {}, { takeOver: { kind: "folder", path: backup } }),
    ).rejects.toThrow("no continuous copy");
  });

  test("a second machine restores one club as of a given time", async () => {
    await rename("Right");
    await look();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const before = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await rename("Wrong");
    await look();
    const at = { platform: world.platform, dataDir, mode: "test" as const };
    await expect(
      restoreClub(at, { from: to, code: "lakeside", before: "2020-01-01T00:00:00.000Z" }, () => {}),
    ).rejects.toThrow("those there are of");
    await restoreClub(at, { from: to, code: "lakeside", before }, () => {});
    expect(
      await world.platform.clubs.use("lakeside", (db) =>
        db.selectFrom("teams").select("name").where("id", "=", hawks).executeTakeFirst(),
      ),
    ).toEqual({ name: "Right" });
  });
});

describe("what was erased", () => {
  test("erased data leaves the former copies of its file at once", async () => {
    await rename("Anna Example");
    await look();
    await rename("Erased");
    await look();
    expect(copies("lakeside").length).toBeGreaterThan(1);
    await world.platform.clubs.use("lakeside", (db) =>
      inTransaction(db, (tx) => recordAudit(tx, { kind: "records.person-erased", subject: "agreement" })),
    );
    await look();
    expect(copies("lakeside")).toHaveLength(1);
    expect(readManifest(to)?.former?.lakeside).toBeUndefined();
    for (const name of copies("lakeside"))
      expect(readFileSync(join(to, "clubs", name)).includes("Anna Example")).toBe(false);
    expect(await sound()).toBe(true);
  });

  test("an erased club's copies are removed, and those of a club whose file is merely gone stay", async () => {
    const code = `gone${newId()
      .slice(0, 6)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, "x")}`;
    await world.club("Gone", { code });
    await look();
    await world.platform.clubs.close();
    const file = openFile(clubPath(dataDir, code));
    file.close();
    for (const part of ["", "-wal", "-shm"]) rmSync(clubPath(dataDir, code) + part, { force: true });
    await look();
    expect(copies(code)).toHaveLength(1);
    await world.control
      .insertInto("erased_clubs")
      .values({ code, erased_at: new Date().toISOString() })
      .execute();
    await world.control.deleteFrom("audit_heads").where("club_code", "=", code).execute();
    await look();
    expect(copies(code)).toEqual([]);
    expect(readManifest(to)?.clubs[code]).toBeUndefined();
  });
});

describe("COPY_TO", () => {
  test("COPY_TO must be a folder apart from the data", () => {
    expect(copyTarget({ COPY_TO: "/mnt/second", DATA_DIR: "/srv/data" })).toEqual({
      kind: "folder",
      path: "/mnt/second",
    });
    for (const COPY_TO of ["/srv/data", "/srv/data/copy", "/srv"])
      expect(() => copyTarget({ COPY_TO, DATA_DIR: "/srv/data" })).toThrow("apart from the data");
    expect(copyTarget({})).toBeNull();
  });
});

/** Adds the document to the control database. */
async function documentRow(id: string): Promise<void> {
  const at = new Date().toISOString();
  const file = openFile(join(dataDir, "control.sqlite"));
  file.pragma("foreign_keys = OFF");
  file
    .prepare(
      `insert into verification_documents (id, verification_id, club_code, name, type, bytes, sha256, stored_at)
       values (?, ?, 'hilltop', 'list.pdf', 'pdf', 6, ?, ?)`,
    )
    .run(id, newId(), "0".repeat(64), at);
  file.close();
}
