import { cpSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ClubTx } from "#app/db/club/schema.ts";
import {
  backUp,
  clubPath,
  folder,
  lakesideAndRiverside,
  openFile,
  readManifest,
  restoreClub,
  restoreEverything,
  verifyBackup,
  verifyData,
} from "./fixture.ts";

const { world, lakeside, riverside, hawks } = await lakesideAndRiverside();
const { canonicalJson, sha256 } = await import("#app/domain/values/hash-chain.ts");
const { addContacts } = await import("#app/domain/club/contacts/add-contacts.server.ts");
const { signAgreement } = await import("#app/domain/club/agreements/sign.server.ts");
const { shownText } = await import("#app/domain/club/evidence/evidence.server.ts");
const { main } = await import("#scripts/verify-agreements.ts");
const { runCommand, spawnCommand } = await import("#tests/support/command.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");

const at = "2026-11-22T12:00:00.000Z";
const backup = folder("backup");
let whole: string;

/** Signs for a parent, as the page does. */
async function sign(name: string): Promise<void> {
  const email = `${name.toLowerCase()}@home.example`;
  await world.platform.clubs.use(lakeside.code, async (db) => {
    const ctx = { control: world.control, db, club: { code: lakeside.code } };
    const change = <Result>(work: (tx: ClubTx) => Promise<Result>) => changeClub(ctx, work);
    const children = [{ name: "Kit", teamId: hawks, ageGroup: "U-12" }];
    await change((tx) => addContacts(tx, [{ name, email, children }], { source: "manual", by: "Ada", at }));
    const { id } = await db
      .updateTable("agreements")
      .set({ issue: 1, sent_at: at, expires_at: "2099-01-01T00:00:00.000Z" })
      .where("name_key", "=", name.toLowerCase())
      .returning("id")
      .executeTakeFirstOrThrow();
    const textHash = shownText({ name: lakeside.name, agreement_text: "", agreement_text_es: "" }, "en").hash;
    const signed = await change((tx) =>
      signAgreement(tx, {
        ...{ agreementId: id, issue: 1, language: "en", ip: "192.0.2.1", userAgent: "Lynx", at },
        ...{
          name,
          email,
          players: "Kit",
          teamIds: [hawks],
          signature: name,
          signatureDate: "2026-11-22",
          textHash,
        },
      }),
    );
    expect(signed.ok).toBe(true);
  });
}

beforeAll(async () => {
  for (const name of ["Ann", "Bea", "Cleo", "Dora"]) await sign(name);
  expect(await backUp({ dataDir: world.dataDir, to: backup }, () => {})).toBe(0);
  whole = asData(backup);
});

/** Makes a data folder of a backup's copies, to damage. */
function asData(from: string): string {
  const data = folder("whole");
  const manifest = readManifest(from);
  cpSync(join(from, manifest?.control?.file ?? ""), join(data, "control.sqlite"));
  for (const [code, { file }] of Object.entries(manifest?.clubs ?? {})) {
    cpSync(join(from, file), clubPath(data, code));
  }
  return data;
}

function spoiled(sql: string): string {
  const data = folder("spoiled");
  cpSync(whole, data, { recursive: true });
  const file = openFile(clubPath(data, lakeside.code));
  file.pragma("foreign_keys = OFF");
  file.exec(sql);
  file.close();
  return data;
}

const run = (data: string, ...more: string[]) => runCommand(main, ["--data", data, ...more]);

describe("npm run verify-agreements", () => {
  test("verify-agreements finds whole evidence whole, in data and in a backup", async () => {
    expect(await run(whole)).toMatchObject({
      status: 0,
      lines: ["LAKESIDE: 4 records, whole", "RIVERSIDE: 0 records, whole", "All evidence is whole"],
    });
    const env = { ...process.env, APP_MODE: "test" };
    const spawned = spawnCommand("verify-agreements", ["--data", backup, "--club", "LAKESIDE"], { env });
    expect(spawned).toMatchObject({
      status: 0,
      lines: ["LAKESIDE: 4 records, whole", "All evidence is whole"],
    });
  });

  test.each([
    [
      "one changed byte",
      "update evidence_records set record = replace(record, '2026-11-22T12:00:00.000Z', '2026-11-22T12:00:01.000Z') where seq = 2",
      [/record 2 \(signed, agreement .*\) was changed after it was written/],
    ],
    [
      "one removed record",
      "delete from evidence_records where seq = 3",
      [/before record 4 .* records are missing/],
    ],
    [
      "one reordered pair",
      "update evidence_records set seq = 9 where seq = 2; update evidence_records set seq = 2 where seq = 3; update evidence_records set seq = 3 where seq = 9",
      [/record 2 .*was changed/, /record 3 .*was changed/, /record 4 .*does not follow/],
    ],
    [
      "a changed person",
      `update evidence_persons set content = replace(content, '"Ann"', '"Eve"')`,
      [/the person of record 1 .* was changed/],
    ],
    [
      "a removed person",
      `delete from evidence_persons where content like '%"name":"Bea"%'`,
      [/the person of record 2 .* is gone without an erasure/],
    ],
    [
      "a changed text",
      "update agreement_texts set text = text || '.'",
      [1, 2, 3, 4].map((seq) => new RegExp(`the text that record ${seq} .* was changed`)),
    ],
    [
      "a file older than the platform has seen",
      "delete from evidence_records where seq > 2; delete from evidence_persons where record_id not in (select id from evidence_records)",
      [/2 newer records missing from record 3 on: the file is older/],
    ],
  ])("reports %s, and what it breaks", async (_, sql, words) => {
    const { status, lines } = await run(spoiled(sql));
    expect(status).toBe(1);
    expect(lines[0]).toBe(
      `LAKESIDE: ${sql.includes("where seq > 2") ? 2 : sql.includes("seq = 3;") ? 4 : sql.startsWith("delete from evidence_records") ? 3 : 4} records, BROKEN`,
    );
    expect(lines.slice(1, -2)).toEqual(words.map((pattern) => expect.stringMatching(pattern)));
  });
});

