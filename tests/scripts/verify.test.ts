import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runs } from "#tests/support/runs.ts";
import {
  backUp,
  clubPath,
  folder,
  lakesideAndRiverside,
  openFile,
  openPlatform,
  readManifest,
  verifyBackup,
  verifyData,
  writeManifest,
} from "./fixture.ts";

const { world, lakeside, hawks } = await lakesideAndRiverside();
const { storeDocument } = await import("#app/files/stored-documents.server.ts");
await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
const backup = folder("backup");
let whole: string;
let lines: string[];
const recordEvent = (line: string) => lines.push(line);

/** A closed copy of the data folder to damage. */
beforeAll(async () => {
  whole = folder("whole");
  expect(await backUp({ dataDir: world.dataDir, to: backup }, () => {})).toBe(0);
  mkdirSync(join(whole, "clubs"));
  const manifest = readManifest(backup);
  cpSync(join(backup, manifest?.control?.file ?? ""), join(whole, "control.sqlite"));
  for (const [code, { file }] of Object.entries(manifest?.clubs ?? {})) {
    cpSync(join(backup, file), clubPath(whole, code));
  }
});
beforeEach(() => {
  lines = [];
});

function spoiled(from: string): string {
  const copy = folder("spoiled");
  cpSync(from, copy, { recursive: true });
  return copy;
}
async function verify(dataDir: string, options = {}): Promise<string[]> {
  lines = [];
  const verdict = await verifyData(dataDir, options, recordEvent);
  expect(verdict.broken).toBe(lines.length - 1);
  return lines.slice(0, -1);
}
const CLUB_COLUMNS = `code, name, slug, contact_name, email, phone, state, city, timezone, status, plan, player_cap,
  estimated_players, verification_due_at, term_starts_at, term_ends_at, created_at`;

function change(path: string, sql: string): void {
  const file = openFile(path);
  file.pragma("foreign_keys = OFF");
  file.exec(sql);
  file.close();
}

describe("the documents of a data folder", () => {
  const sealed = "Roster: 640 players";
  let data: string;
  const at = (id: string) => join(data, "uploads", "lakeside", id);

  /** Three documents of Lakeside with their rows. */
  beforeEach(async () => {
    data = spoiled(whole);
    const from = join(folder("documents"), "roster.pdf");
    writeFileSync(from, sealed);
    mkdirSync(join(data, "uploads", "lakeside"), { recursive: true });
    const control = join(data, "control.sqlite");
    change(
      control,
      "insert into verifications (id, number, club_code, status, created_at) values ('v', 1, 'lakeside', 'pending', '2026')",
    );
    for (const id of ["a", "b", "c"]) {
      const sha256 = await storeDocument("lakeside", id, from);
      renameSync(join(world.dataDir, "uploads", "lakeside", id), at(id));
      change(
        control,
        `insert into verification_documents values
          ('${id}', 'v', 'lakeside', 'roster.pdf', 'pdf', ${sealed.length}, '${sha256}', '2026')`,
      );
    }
    cpSync(join(world.dataDir, "installation.key"), join(data, "installation.key"));
  });

  test("the documents of a data folder are whole, or named with their problem", async () => {
    expect(await verify(data)).toEqual([]);
    rmSync(at("a"));
    writeFileSync(at("b"), readFileSync(at("b")).subarray(0, 5));
    const changed = readFileSync(at("c"));
    changed[20] = (changed[20] ?? 0) ^ 1;
    writeFileSync(at("c"), changed);
    const shortened = `uploads/lakeside/b: the file has 5 bytes, not ${sealed.length + 28}`;
    expect(await verify(data)).toEqual([
      "uploads/lakeside/a: the file is missing",
      shortened,
      "uploads/lakeside/c: the file was changed after it was stored",
    ]);
    expect(await verify(data, { quick: true })).toEqual([
      "uploads/lakeside/a: the file is missing",
      shortened,
    ]);
    expect(await verify(data, { club: "riverside" })).toEqual([]);
  });

  test("a file that belongs to no document is reported once it is a day old", async () => {
    for (const name of ["lost", "lost.new"]) writeFileSync(at(name), "sealed");
    expect(await verify(data)).toEqual([]);
    const yesterday = Date.now() / 1000 - 90_000;
    for (const name of ["lost", "lost.new", "a"]) utimesSync(at(name), yesterday, yesterday);
    expect(await verify(data)).toEqual([
      "uploads/lakeside/lost.new: no document's file",
      "uploads/lakeside/lost: no document's file",
    ]);
  });
});

