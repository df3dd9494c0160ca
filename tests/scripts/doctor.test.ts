import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  backUp,
  clubPath,
  folder,
  lakesideAndRiverside,
  openFile,
  readManifest,
  writeManifest,
} from "./fixture.ts";

const { world } = await lakesideAndRiverside();
const { parseEnv } = await import("#app/config/env.server.ts");
const { readCopyState, writeCopyState } = await import("#app/db/copy-state.server.ts");
const { Copier } = await import("../../scripts/copy/round.ts");
const { examine } = await import("../../scripts/doctor/examine.ts");
const { ofClock, ofDescriptors, ofNode } = await import("../../scripts/doctor/machine.ts");
const { judgeHosts } = await import("../../scripts/doctor/database.ts");
const { ofFileSystem, ofRoom, remedyFor } = await import("../../scripts/doctor/folder.ts");
const backup = folder("backup");
await backUp({ dataDir: world.dataDir, to: backup }, () => {});
await world.platform.close();

let data: string;
let lines: string[];
/** True if the folder is named on the command line. */
let named: boolean;
let servers: Server[] = [];
beforeEach(() => {
  data = folder("patient");
  cpSync(world.dataDir, data, { recursive: true });
  chmodSync(data, 0o700);
  lines = [];
  named = true;
});
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

const test_ = { APP_MODE: "test", PORT: "0" };
async function look(
  more: { env?: Record<string, string>; backup?: string; settings?: Error } = {},
): Promise<string[]> {
  lines = [];
  const settings = more.settings ?? parseEnv({ ...test_, DATA_DIR: data, ...more.env });
  const patient = { settings, dataDir: named ? data : undefined, backup: more.backup, engines: ">=20.19" };
  const { wrong } = await examine(patient, (line) => lines.push(line));
  expect(wrong).toBe(lines.filter((line) => line.startsWith("WRONG")).length);
  return lines.filter((line) => !line.startsWith("ok")).slice(0, -1);
}
function change(path: string, sql: string): void {
  const file = openFile(path);
  file.exec(sql);
  file.close();
}
const control = () => join(data, "control.sqlite");
const job = (status: string, runAt: Date, created = new Date()) =>
  `insert into jobs (id, kind, payload, status, attempts, run_at, created_at)
   values (hex(randomblob(8)), 'mail.send', '{}', '${status}', 3, '${runAt.toISOString()}', '${created.toISOString()}')`;

