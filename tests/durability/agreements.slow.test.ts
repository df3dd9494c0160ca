import { type ChildProcess, spawn } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { SandboxClock } from "../../sandbox/clock.ts";
import { startSandbox } from "../../sandbox/index.ts";
import type { SentMail } from "../../sandbox/postmark/mailbox.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { addParents } from "../support/parents.ts";
import { databaseOfTest, until } from "../support/server.ts";
import { openWorld } from "../support/world.ts";
import { Chance, pause } from "./chance.ts";
import { killHard } from "./processes.ts";
import { runOf } from "./run.ts";

const { seed } = runOf(process.env);
const chance = new Chance(seed);
/** `AGREEMENTS=20000 npm run durability -- agreements` sends as many as the largest plan may in a day. */
const PARENTS = Number(process.env.AGREEMENTS ?? 1_000);
const KILLS = 5;
/** Longer than the leases of a job and of a check of a club, and than Postmark's search lags. */
const AFTER_A_KILL_MS = 11 * 60_000;
const DAY_MS = 86_400_000;
const WITHIN_MS = 60_000 + PARENTS * 20;
const LONGEST_PAUSE_MS = 900;
/** Number of the 20 parents with such an address; all other mail arrives. */
const DOMAINS = { "inactive.example": 2, "complaint.example": 1, "full.example": 1, "parents.example": 16 };

const world = await openWorld();
const sandboxDir = mkdtempSync(join(tmpdir(), "goodside-agreements-"));
const clock = new SandboxClock(world.dataDir);

