import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  backUp,
  clubPath,
  folder,
  lakesideAndRiverside,
  openFile,
  openPlatform,
  readManifest,
  restoreClub,
  restoreEverything,
  rowsOf,
  verifyBackup,
  verifyData,
} from "./fixture.ts";

const { world, lakeside } = await lakesideAndRiverside();
const { recordAudit } = await import("#app/domain/club/audit/audit.server.ts");
const control = await import("#app/domain/control/audit/audit.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const backup = folder("backup");
const at = new Date("2026-11-22T12:00:00.000Z");
const actor = { kind: "account", id: lakeside.adminAccount } as const;

const change = (count: number) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    changeClub({ control: world.control, db, club: { code: lakeside.code } }, (tx) =>
      recordAudit(tx, { kind: "settings.changed", actor, detail: { count }, at }),
    ),
  );
const signIn = () =>
  inTransaction(world.control, (tx) => control.recordAudit(tx, { kind: "sign-in.done", actor, at }));

beforeAll(async () => {
  for (const count of [1, 2, 3, 4, 5]) {
    await change(count);
    await signIn();
  }
  expect(await backUp({ dataDir: world.dataDir, to: backup }, () => {})).toBe(0);
});

/** Makes a data folder of the backup's copies, with its note, to damage. */
function asData(): string {
  const data = folder("whole");
  const manifest = readManifest(backup);
  cpSync(join(backup, manifest?.control?.file ?? ""), join(data, "control.sqlite"));
  cpSync(join(world.dataDir, "last-backup.json"), join(data, "last-backup.json"));
  for (const [code, { file }] of Object.entries(manifest?.clubs ?? {}))
    cpSync(join(backup, file), clubPath(data, code));
  return data;
}

/** Changes a file as a person with access to it would: without the triggers. */
function spoil(path: string, sql: string): void {
  const file = openFile(path);
  for (const name of ["audit_follows", "audit_stays", "audit_kept"]) file.exec(`drop trigger ${name}`);
  file.exec(sql);
  file.close();
}

async function findings(data: string): Promise<string> {
  const lines: string[] = [];
  await verifyData(data, {}, (line) => lines.push(line));
  return lines.join("\n");
}

const swap = `update audit set seq = -3 where seq = 3; update audit set seq = 3 where seq = 2;
  update audit set seq = 2 where seq = -3`;

describe.each([
  ["LAKESIDE", (data: string) => clubPath(data, lakeside.code)],
  ["control", (data: string) => join(data, "control.sqlite")],
])("npm run verify names what breaks the audit log of %s", (name, pathIn) => {
  test.each([
    [
      "a changed byte",
      "update audit set at = replace(at, '2026', '2025') where seq = 3",
      "row 3 was changed",
    ],
    ["a removed row", "delete from audit where seq = 3", "before row 4 rows are missing"],
    ["a cut tail", "delete from audit where seq > 3", "rows 4 to 5 are gone"],
    ["two swapped rows", swap, "row 2 was changed"],
  ])("verify names %s", async (_, sql, words) => {
    const data = asData();
    expect(await findings(data)).not.toContain("audit");
    spoil(pathIn(data), sql);
    expect(await findings(data)).toContain(`${name}: audit: ${words}`);
  });
});