describe("the doctor", () => {
  test("the doctor finds no problem in a healthy installation, and changes nothing", async () => {
    const before = readdirSync(data).sort();
    const found = await look({ backup });
    expect(found.filter((line) => line.startsWith("WRONG"))).toEqual([]);
    expect(lines).toContainEqual("ok     clubs: 2 have their file");
    expect(lines).toContainEqual("ok     migrations: every file is of this release");
    expect(lines).toContainEqual(expect.stringMatching(/^ok {5}backup: the one in .* is \d+ s old$/));
    expect(lines.at(-1)).toMatch(/^\d+ ok, \d to know of, 0 wrong$/);
    expect(readdirSync(data).sort()).toEqual(before);
  });

  test("the doctor names each problem of the data with its remedy", async () => {
    rmSync(clubPath(data, "riverside"));
    writeFileSync(clubPath(data, "lakeside"), "this is no database");
    writeFileSync(clubPath(data, "stray"), "nor is this");
    writeFileSync(join(data, "restore-not-finished"), "");
    chmodSync(data, 0o755);
    const found = await look();
    expect(found).toContainEqual(
      "WRONG  clubs: down: LAKESIDE, RIVERSIDE -> npm run restore -- --from DIR --club CODE",
    );
    expect(found).toContainEqual("warn   clubs: files without a club: STRAY -> npm run verify says more");
    expect(found).toContainEqual(
      expect.stringMatching(/^WRONG {2}data: a restore of everything was interrupted/),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/^warn {3}data: other users of this machine can look into/),
    );
    writeFileSync(control(), "this is no database");
    expect(await look()).toContainEqual(
      expect.stringMatching(/^WRONG {2}clubs: cannot be looked at: .*not a database/),
    );
  });

  test("the doctor names problems of jobs, mails, migrations and the clock", async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    change(control(), `${job("dead", hourAgo)}; ${job("queued", hourAgo)}; ${job("queued", new Date())}`);
    change(
      control(),
      `insert into mails (id, key, stream, tag, to_address, from_name, subject, html, text, status, created_at)
       values ('m', 'm', 'outbound', 't', 'a@b.example', '', '', '', '', 'failed', '2026')`,
    );
    change(clubPath(data, "riverside"), "pragma user_version = 7");
    const found = await look();
    expect(found).toContainEqual(expect.stringMatching(/^warn {3}jobs: 1 job was given up/));
    expect(found).toContainEqual(
      expect.stringMatching(/^WRONG {2}jobs: the oldest job that is due has waited 60 min/),
    );
    expect(found).toContainEqual(expect.stringMatching(/^warn {3}mails: 1 mail was given up/));
    expect(found).toContainEqual("warn   migrations: waiting for RIVERSIDE -> npm run migrate");

    change(control(), job("queued", new Date(), new Date(Date.now() + 7 * 86_400_000)));
    expect(await look()).toContainEqual(
      expect.stringMatching(/^WRONG {2}clock: it says .*the newest row of jobs is of/),
    );
  });

  test("the doctor names the release for newer data, and a missing BACKUP_DIR", async () => {
    change(
      control(),
      "insert into kysely_migration (name, timestamp) values ('999-later', '2026-01-01T00:00:00.000Z')",
    );
    const found = await look({ env: { BACKUP_DIR: join(data, "nowhere") } });
    expect(found).toContainEqual(
      expect.stringMatching(/^WRONG {2}migrations: .*newer than the program.* -> start the newer release/),
    );
    expect(found).toContainEqual(
      `WRONG  backup: there is no folder ${join(data, "nowhere")}, which BACKUP_DIR names -> mount its disk, or correct BACKUP_DIR`,
    );
  });

  test("the doctor distinguishes a dead jobs process from a stopped site", async () => {
    const beat = join(data, "jobs.beat");
    writeFileSync(beat, "");
    await look();
    expect(lines).toContainEqual(expect.stringMatching(/^ok {5}jobs: the jobs process is well/));
    utimesSync(beat, 1_700_000_000, 1_700_000_000);
    expect(await look()).toContainEqual(expect.stringMatching(/^warn {3}jobs: .* and the site does not run/));
    const open = openFile(control());
    open.prepare("select count(*) from clubs").get();
    expect(await look()).toContainEqual(expect.stringMatching(/^WRONG {2}jobs: .* the site runs without it/));
    open.close();
  });

  test("the doctor gives the backup's age, and what it lacks", async () => {
    const to = folder("old");
    const manifest = readManifest(backup);
    if (!manifest?.clubs.lakeside) throw new Error("There is no backup");
    const aged = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    writeManifest(to, { ...manifest, finishedAt: aged(2) });
    expect(await look({ backup: to })).toContainEqual(
      expect.stringMatching(/^warn {3}backup: .* is 48 h old/),
    );
    manifest.clubs.lakeside.failed = "disk I/O error";
    writeManifest(to, { ...manifest, finishedAt: aged(20) });
    const found = await look({ backup: to });
    expect(found).toContainEqual(expect.stringMatching(/^WRONG {2}backup: .* is 20 days old/));
    expect(found).toContainEqual(expect.stringMatching(/^WRONG {2}backup: 1 file could not be copied/));
    expect(await look({ backup: folder("none") })).toContainEqual(
      expect.stringMatching(/^WRONG {2}backup: there is none/),
    );
    rmSync(join(data, "last-backup.json"), { force: true });
    expect(await look()).toContainEqual(
      expect.stringMatching(/^warn {3}backup: none of everything was ever made/),
    );
  });

  test("the doctor distinguishes our site on the port from another program", async () => {
    const serve = async (answer: string) => {
      const server = createServer((_, response) => response.end(answer));
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return { PORT: String((server.address() as AddressInfo).port) };
    };
    await look({ env: await serve('{"ok":true}') });
    expect(lines).toContainEqual(expect.stringMatching(/^ok {5}port: the site answers/));
    expect(await look({ env: await serve('{"ok":false}') })).toContainEqual(
      expect.stringMatching(/^WRONG {2}port: .*not well/),
    );
    expect(await look({ env: await serve("hello") })).toContainEqual(
      expect.stringMatching(/^WRONG {2}port: .*in use by another program/),
    );
  });

  test("the doctor names every setting that production refuses, continues with the rest, and never prints a secret", async () => {
    const secrets = {
      SESSION_SECRET: "sesame-k3Jd93kfUe02mAlq83nDz71pQx55vBt0",
      STRIPE_SECRET_KEY: "sk_live_51sesame",
      STRIPE_WEBHOOK_SECRET: "whsec_9fsesame",
      POSTMARK_SERVER_TOKEN: "b2c9e1f0-4f6a-4c1e-9d3b-0a1b2c3d4e5f",
      POSTMARK_WEBHOOK_SECRET: "q8Rk2mVz71pLx55vBt0nDf93kUe02mAl",
    };
    const prices = {
      STRIPE_PRICE_STANDARD: "price_1",
      STRIPE_PRICE_LARGE: "price_2",
      STRIPE_PRICE_ENTERPRISE: "price_3",
    };
    const whole = {
      APP_MODE: "production",
      MAIL_FROM: "a@b.example",
      APP_URL: "https://goodside.example",
      ...secrets,
      ...prices,
    };
    const found = await look({ env: whole });
    expect(found).toContainEqual(expect.stringMatching(/^warn {3}settings: TRUST_PROXY is not set/));
    expect(lines.join("\n")).not.toMatch(/sesame/);

    const refusal = (env: Record<string, string>): Error => {
      try {
        parseEnv(env);
      } catch (error) {
        return error as Error;
      }
      throw new Error("It was not refused");
    };
    const bad = { ...whole, SESSION_SECRET: "sesame", STRIPE_SECRET_KEY: "sk_test_sesame", MAIL_FROM: "" };
    const refused = await look({ settings: refusal(bad) });
    expect(
      refused.filter((line) => line.startsWith("WRONG  settings:")).map((line) => line.split(" -> ")[0]),
    ).toEqual([
      "WRONG  settings: MAIL_FROM is missing",
      "WRONG  settings: SESSION_SECRET is shorter than 32 characters",
      "WRONG  settings: STRIPE_SECRET_KEY is a test key",
    ]);
    expect(lines).toContainEqual("ok     clubs: 2 have their file");
    expect(
      (await look({ settings: refusal({ PORT: "sesame", WEB_WORKERS: "sesame" }) })).length,
    ).toBeGreaterThan(1);
    expect(lines.join("\n")).not.toMatch(/sesame/);
  });

  test("the doctor rejects a missing folder that was named", async () => {
    rmSync(data, { recursive: true });
    expect(await look()).toContainEqual(expect.stringMatching(/^WRONG {2}data: there is no folder/));
  });

  test("the doctor says what the first start will do in an empty folder", async () => {
    rmSync(data, { recursive: true });
    named = false;
    expect(await look()).toContainEqual(expect.stringMatching(/^warn {3}data: there is no folder/));
    mkdirSync(data, { mode: 0o700 });
    await look();
    expect(lines).toContainEqual("ok     data: no control database yet: the first start makes it");
  });
});

