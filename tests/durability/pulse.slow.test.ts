import { type ChildProcess, spawn } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { SandboxClock } from "../../sandbox/clock.ts";
import { startSandbox } from "../../sandbox/index.ts";
import type { SentMail } from "../../sandbox/postmark/mailbox.ts";
import { addParents } from "../support/parents.ts";
import { databaseOfTest, until } from "../support/server.ts";
import { openWorld } from "../support/world.ts";
import { Chance, pause } from "./chance.ts";
import { killHard } from "./processes.ts";
import { runOf } from "./run.ts";

const { seed } = runOf(process.env);
const chance = new Chance(seed);
const PARENTS = 700;
const KILLS = 5;
/** Longer than the leases of a job and of a check of a club. */
const AFTER_A_KILL_MS = 11 * 60_000;
const DAY_MS = 86_400_000;
const WITHIN_MS = 120_000;
const LONGEST_PAUSE_MS = 900;

const world = await openWorld();
const sandboxDir = mkdtempSync(join(tmpdir(), "goodside-pulse-"));
const clock = new SandboxClock(world.dataDir);
// The port is closed: the outcome of the mails is another test's.
const sandbox = await startSandbox({
  port: 0,
  appUrl: "http://127.0.0.1:9",
  dataDir: sandboxDir,
  webhookSecret: "whsec_sandbox",
});
const { answerPulse } = await import("#app/domain/club/pulse/answers.server.ts");
const { listPulses, sendPulse } = await import("#app/domain/club/pulse/pulse.server.ts");
const { closingDays } = await import("#app/domain/club/pulse/pulse.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { now } = await import("#app/runtime/clock.server.ts");
let jobs: ChildProcess | undefined;
afterAll(async () => {
  if (jobs?.pid) killHard(jobs.pid);
  await sandbox.close();
  await world.close();
  rmSync(sandboxDir, { recursive: true, force: true });
});

function startJobs(): ChildProcess {
  return spawn(process.execPath, ["build/processes/jobs.js"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: {
      ...databaseOfTest(),
      ...{ PATH: process.env.PATH, NODE_ENV: "production", APP_MODE: "test", LOG_LEVEL: "error" },
      ...{ DATA_DIR: world.dataDir, SANDBOX_URL: sandbox.url, METRICS_PORT: "off" },
      APP_URL: "http://goodside.test",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

const isSettled = async (mails: number) => {
  const sent = await world.control
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("status", "<>", "queued")
    .executeTakeFirstOrThrow();
  return sent.n >= mails;
};

/** Kills the jobs process repeatedly while it queues and sends, then lets it finish. */
async function finishUnderKills(isDone: () => Promise<boolean>): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    jobs = startJobs();
    await pause(400 + chance.next() * LONGEST_PAUSE_MS);
    killHard(jobs.pid ?? 0);
    await new Promise((resolve) => jobs?.once("exit", resolve));
    clock.moveForward(AFTER_A_KILL_MS);
  }
  jobs = startJobs();
  await until(WITHIN_MS, async () => (await isDone()) || undefined);
  killHard(jobs.pid ?? 0);
}

/** Returns the recipients of the stub's mails, by template. */
async function mailbox(): Promise<Record<string, string[]>> {
  const byTag: Record<string, string[]> = {};
  const lines = createInterface({ input: createReadStream(join(sandboxDir, "sandbox", "mails.jsonl")) });
  for await (const text of lines) {
    const { tag, to } = JSON.parse(text) as SentMail;
    byTag[tag] = [...(byTag[tag] ?? []), to];
  }
  return byTag;
}
const once = (addresses: readonly string[] = []) => new Set(addresses).size === addresses.length;

test(`a question to ${PARENTS} parents, its reminder and its end under kill -9 (seed ${seed}): one mail a step, one count`, async () => {
  const club = await world.club("Lakeside FC", { code: "lakeside" });
  const hawks = await world.team(club, "Hawks");
  await addParents(world, club, hawks, PARENTS);
  const inClub = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
    world.platform.clubs.use(club.code, work);
  const closesOn = closingDays(now(), "America/Chicago").usual;
  const sent = await inClub((db) =>
    changeClub({ control: world.control, db, club }, (tx) =>
      sendPulse(tx, { teamIds: [hawks], closesOn }, { by: "Ada Admin", at: now() }),
    ),
  );
  expect(sent).toMatchObject({ ok: true, recipients: PARENTS });
  await finishUnderKills(() => isSettled(PARENTS));
  const asked = await inClub((db) => db.selectFrom("pulse_invitations").selectAll().execute());
  for (const link of asked.slice(0, 100))
    await inClub((db) => inTransaction(db, (tx) => answerPulse(tx, link, { score: 4, sentence: "" }, now())));

  clock.moveForward(8 * DAY_MS);
  await finishUnderKills(() => isSettled(2 * PARENTS - 100));
  const mails = await mailbox();
  expect(Object.keys(mails).sort()).toEqual(["pulse-reminder", "pulse-request"]);
  expect([mails["pulse-request"]?.length, mails["pulse-reminder"]?.length]).toEqual([PARENTS, PARENTS - 100]);
  expect([once(mails["pulse-request"]), once(mails["pulse-reminder"])]).toEqual([true, true]);

  clock.moveForward(8 * DAY_MS);
  const closed = () => inClub(async (db) => (await listPulses(db, "all"))[0]);
  await finishUnderKills(async () => ((await closed())?.closedAt ?? null) !== null);
  expect(await closed()).toMatchObject({ answers: 100, club: { counts: [0, 0, 0, 100, 0] } });
  expect(await inClub((db) => db.selectFrom("pulse_answers").selectAll().execute())).toEqual([]);
  expect(await mailbox()).toEqual(mails);
}, 600_000);