test("the first record cannot be left out", async () => {
  const { status, lines } = await run(spoiled("delete from evidence_records where seq = 1"));
  expect(status).toBe(1);
  expect(lines[1]).toMatch(/before record 2 .* records are missing/);
});

test("a chain rewritten from a forged record on is not the one that the platform has seen", async () => {
  const data = folder("forged");
  cpSync(whole, data, { recursive: true });
  const file = openFile(clubPath(data, lakeside.code));
  const stored = file
    .prepare("select seq, record from evidence_records where seq >= 3 order by seq")
    .all() as { seq: number; record: string }[];
  let previous = file.prepare("select hash from evidence_records where seq = 2").pluck().get() as string;
  for (const { seq, record } of stored) {
    const forged = canonicalJson({ ...JSON.parse(record), previous, signatureDate: "2026-11-01" });
    const hash = sha256(forged);
    file
      .prepare("update evidence_records set record = ?, previous_hash = ?, hash = ? where seq = ?")
      .run(forged, previous, hash, seq);
    previous = hash;
  }
  file.close();
  const { status, lines } = await run(data);
  expect(status).toBe(1);
  expect(lines[1]).toMatch(/record 4 .* is not the one that the platform has seen under this number/);
});

test("another club's file in its place is seen", async () => {
  const data = folder("swapped");
  cpSync(whole, data, { recursive: true });
  cpSync(clubPath(data, riverside.code), clubPath(data, lakeside.code));
  const { status, lines } = await run(data);
  expect(status).toBe(1);
  expect(lines[1]).toMatch(/4 newer records missing from record 1 on/);
});

test("a head that was put back does not hide that the file was changed", async () => {
  const data = spoiled("update evidence_records set record = record || ' ' where seq = 2");
  const control = openFile(join(data, "control.sqlite"));
  control.exec("delete from evidence_heads");
  control.close();
  expect((await run(data)).lines[1]).toMatch(/record 2 .* was changed after it was written/);
});

test("npm run verify agrees", async () => {
  const lines: string[] = [];
  const data = spoiled("update evidence_records set record = record || ' ' where seq = 1");
  await verifyData(data, {}, (line) => lines.push(line));
  expect(lines[0]).toMatch(/^LAKESIDE: agreements: record 1 .* was changed/);
});

test("a whole older file is seen in the data, and taken over when an operator restores it knowingly", async () => {
  await sign("Eva");
  const older = folder("older");
  cpSync(asData(backup), older, { recursive: true });
  const fresh = folder("newer");
  await backUp({ dataDir: world.dataDir, to: fresh }, () => {});
  const manifest = readManifest(fresh);
  expect(manifest?.clubs.lakeside?.evidence).toMatchObject({ seq: 5 });
  cpSync(join(fresh, manifest?.control?.file ?? ""), join(older, "control.sqlite"));
  expect((await run(older)).lines[1]).toMatch(/1 newer record missing from record 5 on/);
  expect((await verifyBackup(fresh, {}, () => {})).broken).toBe(0);

  const printed: string[] = [];
  const { platform, dataDir } = world;
  await restoreClub({ platform, dataDir, mode: "test" }, { from: backup, code: lakeside.code }, (line) =>
    printed.push(line),
  );
  expect(printed).toContain(
    "LAKESIDE: 1 record of signed agreements came after this backup and is not in it",
  );
  expect((await verifyData(dataDir, {}, () => {})).broken).toBe(0);
  await sign("Fay");
  const after = await run(dataDir);
  expect(after.status).toBe(0);
  expect(after.lines[1]).toMatch(
    /an older copy was restored on .*: the former record 5 \(the last one [0-9a-f]{64}\)/,
  );
});

// product/evidence.md#lost-evidence
test("restoring everything lets a club continue, and the lost records stay visible", async () => {
  const data = folder("everything");
  cpSync(whole, data, { recursive: true });
  const control = openFile(join(data, "control.sqlite"));
  control.exec(`update evidence_heads set seq = 6, hash = 'of six'`);
  control.close();
  const printed: string[] = [];
  const restored = await restoreEverything({ dataDir: data, mode: "test" }, backup, (line) =>
    printed.push(line),
  );
  expect(restored.failed).toBe(false);
  expect(printed).toContain(
    "LAKESIDE: 2 records of signed agreements came after this backup and are not in it",
  );
  const { status, lines } = await run(data);
  expect(status).toBe(0);
  expect(lines[0]).toBe("LAKESIDE: 4 records, whole");
  expect(lines[1]).toMatch(/the former records 5 to 6 \(the last one of six\) are not in this file/);
  // A second time: earlier losses are not forgotten with the control database.
  await restoreEverything({ dataDir: data, mode: "test" }, backup, () => {});
  expect((await run(data)).lines[1]).toBe(lines[1]);
});