test("the doctor's findings cover machines that we do not have", () => {
  const level = (found: { level: string } | { level: string }[]) => [found].flat().map(({ level }) => level);
  expect(level(ofFileSystem(0xef53, true))).toEqual(["ok"]);
  // As signed numbers too: CIFS has its highest bit set.
  for (const type of [0x6969, 0x517b, 0xff534d42, 0xff534d42 | 0])
    expect(level(ofFileSystem(type, false))).toEqual(["WRONG"]);
  expect(level([ofFileSystem(0x01021994, false), ofFileSystem(0x01021994, true)])).toEqual(["warn", "WRONG"]);
  expect([100, 500, 5_000].flatMap((mb) => level(ofRoom(mb * 1024 * 1024)))).toEqual(["WRONG", "warn", "ok"]);
  const limits = (n: string) =>
    `Limit  Soft Limit\nMax open files            ${n}               524288  files\n`;
  expect(["256", "1024", "1048576", "unlimited"].flatMap((n) => level(ofDescriptors(3, limits(n))))).toEqual([
    "ok",
    "ok",
    "ok",
    "ok",
  ]);
  expect(["255", "256", "1024", "2700"].flatMap((n) => level(ofDescriptors(10_000, limits(n))))).toEqual([
    "WRONG",
    "warn",
    "warn",
    "ok",
  ]);
  expect(ofDescriptors(320, limits("256"))).toMatchObject([
    {
      says: "256 open files per process: of 320 clubs 42 files stay open",
      todo: "ulimit -n 2160 (or LimitNOFILE=)",
    },
  ]);
  const node = (version: string, day: string) => level(ofNode(version, ">=20.19", new Date(day)));
  const versions = ["18.20.1", "20.18.9", "20.19.0", "24.0.0"];
  expect(versions.flatMap((version) => node(version, "2026-04-30"))).toEqual(["WRONG", "WRONG", "ok", "ok"]);
  expect(["20.20.2", "22.1.0", "26.0.0"].flatMap((version) => node(version, "2026-05-01"))).toEqual([
    ...["warn", "ok", "ok"],
  ]);
  expect(level(ofClock(new Date("2026-11-21"), [], 3_600_000))).toEqual(["ok", "warn"]);
});