describe("verifying a data folder", () => {
  test("verifying finds a sound folder sound, whether the app has it open or not", async () => {
    expect(await verify(world.dataDir)).toEqual([]);
    expect(await verify(whole)).toEqual([]);
    expect(lines.at(-1)).toBe(`3 files looked at in ${whole}: nothing is broken`);
    expect(await verify(whole, { club: "riverside", quick: true })).toEqual([]);
  });

  test("verifying names every file that is broken, another club's, of another release or missing", async () => {
    const data = spoiled(whole);
    for (const code of ["seaside", "hilltop", "valley", "newer", "older"]) {
      change(
        join(data, "control.sqlite"),
        `insert into clubs (${CLUB_COLUMNS}) select '${code}', name, '${code}', contact_name, email, phone, state, city, timezone,
           status, plan, player_cap, estimated_players, verification_due_at, term_starts_at, term_ends_at, created_at
         from clubs where code = 'riverside';
         insert into memberships (account_id, club_code, role, created_at)
           select account_id, '${code}', role, created_at from memberships where club_code = 'riverside'`,
      );
      cpSync(clubPath(whole, "riverside"), clubPath(data, code));
      change(clubPath(data, code), `update club set code = '${code}'`);
    }
    rmSync(clubPath(data, "seaside"));
    writeFileSync(clubPath(data, "hilltop"), "this is no database");
    change(clubPath(data, "valley"), "update club set code = 'riverside'");
    change(
      clubPath(data, "newer"),
      "insert into kysely_migration select '999-next', timestamp from kysely_migration limit 1",
    );
    change(clubPath(data, "older"), "delete from kysely_migration where name <> '001-start'");
    change(
      clubPath(data, "lakeside"),
      "update games set team_id = 'nobody'; update staff set account_id = 'stranger'",
    );
    cpSync(clubPath(whole, "riverside"), clubPath(data, "stray"));
    change(clubPath(data, "stray"), "update club set code = 'stray'");
    expect(await verify(data)).toEqual([
      expect.stringMatching(/^HILLTOP: .*not a database/),
      expect.stringMatching(/^LAKESIDE: 1 row has a dangling reference \(games -> teams\)$/),
      "NEWER: it is newer than the program: 999-next",
      expect.stringMatching(/^OLDER: its header says that it is migrated, and it lacks 0/),
      "SEASIDE: the control database knows it, and it has no file",
      "STRAY: the control database knows no such club: nobody can sign in to it",
      "VALLEY: the file says that it belongs to RIVERSIDE",
    ]);
    expect(lines.at(-1)).toMatch(/^8 files looked at in .*: 7 broken$/);
    expect(await verify(data, { club: "seaside" })).toHaveLength(1);
  });

  test("verifying compares with the control database: people, administrators, unfinished clubs, leftovers", async () => {
    const data = spoiled(whole);
    const control = join(data, "control.sqlite");
    change(
      control,
      "delete from memberships where role = 'staff'; delete from memberships where club_code = 'riverside'",
    );
    change(
      control,
      `insert into clubs (${CLUB_COLUMNS}) select 'paid', name, 'paid', contact_name, email, phone, state, city, timezone,
         'creating', plan, player_cap, estimated_players, verification_due_at, term_starts_at, term_ends_at,
         '2026-01-01T00:00:00.000Z' from clubs where code = 'riverside'`,
    );
    writeFileSync(join(data, "restore-not-finished"), "");
    writeFileSync(join(data, "clubs", "gone.sqlite-wal"), "changes");
    mkdirSync(join(data, "uploads", "nobodys"), { recursive: true });
    mkdirSync(join(data, "uploads", "lakeside"), { recursive: true });
    expect(await verify(data)).toEqual([
      "LAKESIDE: 1 of 1 people with a place in its teams is no member for the control database",
      "PAID: it was paid at 2026-01-01T00:00:00.000Z and is not ready yet",
      "RIVERSIDE: it has no administrator's account",
      "A restore of everything was interrupted: run it again (npm run restore -- --from DIR)",
      "clubs/gone.sqlite-wal: the changes of a file that is not there",
      "uploads/nobodys: the control database knows no such club",
    ]);
  });

  test("verifying checks the clubs even if the control database is broken or missing", async () => {
    const data = spoiled(whole);
    writeFileSync(join(data, "control.sqlite"), "this is no database");
    writeFileSync(clubPath(data, "riverside"), "nor is this");
    expect(await verify(data)).toEqual([
      expect.stringMatching(/^control: .*not a database/),
      expect.stringMatching(/^RIVERSIDE: .*not a database/),
    ]);
    rmSync(join(data, "control.sqlite"));
    expect(await verify(data, { club: "lakeside" })).toEqual(["control: the file is missing"]);
  });

  test("verifying checks twice before calling a file broken, because it may be being replaced", async () => {
    const data = spoiled(whole);
    const path = clubPath(data, "riverside");
    renameSync(path, `${path}.away`);
    setTimeout(() => renameSync(`${path}.away`, path), 200);
    expect(await verify(data)).toEqual([]);
    expect(lines.at(-1)).toContain("nothing is broken");
  });

  test("verifying finds a corrupt page and every row that an index lacks", async () => {
    const data = spoiled(whole);
    const path = clubPath(data, "lakeside");
    const bytes = readFileSync(path);
    const at = bytes.indexOf("Hawks");
    // The type byte of the page that holds the row.
    const page = Math.floor(at / 4096) * 4096;
    bytes[page] = (bytes[page] ?? 0) ^ 0x08;
    writeFileSync(path, bytes);
    expect(await verify(data, { quick: true })).toEqual([expect.stringMatching(/^LAKESIDE: /)]);

    const other = readFileSync(clubPath(whole, "lakeside"));
    other.write("hawkz", other.lastIndexOf("hawks"));
    writeFileSync(path, other);
    expect(await verify(data, { quick: true })).toEqual([]);
    expect(await verify(data)).toEqual([
      expect.stringMatching(/^LAKESIDE: row \d+ missing from index teams/),
    ]);
  });
});