/** Postmark's reports as they come in; each is passed on one to three times, in any order. */
const reports: string[] = [];
let taken = 0;
const receiver = createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  reports.push(...Array<string>(1 + chance.below(3)).fill(Buffer.concat(chunks).toString()));
  res.end("OK");
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const sandbox = await startSandbox({
  port: 0,
  appUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  dataDir: sandboxDir,
  webhookSecret: "whsec_sandbox",
});
const line = await startFaultProxy(sandbox.url);
const { issueAgreements } = await import("#app/domain/club/agreements/issue-agreements.server.ts");
const { countAgreements } = await import("#app/domain/club/agreements/agreement-list.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { now } = await import("#app/runtime/clock.server.ts");
let jobs: ChildProcess | undefined;
let passing = true;
afterAll(async () => {
  passing = false;
  if (jobs?.pid) killHard(jobs.pid);
  await line.close();
  await sandbox.close();
  receiver.closeAllConnections();
  receiver.close();
  await world.close();
  rmSync(sandboxDir, { recursive: true, force: true });
});

function startJobs(): ChildProcess {
  return spawn(process.execPath, ["build/processes/jobs.js"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: {
      ...databaseOfTest(),
      ...{ PATH: process.env.PATH, NODE_ENV: "production", APP_MODE: "test", LOG_LEVEL: "error" },
      ...{
        DATA_DIR: world.dataDir,
        SANDBOX_URL: line.url,
        METRICS_PORT: "off",
        APP_URL: "http://goodside.test",
      },
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Postmark sends its reports without waiting for each answer. */
const REPORT_LINES = 10;

/** Passes the reports on to the app's webhook, in random order. */
async function passReports(): Promise<void> {
  const Authorization = `Basic ${btoa("postmark:sandbox-postmark-webhook-secret")}`;
  while (passing) {
    const [body] = reports.splice(chance.below(reports.length), 1);
    if (body === undefined) await pause(50);
    else {
      const headers = { "Content-Type": "application/json", Authorization };
      const answer = await world.ask("/webhooks/postmark", { method: "POST", headers, body });
      if (!answer.ok) reports.push(body);
      taken += 1;
    }
  }
}

const calls = () => line.asked.filter((asked) => asked === "POST /email/batch").length;
const unfinished = () =>
  world.control
    .selectFrom("jobs")
    .select("id")
    .where("status", "in", ["queued", "running"])
    .limit(1)
    .execute();

/**
 * Tells whether all mails are settled. Failed ones count: a second try at a dead address would be refused, and shows
 * below.
 */
async function isDone(mails: number): Promise<boolean> {
  const settled = await world.control
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("status", "<>", "queued")
    .executeTakeFirstOrThrow();
  return settled.n >= mails && reports.length === 0 && (await unfinished()).length === 0;
}

/** Kills the jobs process repeatedly while it sends, then lets it finish. */
async function finishUnderKills(mails: number): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = calls() + taken;
    jobs = startJobs();
    await until(WITHIN_MS, async () => calls() + taken > before || (await isDone(mails)) || undefined);
    await pause(chance.next() * LONGEST_PAUSE_MS);
    killHard(jobs.pid ?? 0);
    await new Promise((resolve) => jobs?.once("exit", resolve));
    clock.moveForward(AFTER_A_KILL_MS);
  }
  jobs = startJobs();
  await until(WITHIN_MS, async () => (await isDone(mails)) || undefined);
  killHard(jobs.pid ?? 0);
}

/** Returns the mail that the stub accepted, by template and address. */
async function mailbox(): Promise<Map<string, string[]>> {
  const byTag = new Map<string, string[]>();
  const lines = createInterface({ input: createReadStream(join(sandboxDir, "sandbox", "mails.jsonl")) });
  for await (const text of lines) {
    const { tag, to } = JSON.parse(text) as SentMail;
    byTag.set(tag, [...(byTag.get(tag) ?? []), to]);
  }
  return byTag;
}
const once = (addresses: readonly string[] = []) => new Set(addresses).size === addresses.length;

test(
  `${PARENTS} agreements and their reminders under kill -9 and a muddled webhook stream (seed ${seed}): one mail a step`,
  async () => {
    const club = await world.club("Lakeside FC", { code: "lakeside" });
    const hawks = await world.team(club, "Hawks");
    const share = (domain: keyof typeof DOMAINS) => (PARENTS * DOMAINS[domain]) / 20;
    await world.platform.clubs.use(club.code, (db) =>
      db.updateTable("club").set({ player_cap: 5_000 }).execute(),
    );
    for (const domain of Object.keys(DOMAINS) as (keyof typeof DOMAINS)[]) {
      const name = domain.split(".")[0] ?? "";
      await addParents(world, club, hawks, share(domain), { name, domain });
    }
    const dead = share("inactive.example") + share("complaint.example");
    for (let line = 0; line < REPORT_LINES; line += 1) void passReports();

    await world.platform.clubs.use(club.code, (db) =>
      changeClub({ control: world.control, db, club }, (tx) =>
        issueAgreements(tx, "all-unsent", { scope: "all", by: "Ada Admin", at: now() }),
      ),
    );
    line.always = "slow";
    await finishUnderKills(PARENTS);
    const requests = (await mailbox()).get("agreement-request");
    expect(requests).toHaveLength(PARENTS);
    expect(once(requests)).toBe(true);

    clock.moveForward(3 * DAY_MS);
    await finishUnderKills(2 * PARENTS - dead);
    const mails = await mailbox();
    expect([...mails.keys()].sort()).toEqual(["agreement-reminder", "agreement-request"]);
    const reminders = mails.get("agreement-reminder") ?? [];
    expect(reminders).toHaveLength(PARENTS - dead);
    expect(once(reminders)).toBe(true);
    expect(reminders.filter((to) => /@(inactive|complaint)\./.test(to))).toEqual([]);
    expect(mails.get("agreement-request")).toHaveLength(PARENTS);

    await world.platform.clubs.use(club.code, async (db) => {
      expect(await countAgreements(db, {}, "all", new Date(now().getTime() + DAY_MS))).toMatchObject({
        total: PARENTS,
        pending: PARENTS,
        unsent: 0,
        undelivered: dead,
        remindable: PARENTS - dead,
      });
      const states = await db
        .selectFrom("agreements as a")
        .innerJoin("contacts as c", "c.id", "a.contact_id")
        .select(["c.delivery", "a.delivery as newest", "a.reminders_sent as reminders"])
        .select((eb) => eb.fn.countAll<number>().as("parents"))
        .groupBy(["c.delivery", "a.delivery", "a.reminders_sent"])
        .orderBy("parents", "desc")
        .orderBy("c.delivery")
        .execute();
      expect(states).toEqual([
        { delivery: "delivered", newest: "delivered", reminders: 1, parents: share("parents.example") },
        { delivery: "bounced", newest: "bounced", reminders: 0, parents: share("inactive.example") },
        { delivery: "complained", newest: "complained", reminders: 0, parents: share("complaint.example") },
        { delivery: "delayed", newest: "delayed", reminders: 1, parents: share("full.example") },
      ]);
      const events = await db
        .selectFrom("agreement_events")
        .select(["kind", (eb) => eb.fn.countAll<number>().as("n")])
        .groupBy("kind")
        .execute();
      const many = Object.fromEntries(events.map(({ kind, n }) => [kind, n]));
      expect(many).toMatchObject({
        sent: PARENTS,
        reminded: PARENTS - dead,
        bounced: share("inactive.example"),
        complained: share("complaint.example"),
        delayed: 2 * share("full.example"),
      });
      const open = await db
        .selectFrom("agreement_mails")
        .select("id")
        .where("queued_at", "is", null)
        .execute();
      expect(open).toEqual([]);
    });
    console.log(`${taken} reports taken of ${2 * PARENTS} mails, ${2 * KILLS} kills`);
  },
  120_000 + PARENTS * 60,
);
