import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { readManifest } from "#app/db/backup-manifest.server.ts";
import { readCopyState } from "#app/db/copy-state.server.ts";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { Copier } from "../../scripts/copy/round.ts";
import { verifyBackup } from "../../scripts/verify/backup.ts";
import { verifyData } from "../../scripts/verify/data.ts";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";
import { Chance, pause } from "./chance.ts";
import { soundness, standInRecords } from "./judge.ts";
import { type Ledger, newLedger } from "./ledger.ts";
import { isAlive, killHard, killOne, processesBelow } from "./processes.ts";
import { rest } from "./rest.ts";
import { runOf } from "./run.ts";
import { writeSeason } from "./season.ts";
import { Traffic } from "./traffic.ts";

const { rounds, seed } = runOf(process.env);
const KILLS = Math.max(3, Math.ceil(rounds / 4));
/** Greatest loss that the operator's documents promise. */
const LOST_AT_MOST_MS = 60_000;
const WITHIN_MS = 120_000;
const root = fileURLToPath(new URL("../..", import.meta.url));
const env = { WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error" };

/** Runs an operator's command on a data folder. */
function operate(dataDir: string, args: string[], more: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", ...args], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: "production", APP_MODE: "test", PORT: "0", DATA_DIR: dataDir, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once("close", (status) => resolve({ status, output })),
  );
}

/** Removes the machine, with everything that ran on it. */
async function loseMachine(server: RunningServer): Promise<void> {
  const below = processesBelow(server.child.pid ?? 0);
  killHard(server.child.pid ?? 0);
  for (const { pid } of below) killHard(pid);
  await until(WITHIN_MS, async () => !below.some(({ pid }) => isAlive(pid)) || undefined);
}

/** Records when each effect was seen to be acknowledged: never earlier than it was. */
function watchLedger(ledger: Ledger) {
  const seen = new Map<string, number>();
  const look = () => {
    for (const all of [
      ledger.ratings,
      ledger.invitations,
      ledger.messages,
      ledger.documents,
      ledger.payments,
    ])
      for (const [key, { acknowledged }] of all)
        if (acknowledged && !seen.has(key)) seen.set(key, Date.now());
  };
  const timer = setInterval(look, 20);
  return {
    before: (moment: number) => [...seen].filter(([, at]) => at < moment).map(([key]) => key),
    stop: () => clearInterval(timer),
  };
}

test(`the jobs process dies ${KILLS} times while it copies, then the machine (seed ${seed}): a second one takes over with everything acknowledged by the copy's time, and sends and charges nothing twice`, async () => {
  const [first = "", second = "", place = ""] = ["first", "second", "place"].map((name) =>
    mkdtempSync(join(tmpdir(), `goodside-copy-${name}-`)),
  );
  process.env.DATA_DIR = first;
  const chance = new Chance(seed);
  const ledger = newLedger();
  const season = await writeSeason(first, 400);
  const server = await startServer({ dataDir: first, env: { ...env, COPY_TO: place } });
  const running: RunningServer[] = [server];
  onTestFinished(async () => {
    for (const one of running) await one.stop();
    rmSync(place, { recursive: true, force: true });
  });
  const traffic = new Traffic(server.url, ledger, new Chance(seed + 1));
  traffic.start(season, 2);
  const watch = watchLedger(ledger);

  for (let n = 0; n < KILLS; n += 1) {
    // Each jobs process starts a round as soon as it runs.
    await pause(700 + chance.next() * 1_500);
    killOne(server, chance, ["jobs"]);
    if (!existsSync(join(place, "manifest.json"))) continue;
    const lines: string[] = [];
    await verifyBackup(place, {}, (line) => lines.push(line));
    expect(lines.filter((line) => !line.endsWith("nothing is broken"))).toEqual([]);
  }
  const whole = Date.now();
  await until(WITHIN_MS, async () => Date.parse(readCopyState(first)?.asOf ?? "") > whole || undefined);
  await pause(chance.next() * 15_000);
  const lostAt = Date.now();
  await loseMachine(server);
  await traffic.stop();
  watch.stop();
  expect(ledger.wrong).toEqual([]);

  // Stripe and Postmark outlive the machine.
  cpSync(join(first, "sandbox"), join(second, "sandbox"), { recursive: true });
  const restored = await operate(second, ["scripts/restore.ts", "--from", place, "--take-over"]);
  expect(restored.status, restored.output).toBe(0);
  const [, asOf = ""] = /everything that was saved by (\S+)/.exec(restored.output) ?? [];
  const moment = Date.parse(asOf);
  expect(lostAt - moment).toBeLessThanOrEqual(LOST_AT_MOST_MS);
  const late = await startServer({
    dataDir: second,
    port: await freePort(),
    env: { ...env, COPY_TO: place },
  });
  running.push(late);
  await rest(late);
  await until(WITHIN_MS, async () => Date.parse(readCopyState(second)?.asOf ?? "") > lostAt || undefined);
  // The lost machine returns, and writes nothing to a target that another one owns now.
  const back = await operate(first, ["scripts/copy.ts"], { COPY_TO: place });
  expect(back).toMatchObject({ status: 1, output: expect.stringContaining("copy of another data folder") });
  expect(await late.stop({ keepData: true })).toBe(0);

  const owed = watch.before(moment);
  const { lost, wrong } = await judgeSecond(second, ledger, new Set(owed));
  console.log(
    `seed ${seed}: ${KILLS} kills; ${owed.length} effects acknowledged before the copy's moment, ${watch.before(Number.POSITIVE_INFINITY).length - owed.length} in the ${((lostAt - moment) / 1000).toFixed(1)} s after it, of which ${lost} are lost`,
  );
  expect(wrong).toEqual([]);
  const lines: string[] = [];
  expect((await verifyData(second, {}, (line) => lines.push(line))).broken, lines.join("\n")).toBe(0);
  expect((await verifyBackup(place, {}, (line) => lines.push(line))).broken, lines.join("\n")).toBe(0);
  expect(Object.keys(readManifest(place)?.clubs ?? {}).length).toBeGreaterThanOrEqual(2);
  for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
}, 400_000);

