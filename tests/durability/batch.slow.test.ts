import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import type { Mail } from "#app/queue/mail-queue.server.ts";
import { SandboxClock } from "../../sandbox/clock.ts";
import { startSandbox } from "../../sandbox/index.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { databaseOfTest, until } from "../support/server.ts";
import { openWorld } from "../support/world.ts";
import { Chance, pause } from "./chance.ts";
import { killHard } from "./processes.ts";
import { runOf } from "./run.ts";

const { seed } = runOf(process.env);
const chance = new Chance(seed);
const MAILS = 5_000;
const KILLS = 5;
/** Limit of kills if none of them hits. */
const MOST_KILLS = 8;
/** Longer than a job's lease and than Postmark's search lags. */
const AFTER_A_KILL_MS = 6 * 60_000;
const WITHIN_MS = 120_000;
/** The proxy holds each answer back for 400 ms: most kills hit a call that Postmark has accepted. */
const LONGEST_PAUSE_MS = 900;

const world = await openWorld();
const sandboxDir = mkdtempSync(join(tmpdir(), "goodside-batch-"));
const sandbox = await startSandbox({
  port: 0,
  appUrl: "http://goodside.test",
  dataDir: sandboxDir,
  webhookSecret: "whsec_sandbox",
});
const line = await startFaultProxy(sandbox.url);
const clock = new SandboxClock(world.dataDir);
const { queueMails } = await import("#app/queue/mail-queue.server.ts");
let jobs: ChildProcess | undefined;
afterAll(async () => {
  if (jobs?.pid) killHard(jobs.pid);
  await line.close();
  await sandbox.close();
  await world.close();
  rmSync(sandboxDir, { recursive: true, force: true });
});

function startJobs(): ChildProcess {
  return spawn(process.execPath, ["build/processes/jobs.js"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      APP_MODE: "test",
      LOG_LEVEL: "error",
      DATA_DIR: world.dataDir,
      ...databaseOfTest(),
      SANDBOX_URL: line.url,
      METRICS_PORT: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
const batchCalls = () => line.asked.filter((asked) => asked === "POST /email/batch").length;
const unfinished = () =>
  world.control.selectFrom("jobs").select("id").where("status", "in", ["queued", "running"]).execute();

test(`${KILLS} times kill -9 while ${MAILS} reminders go out in batches (seed ${seed}): each arrives once`, async () => {
  await queueMails(
    world.control,
    Array.from(
      { length: MAILS },
      (_, n): Mail => ({
        key: `reminder:${n}`,
        template: "perfect-game",
        variables: templates["perfect-game"].sample,
        to: `coach-${n}@people.example`,
        stream: "broadcast",
      }),
    ),
  );
  line.always = "slow";
  const wasAsked = () => line.asked.some((asked) => asked.startsWith("GET /messages/outbound"));
  // At least one kill has to hit a call between Postmark's answer and our note of it.
  for (let kill = 0; kill < KILLS || (!wasAsked() && kill < MOST_KILLS); kill += 1) {
    const before = batchCalls();
    jobs = startJobs();
    await until(WITHIN_MS, async () => batchCalls() > before || undefined);
    await pause(chance.next() * LONGEST_PAUSE_MS);
    killHard(jobs.pid ?? 0);
    await new Promise((resolve) => jobs?.once("exit", resolve));
    clock.moveForward(AFTER_A_KILL_MS);
  }
  line.always = "fine";
  jobs = startJobs();
  await until(WITHIN_MS, async () => (await unfinished()).length === 0 || undefined);
  const mailbox = await fetch(`${sandbox.url}/sandbox/mail.json`);
  const taken = ((await mailbox.json()) as { to: string }[]).map(({ to }) => to);
  expect(taken).toHaveLength(MAILS);
  expect(new Set(taken).size).toBe(MAILS);
  const rows = await world.control.selectFrom("mails").select(["status", "variables"]).execute();
  expect(rows.filter(({ status, variables }) => status !== "sent" || variables !== null)).toEqual([]);
  expect(wasAsked()).toBe(true);
}, 300_000);