test("a write that fails has its own remedy: a full disk is not chowned", () => {
  const remedy = (code: string) => remedyFor(Object.assign(new Error(code), { code }));
  expect(remedy("ENOSPC")).toMatch(/^make room/);
  expect(remedy("EROFS")).toMatch(/^mount/);
  expect(remedy("EACCES")).toMatch(/^chown/);
});

test("two servers that are both written to are wrong, and so are two that are not", () => {
  const host = (name: string, state: string) => ({ name, state });
  const says = (...hosts: { name: string; state: string }[]) =>
    judgeHosts(hosts).found.map((found) => `${found.level} ${found.says} -> ${found.todo ?? ""}`);
  expect(says(host("a", "primary"), host("b", "standby"))).toEqual([
    "ok a is written to -> ",
    "ok b is a standby -> ",
  ]);
  expect(says(host("a", "primary"), host("b", "primary"))).toEqual([
    expect.stringMatching(/^WRONG a is one of 2 that are written to.* -> stop the one that was replaced/),
    expect.stringMatching(/^WRONG b is one of 2/),
  ]);
  expect(says(host("a", "standby"), host("b", "standby"))).toEqual([
    ...["ok a is a standby -> ", "ok b is a standby -> "],
    "WRONG none of its 2 servers is written to: every change is refused -> promote one, or name the primary in DATABASE_URL",
  ]);
});

test("the doctor gives the continuous copy's age, what it lacks, and that it is on the same disk", async () => {
  named = false;
  const to = folder("copy");
  const env = { COPY_TO: to };
  const about = async () => (await look({ env })).filter((line) => line.includes("copy:"));
  expect(await about()).toEqual([expect.stringMatching(/^WRONG {2}copy: nothing was copied to /)]);
  const copier = new Copier(data, { kind: "folder", path: to });
  await copier.round(false);
  expect(await about()).toEqual([expect.stringMatching(/^warn {3}copy: .* lies on the disk of the data/)]);
  const state = readCopyState(data);
  if (!state) throw new Error("The copy left no note");
  const failed = [{ name: "lakeside", problem: "database disk image is malformed" }];
  writeCopyState(data, { ...state, asOf: "2026-01-01T00:00:00.000Z", problem: "no room", failed });
  expect((await about()).slice(0, 2)).toEqual([
    expect.stringMatching(/^WRONG {2}copy: copied \d+ days ago to .*; no room/),
    expect.stringMatching(/^WRONG {2}copy: lakeside cannot be copied: database disk image is malformed/),
  ]);
});