describe("a backup", () => {
  test("a backup carries both heads, and its copies are checked against them", async () => {
    const manifest = readManifest(backup);
    expect(manifest?.control?.audit?.seq).toBe(5);
    expect(manifest?.clubs[lakeside.code]?.audit?.seq).toBe(5);
    expect((await verifyBackup(backup, {}, () => {})).broken).toBe(0);
  });

  test("a backup restored for one club leaves a whole log, and the club reads what it lacks", async () => {
    await change(6);
    await change(7);
    const lines: string[] = [];
    const about = { platform: world.platform, dataDir: world.dataDir, mode: "test" as const };
    await restoreClub(about, { from: backup, code: lakeside.code }, (line) => lines.push(line));
    expect(lines.join("\n")).toContain("2 rows of the audit log came after this backup");
    await change(8);
    expect(await findings(world.dataDir)).not.toContain("audit");
    const noted = await world.control
      .selectFrom("audit")
      .select(["club_code", "detail"])
      .where("kind", "=", "club.restored")
      .execute();
    expect(noted).toEqual([{ club_code: lakeside.code, detail: '{"kept":5,"lost":2}' }]);
  });

  test("a backup restored as a whole leaves whole logs that say what they lack", async () => {
    const to = folder("elsewhere");
    cpSync(join(world.dataDir, "last-backup.json"), join(to, "last-backup.json"));
    await signIn();
    await backUp({ dataDir: world.dataDir, to: folder("later") }, () => {});
    cpSync(join(world.dataDir, "last-backup.json"), join(to, "last-backup.json"));
    const lines: string[] = [];
    await restoreEverything({ dataDir: to, mode: "test" }, backup, (line) => lines.push(line));
    expect(lines.join("\n")).toMatch(/control: \d rows of the audit log came after this backup/);
    expect(await findings(to)).toMatch(/left 5 rows of the audit log; \d later rows had been written/);
    expect(await findings(to)).toContain("nothing is broken");
  });

  test("a backup restored as a whole compares with the control database that it replaces, not with its own note", async () => {
    const to = folder("replaced");
    const restore = async () => {
      const lines: string[] = [];
      await restoreEverything({ dataDir: to, mode: "test" }, backup, (line) => lines.push(line));
      return lines.join("\n");
    };
    const work = async () => {
      const site = await openPlatform({ dataDir: to, mode: "test", migrateOnOpen: true });
      await inTransaction(site.control, (tx) => control.recordAudit(tx, { kind: "sign-in.done", actor, at }));
      await site.close();
    };
    expect(await restore()).not.toContain("audit log");
    await work();
    expect(await restore()).toContain(
      "control: 1 row of the audit log came after this backup and is not in it",
    );
    expect(await findings(to)).toMatch(
      /control: a restore at \S+ left 5 rows of the audit log; 1 later row had/,
    );
    const noted = () =>
      rowsOf(join(to, "control.sqlite")).audit?.filter(
        (row) => (row as { kind: string }).kind === "staff.data-restored",
      );
    expect(noted()).toMatchObject([{ seq: 6, detail: '{"kept":5,"lost":1}' }]);
    // Killed after the old files were moved aside: the second run still knows them.
    await work();
    const aside = join(to, "replaced", "killed");
    mkdirSync(aside);
    renameSync(join(to, "control.sqlite"), join(aside, "control.sqlite"));
    writeFileSync(join(to, "restore-not-finished"), `What stood here before: ${aside}\n`);
    expect(await restore()).toContain("control: 2 rows of the audit log came after this backup");
    expect(noted()).toMatchObject([{ detail: '{"kept":5,"lost":2}' }]);
  });
});

describe("the head of a club's audit log in the control database", () => {
  const headOf = () =>
    world.control
      .selectFrom("audit_heads")
      .select(["seq", "hash"])
      .where("club_code", "=", lakeside.code)
      .executeTakeFirstOrThrow();

  test("the head of a club's audit log never moves back on its own", async () => {
    const before = await headOf();
    const older = {
      clubCode: lakeside.code,
      seq: before.seq - 1,
      hash: "an older row's",
      at: at.toISOString(),
    };
    await control.carryAuditHead(world.control, older);
    await control.carryAuditHead(world.control, { ...older, seq: before.seq });
    expect(await headOf()).toEqual(before);
  });

  test("a head that a restore gave up is reported from the first lost row", async () => {
    const { seq } = await headOf();
    const head = { seq: seq - 1, hash: "the row before", at: at.toISOString() };
    expect(await control.restoreAuditHead(world.control, lakeside.code, { head, at })).toBe(1);
    const [noted] = await world.control
      .selectFrom("audit")
      .select(["kind", "detail"])
      .where("club_code", "=", lakeside.code)
      .orderBy("seq", "desc")
      .limit(1)
      .execute();
    expect(noted).toEqual({ kind: "club.restored", detail: JSON.stringify({ kept: seq - 1, lost: 1 }) });
    expect((await headOf()).seq).toBe(seq - 1);
  });
});