test("a disk that is full, and then not mounted: the last whole copy stays, nothing is written beside it, and copying resumes automatically", async ({
  skip,
}) => {
  const [dataDir = "", disk = ""] = ["data", "disk"].map((name) =>
    mkdtempSync(join(tmpdir(), `goodside-copy-${name}-`)),
  );
  const run = (name: string, ...args: string[]) => spawnSync(name, args).status === 0;
  const mount = () => run("mount", "-t", "tmpfs", "-o", "size=16m", "goodside-test", disk);
  if (process.getuid?.() !== 0 || !mount()) return skip("mounting a small disk needs root");
  onTestFinished(() => {
    run("umount", disk);
    for (const folder of [dataDir, disk]) rmSync(folder, { recursive: true, force: true });
  });
  process.env.DATA_DIR = dataDir;
  await writeSeason(dataDir, 5);
  const copier = new Copier(dataDir, { kind: "folder", path: disk });
  await copier.round(false);
  const change = async (text: string) => {
    const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
    for (const code of await open.clubs.codes())
      await open.clubs.use(code, (db) => db.updateTable("club").set({ description: text }).execute());
    await open.close();
  };
  const isSound = async () => (await verifyBackup(disk, {}, () => {})).broken === 0;
  const whole = readFileSync(join(disk, "manifest.json"), "utf8");

  await change("more than there is room for");
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize));
  for (let n = 0; n < 2; n += 1) await expect(copier.round(false)).rejects.toThrow(/ENOSPC|full/);
  expect(readFileSync(join(disk, "manifest.json"), "utf8")).toBe(whole);
  expect(await isSound()).toBe(true);
  expect(readCopyState(dataDir)?.problem).toMatch(/ENOSPC|full/);
  rmSync(join(disk, "filler"));
  expect(await copier.round(false)).toMatchObject({ failed: [] });
  expect(await isSound()).toBe(true);

  expect(run("umount", disk)).toBe(true);
  await change("while the disk is away");
  await expect(copier.round(false)).rejects.toThrow("is the disk mounted?");
  expect(readdirSync(disk)).toEqual([]);
  expect(mount()).toBe(true);
  // An empty disk in its place is not the same target.
  await expect(copier.round(false)).rejects.toThrow("is the disk mounted?");
  await copier.round(true);
  expect(await isSound()).toBe(true);
}, 120_000);

/** Compares the second machine with what it owes, and the stubs with what they may have got. */
async function judgeSecond(
  dataDir: string,
  ledger: Ledger,
  owed: ReadonlySet<string>,
): Promise<{ lost: number; wrong: string[] }> {
  const wrong: string[] = [];
  let lost = 0;
  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  try {
    const submissions = new Map<string, number>();
    for (const code of await open.clubs.codes())
      await open.clubs.use(code, async (db) => {
        wrong.push(...(await soundness(db, code)));
        for (const { submission_key: key } of await db
          .selectFrom("ratings")
          .select("submission_key")
          .execute())
          submissions.set(key, (submissions.get(key) ?? 0) + 1);
      });
    const { control } = open;
    const documents = await control.selectFrom("verification_documents").select("sha256").execute();
    const mails = await control.selectFrom("mails").select(["tag", "to_address", "subject"]).execute();
    const subscriptions = await control.selectFrom("subscriptions").select("checkout_session_id").execute();
    const times = (key: string): number => {
      if (ledger.ratings.has(key)) return submissions.get(key) ?? 0;
      const document = ledger.documents.get(key);
      if (document)
        return document.takenBack === "no" ? documents.filter((one) => one.sha256 === key).length : 1;
      if (ledger.invitations.has(key))
        return mails.filter((mail) => mail.tag === "invitation" && mail.to_address === key).length;
      if (ledger.messages.has(key))
        return mails.filter((mail) => mail.tag === "contact-message" && mail.subject.endsWith(`: ${key}`))
          .length;
      return subscriptions.filter((one) => one.checkout_session_id === key).length;
    };
    for (const all of [
      ledger.ratings,
      ledger.invitations,
      ledger.messages,
      ledger.documents,
      ledger.payments,
    ])
      for (const [key, { acknowledged }] of all) {
        const there = times(key);
        if (there > 1) wrong.push(`${key} is there ${there} times`);
        if (there === 0 && owed.has(key)) wrong.push(`${key} was acknowledged before the copy, and is lost`);
        if (there === 0 && acknowledged) lost += 1;
      }
    for (const { key, status, last_error } of await control.selectFrom("mails").selectAll().execute())
      if (status !== "sent") wrong.push(`the mail ${key} is ${status}: ${last_error}`);
  } finally {
    await open.close();
  }
  const { mails, paid } = standInRecords(dataDir);
  const sendings = new Map<string, number>();
  for (const { to, metadata } of mails) {
    const sending = `${to} ${(metadata as Record<string, string>).sending}`;
    sendings.set(sending, (sendings.get(sending) ?? 0) + 1);
  }
  for (const [sending, times] of sendings) if (times > 1) wrong.push(`${sending}: sent ${times} times`);
  const signUps = new Map<string, number>();
  for (const { order } of paid) {
    const name = order.clientReferenceId ?? "none";
    signUps.set(name, (signUps.get(name) ?? 0) + 1);
  }
  for (const [name, times] of signUps)
    if (times > 1) wrong.push(`the sign-up ${name} was charged ${times} times`);
  return { lost, wrong };
}
