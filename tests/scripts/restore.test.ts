import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import {
  BUILDING,
  backUp,
  clubPath,
  folder,
  lakesideAndRiverside,
  newId,
  openFile,
  openPlatform,
  readManifest,
  replaceClubFile,
  restoreClub,
  restoreEverything,
  rowsOf,
  writeManifest,
} from "./fixture.ts";

const { world, lakeside, hawks } = await lakesideAndRiverside();
const { dataDir, platform } = world;
const from = folder("backup");
expect(await backUp({ dataDir, to: from }, () => {})).toBe(0);
const path = clubPath(dataDir, "lakeside");
const replaced = join(dataDir, "replaced");
let lines: string[];
const recordEvent = (line: string) => lines.push(line);

beforeEach(() => {
  lines = [];
  rmSync(replaced, { recursive: true, force: true });
});

const restore = (code = "lakeside", backup = from) =>
  restoreClub({ platform, dataDir, mode: "test" }, { from: backup, code }, recordEvent);
const teamNames = () =>
  platform.clubs.use("lakeside", async (db) =>
    (await db.selectFrom("teams").select("name").orderBy("name").execute()).map(({ name }) => name),
  );
const rename = (name: string) =>
  platform.clubs.use("lakeside", (db) =>
    db.updateTable("teams").set({ name }).where("id", "=", hawks).execute(),
  );
/** Lists the files that restores moved aside; each is one whole file. */
function asides(): string[] {
  const names = readdirSync(replaced);
  expect(names.filter((name) => !name.endsWith(".sqlite"))).toEqual([]);
  return names.map((name) => join(replaced, name));
}
/** Copies the backup, to damage it. */
function spoiled(): { backup: string; file: string } {
  const backup = folder("spoiled");
  const manifest = readManifest(from);
  if (!manifest?.clubs.lakeside) throw new Error("There is no backup");
  const file = manifest.clubs.lakeside.file.replace("clubs/", "");
  manifest.clubs.lakeside.file = file;
  writeManifest(backup, manifest);
  copyFileSync(join(from, "clubs", file), join(backup, file));
  return { backup, file: join(backup, file) };
}