describe("verifying a backup", () => {
  const look = async (at: string, options = {}) => {
    lines = [];
    const verdict = await verifyBackup(at, options, recordEvent);
    expect(verdict.broken).toBe(lines.length - 1);
    return lines.slice(0, -1);
  };

  test("verifying a backup finds a sound one sound, and changes nothing in it", async () => {
    const before = readFileSync(join(backup, "manifest.json"));
    expect(await look(backup)).toEqual([]);
    expect(lines).toEqual([`3 files looked at in ${backup}: nothing is broken`]);
    expect(readFileSync(join(backup, "manifest.json"))).toEqual(before);
  });

  test("verifying a backup finds any flipped bit", async () => {
    const copy = spoiled(backup);
    const manifest = readManifest(copy);
    const path = join(copy, manifest?.clubs.lakeside?.file ?? "");
    const bytes = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        writeFileSync(path, flipped);
        expect(await look(copy, { club: "lakeside" })).toEqual([
          "LAKESIDE: it does not have the hash of the manifest",
        ]);
      }),
      { numRuns: runs(10, 30) },
    );
  });

  test("verifying a backup names copies that are missing, truncated, unlike the manifest, or too old", async () => {
    const copy = spoiled(backup);
    const manifest = readManifest(copy);
    if (!manifest?.clubs.lakeside || !manifest.clubs.riverside) throw new Error("There is no backup");
    manifest.clubs.lakeside.rows.games = 7;
    manifest.clubs.riverside.failed = "disk I/O error";
    const upload = join(copy, "uploads", "lakeside", "logo.png");
    mkdirSync(join(copy, "uploads", "lakeside"), { recursive: true });
    writeFileSync(upload, "changed");
    manifest.uploads = {
      "lakeside/logo.png": { bytes: 7, sha256: "0" },
      "lakeside/gone.png": { bytes: 7, sha256: "0" },
    };
    writeManifest(copy, manifest);
    expect(await look(copy)).toEqual([
      "LAKESIDE: games has 1 rows, the manifest says 7",
      `RIVERSIDE: the copy is of ${manifest.clubs.riverside.takenAt}, a newer one failed: disk I/O error`,
      "uploads/lakeside/gone.png: the file is missing",
      "uploads/lakeside/logo.png: it does not have the hash of the manifest",
    ]);
    const { lakeside: _, ...others } = manifest.clubs;
    writeManifest(copy, { ...manifest, uploads: {}, clubs: others });
    writeFileSync(join(copy, others.riverside?.file ?? ""), "cut");
    expect(await look(copy)).toEqual([
      "LAKESIDE: the backup has no copy of it",
      expect.stringMatching(/^RIVERSIDE: it has 3 bytes, the manifest says \d+; the copy is of/),
    ]);
  });
});

test("verifying changes no data", async () => {
  const open = await openPlatform({ dataDir: whole, mode: "test", migrateOnOpen: false });
  expect(
    await open.clubs.use("lakeside", (db) => db.selectFrom("teams").select("name").execute()),
  ).toHaveLength(2);
  await open.close();
});