describe("restoring one club while the site runs", () => {
  test("restoring one club brings it back as it was, serves it at once, and keeps the replaced file", async () => {
    await rename("Falcons");
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(await restore()).toEqual({ failed: false });
    expect(await teamNames()).toEqual(["Hawks", "Owls"]);
    const [aside] = asides();
    expect(lines[0]).toMatch(/^LAKESIDE: restored as of .*; what it replaced: /);
    expect(rowsOf(aside ?? "")).toMatchObject({
      teams: expect.arrayContaining([expect.objectContaining({ name: "Falcons" })]),
    });
    const row = await world.control
      .selectFrom("standings")
      .select("team_name")
      .where("team_id", "=", hawks)
      .executeTakeFirst();
    expect(row?.team_name).toBe("Hawks");
    const announced = await world.control.selectFrom("clubs_with_outbox").select("club_code").execute();
    expect(announced).toContainEqual({ club_code: "lakeside" });
    expect(readdirSync(join(dataDir, "clubs")).filter((name) => name.startsWith(BUILDING))).toEqual([]);
  });

  test.each([
    ["garbage", () => writeFileSync(path, "this is no database")],
    ["gone", () => rmSync(path)],
  ])(
    "a restored club that was %s works again without a restart, even for users who had it open",
    async (_, spoil) => {
      const cookie = await world.signIn(lakeside.adminAccount, "lakeside");
      expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
      spoil();
      const down = await world.ask("/dashboard", { cookie });
      expect(down.status).toBe(503);
      expect(await restore()).toEqual({ failed: false });
      expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
      expect(await teamNames()).toEqual(["Hawks", "Owls"]);
    },
  );

  test("restoring one club refuses a damaged copy before replacing anything", async () => {
    await rename("Falcons");
    const { backup, file } = spoiled();
    const bytes = readFileSync(file);
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await expect(restore("lakeside", backup)).rejects.toThrow("does not have its hash");
    rmSync(file);
    await expect(restore("lakeside", backup)).rejects.toThrow("ENOENT");
    expect(await teamNames()).toEqual(["Falcons", "Owls"]);
    expect(existsSync(replaced)).toBe(false);
  });

  test("restoring one club refuses another club's copy, and a club that the backup lacks", async () => {
    const manifest = readManifest(from);
    if (!manifest?.clubs.riverside) throw new Error("There is no backup");
    const backup = folder("crossed");
    const file = manifest.clubs.riverside.file.replace("clubs/", "");
    writeManifest(backup, { ...manifest, clubs: { lakeside: { ...manifest.clubs.riverside, file } } });
    copyFileSync(join(from, "clubs", file), join(backup, file));
    await expect(restore("lakeside", backup)).rejects.toThrow("belongs to RIVERSIDE");
    await expect(restore("nobody")).rejects.toThrow("no copy of NOBODY");
    await expect(restore("lakeside", folder("empty"))).rejects.toThrow("no copy of LAKESIDE");
  });

  test("restoring one club refuses a copy of other data, or of another club with the same code", async () => {
    await rename("Falcons");
    const manifest = readManifest(from);
    if (!manifest) throw new Error("There is no backup");
    const demo = folder("demo");
    writeManifest(demo, { ...manifest, mode: "demo" });
    await expect(restore("lakeside", demo)).rejects.toThrow("of demo data");
    const since = (created_at: string) =>
      world.control.updateTable("clubs").set({ created_at }).where("code", "=", "lakeside").execute();
    const [{ created_at }] = rowsOf(path).club as [{ created_at: string }];
    await since("2020-01-01T00:00:00.000Z");
    await expect(restore()).rejects.toThrow("another club with the code LAKESIDE");
    await since(created_at);
    expect(await teamNames()).toEqual(["Falcons", "Owls"]);
    expect(existsSync(replaced)).toBe(false);
  });

  test("restoring one club puts the old file back if the new one cannot be moved", async () => {
    await rename("Falcons");
    const clubs = join(dataDir, "clubs");
    const aside = join(replaced, "lakeside-now.sqlite");
    const fresh = join(clubs, `${BUILDING}swept.sqlite`);
    await expect(replaceClubFile(clubs, { code: "lakeside", fresh, aside })).rejects.toThrow("ENOENT");
    expect(await teamNames()).toEqual(["Falcons", "Owls"]);
    expect(readdirSync(replaced)).toEqual([]);
  });

  test("restoring one club changes nothing while another process keeps the file open", async () => {
    await rename("Falcons");
    const lease = await platform.clubs.lease("lakeside");
    const fresh = join(dataDir, "clubs", `${BUILDING}${newId()}.sqlite`);
    copyFileSync(join(from, readManifest(from)?.clubs.lakeside?.file ?? ""), fresh);
    const aside = join(replaced, "lakeside-now.sqlite");
    await expect(
      replaceClubFile(join(dataDir, "clubs"), { code: "lakeside", fresh, aside, patienceMs: 300 }),
    ).rejects.toThrow("does not close the old file");
    await lease.db.updateTable("teams").set({ name: "Kestrels" }).where("id", "=", hawks).execute();
    lease.release();
    expect(await teamNames()).toEqual(["Kestrels", "Owls"]);
    rmSync(fresh);
  });

  test("restoring one club loses no acknowledged write: each is in the restored file or in the replaced one", async () => {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", VISITOR, dataDir],
      {
        cwd: fileURLToPath(new URL("../..", import.meta.url)),
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await once(child.stdout, "data");
    for (let round = 0; round < 3; round += 1) {
      expect(await restore()).toEqual({ failed: false });
      const before = said.length;
      await expect.poll(() => said.length, { timeout: 5_000 }).toBeGreaterThan(before);
    }
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    const saved = said.split("\n").slice(0, -1);
    const kept = new Set(
      [path, ...asides()].flatMap((file) => (rowsOf(file).outbox as { id: string }[]).map(({ id }) => id)),
    );
    expect(saved.length).toBeGreaterThan(20);
    expect(saved.filter((id) => !kept.has(id))).toEqual([]);
  });

  test("restoring one club reports a club that the control database does not know", async () => {
    await world.control.deleteFrom("standings").where("club_code", "=", "riverside").execute();
    const other = await openPlatform({ dataDir: folder("other"), mode: "test", migrateOnOpen: true });
    const elsewhere = folder("elsewhere");
    const outcome = await restoreClub(
      { platform: other, dataDir: elsewhere, mode: "test" },
      { from, code: "riverside" },
      recordEvent,
    );
    expect(outcome).toEqual({ failed: true });
    expect(lines.at(-1)).toContain("RIVERSIDE: the control database knows no such club");
    expect(rowsOf(clubPath(elsewhere, "riverside")).teams).toHaveLength(1);
    await other.close();
  });
});

/** Another process of the app: writes, prints what was saved, and retries while the club is down. */
const VISITOR = `
  import { ClubFiles } from "#app/db/clubs.server.ts";
  import { newId } from "#app/runtime/ids.server.ts";
      import { join } from "node:path";
  import { writeSync } from "node:fs";
  const clubs = new ClubFiles({ folder: join(process.argv[1], "clubs"), migrateOnOpen: false });
  for (;;) {
    const id = newId();
    const row = { id, kind: "visit", payload: "{}", created_at: "2026", attempts: 0, last_error: null, delivered_at: "2026" };
    const saved = await clubs
      .use("lakeside", (db) => db.insertInto("outbox").values(row).execute())
      .catch((error) => (error.reason === "replacing" ? null : Promise.reject(error)));
    if (saved) writeSync(1, id + "\\n");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
`;

describe("restoring everything", () => {
  const target = () => folder("target");
  const everything = (into: string, backup = from) =>
    restoreEverything({ dataDir: into, mode: "test" }, backup, recordEvent);

  test("restoring everything fills an empty folder, row by row", async () => {
    const into = target();
    expect(await everything(into)).toEqual({ failed: false });
    expect(readdirSync(into).sort()).toEqual(["clubs", "control.sqlite"]);
    const manifest = readManifest(from);
    const { outbox: _, ...club } = rowsOf(clubPath(into, "riverside"));
    const { outbox: __, ...copy } = rowsOf(join(from, manifest?.clubs.riverside?.file ?? ""));
    expect(club).toEqual(copy);
    const { clubs_with_outbox, standings, ...control } = rowsOf(join(into, "control.sqlite"));
    expect(control).toMatchObject({ accounts: [{ name: "Ada Admin" }, { name: "Ada Admin" }] });
    expect([clubs_with_outbox?.length, standings?.length]).toEqual([2, 3]);
  });

  test("restoring everything restores the installation's key, and keeps the existing one if the backup has none", async () => {
    const key = (place: string) => join(place, "installation.key");
    const into = target();
    writeFileSync(key(into), "the one that stands");
    await everything(into);
    expect(readFileSync(key(into), "utf8")).toBe("the one that stands");
    const backup = folder("with-key");
    writeFileSync(key(dataDir), "the key of the data\n");
    await backUp({ dataDir, to: backup }, () => {});
    rmSync(key(dataDir));
    await everything(into, backup);
    expect(readFileSync(key(into), "utf8")).toBe("the key of the data\n");
  });

  test("restoring everything has the books compared anew, and counts the waiting mails", async () => {
    const { insertCheck } = await import("#app/domain/control/billing/ledger.server.ts");
    const at = new Date().toISOString();
    const sums = { movements: 0, stripe_cents: 0, ledger_cents: 0, differences: [] };
    await insertCheck(world.control, { checked_at: at, since: at, ...sums });
    const backup = folder("with-check");
    await backUp({ dataDir, to: backup }, () => {});
    expect(rowsOf(join(backup, readManifest(backup)?.control?.file ?? "")).stripe_checks).toHaveLength(1);
    const into = target();
    await everything(into, backup);
    expect(rowsOf(join(into, "control.sqlite")).stripe_checks).toEqual([]);
    expect(lines.join("\n")).toMatch(/^\d+ mails? waits? to be sent: Postmark is first asked/m);
  });

  test("restoring everything is refused while the site runs on the folder, and in another mode", async () => {
    await expect(everything(dataDir)).rejects.toThrow("The site runs");
    await expect(restoreEverything({ dataDir: target(), mode: "demo" }, from, recordEvent)).rejects.toThrow(
      "refused in demo mode",
    );
    expect(await teamNames()).toHaveLength(2);
  });

  test("restoring everything keeps the replaced files, and replaces nothing if one copy is damaged", async () => {
    const into = target();
    await everything(into);
    const file = openFile(clubPath(into, "lakeside"));
    file.prepare("update club set description = 'since the backup'").run();
    file.close();
    const { backup } = spoiled();
    await expect(everything(into, backup)).rejects.toThrow("nothing was replaced");
    expect(lines).toContainEqual(expect.stringMatching(/^RIVERSIDE: FAILED/));
    expect(rowsOf(clubPath(into, "lakeside")).club).toMatchObject([{ description: "since the backup" }]);
    expect(await everything(into)).toEqual({ failed: false });
    expect(rowsOf(clubPath(into, "lakeside")).club).toMatchObject([{ description: "" }]);
    const aside = join(into, "replaced", readdirSync(join(into, "replaced"))[0] ?? "");
    expect(rowsOf(join(aside, "clubs", "lakeside.sqlite")).club).toMatchObject([
      { description: "since the backup" },
    ]);
  });

  test("restoring everything runs alone, and not if the site was started meanwhile", async () => {
    const into = target();
    await everything(into);
    const start = () => openPlatform({ dataDir: into, mode: "test", migrateOnOpen: true });
    let site: ReturnType<typeof start> | undefined;
    let second: Promise<unknown> | undefined;
    const first = restoreEverything({ dataDir: into, mode: "test" }, from, () => {
      second ??= everything(into).catch((error: Error) => error.message);
      site ??= start();
    });
    await expect(first).rejects.toThrow("The site runs");
    expect(await second).toContain("Another restore");
    await (await site)?.clubs.use("lakeside", (db) =>
      db.updateTable("club").set({ description: "served" }).execute(),
    );
    await (await site)?.close();
    expect(rowsOf(clubPath(into, "lakeside")).club).toMatchObject([{ description: "served" }]);
    expect(readdirSync(into).sort()).toEqual(["clubs", "control.sqlite"]);
    expect(await everything(into)).toEqual({ failed: false });
  });

  test("a restore killed halfway makes the app refuse to start until it is run again", async () => {
    const into = target();
    await everything(into);
    writeFileSync(join(into, "restore-not-finished"), "");
    rmSync(join(into, "clubs"), { recursive: true });
    const start = () => openPlatform({ dataDir: into, mode: "test", migrateOnOpen: true });
    await expect(start()).rejects.toThrow("was interrupted");
    expect(await everything(into)).toEqual({ failed: false });
    await (await start()).close();
    expect(readdirSync(join(into, "clubs"))).toEqual(["lakeside.sqlite", "riverside.sqlite"]);
  });
});
