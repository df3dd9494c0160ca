import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";
import { judge } from "./judge.ts";
import { newLedger } from "./ledger.ts";
import { processesBelow } from "./processes.ts";
import { rest } from "./rest.ts";
import { type Season, writeSeason } from "./season.ts";

const GAMES_A_TEAM = 60;
const disk = mkdtempSync(join(tmpdir(), "goodside-disk-"));
const dataDir = join(disk, "data");
process.env.DATA_DIR = dataDir;
const mounted =
  process.getuid?.() === 0 && run("mount", "-t", "tmpfs", "-o", "size=24m", "goodside-test", disk);

const ledger = newLedger();
let season: Season;
let server: RunningServer;

beforeAll(async () => {
  if (!mounted) return;
  mkdirSync(dataDir);
  season = await writeSeason(dataDir, GAMES_A_TEAM);
  server = await startServer({ dataDir, env: { TRUST_PROXY: "loopback", LOG_LEVEL: "fatal" } });
});
afterAll(async () => {
  await server?.stop({ keepData: true });
  if (mounted) run("umount", disk);
  rmSync(disk, { recursive: true, force: true });
});

test("a full disk refuses changes with our own page, keeps reads working and recovers automatically", async ({
  skip,
}) => {
  if (!mounted) return skip("mounting a small disk needs root");
  const rater = season.raters[0];
  if (!rater) throw new Error("Nobody rates");
  const visitor = new Visitor(server.url, { cookie: rater.cookie, client: "198.51.100.1" });
  const rate = async (game: string, submission: string, score = 20) => {
    const sent = ledger.ratings.get(submission) ?? {
      ...{ gameId: game, clubCode: rater.clubCode, side: rater.side, score, reason: "As agreed" },
      turn: ledger.ratings.size + 1,
      acknowledged: false,
    };
    ledger.ratings.set(submission, sent);
    const form = { score: String(score), reason: sent.reason, side: rater.side, submission };
    const answer = await visitor.post(
      `/rating/${game}`,
      score === 20 ? form : { ...form, happened: "dissent" },
    );
    if (answer.status === 303) sent.acknowledged = true;
    return answer;
  };
  const [first = "", ...games] = rater.games;
  expect((await rate(first, newId(), 0)).status).toBe(303);

  const [admin] = season.admins;
  if (!admin) throw new Error("Nobody administers");
  const administrator = new Visitor(server.url, { cookie: admin.cookie, client: "198.51.100.2" });
  const upload = (pasted: string) => {
    const body = new FormData();
    body.set("pasted", pasted);
    const headers = { Cookie: admin.cookie, Origin: server.url, "X-Forwarded-For": "198.51.100.2" };
    return fetch(`${server.url}/schedule/import`, { method: "POST", body, headers, redirect: "manual" });
  };
  const rows = (count: number) =>
    `Date,Opponent,Team\n${Array.from({ length: count }, (_, n) => `2027-03-06,Opponent ${n},Hawks`).join("\n")}`;
  const previewed = await upload(rows(900));
  expect(previewed.status).toBe(303);

  const filler = join(disk, "filler");
  fill(filler);
  // Pages freed inside the file take a few more writes.
  const refused: { game: string; submission: string }[] = [];
  for (const game of games) {
    const submission = newId();
    const { status, text } = await rate(game, submission);
    if (status === 303) continue;
    refused.push({ game, submission });
    expect(status).toBe(507);
    expect(text).toContain("We cannot save anything right now");
    expect(text).toContain("Reference number");
    if (refused.length === 3) break;
  }
  expect(refused).toHaveLength(3);
  const message = { submission: newId(), name: "Dana Reyes", email: "dana@lakeside.example" };
  const written = { ...message, category: "general", subject: "Question 1", message: "When do we begin?" };
  expect((await visitor.post("/contact", written)).status).toBe(507);
  // An import reports it on its own page and keeps the typed values, and a preview can be confirmed once there is room.
  const refusedUpload = await upload(rows(4_000));
  expect(refusedUpload.status).toBe(507);
  const refusedPage = await refusedUpload.text();
  expect(refusedPage).toContain("We cannot save anything right now");
  expect(refusedPage).toContain("Opponent 3999");
  expect((await administrator.post(`${previewed.headers.get("Location")}/games`, {})).status).toBe(507);
  // Reads still work.
  expect((await visitor.get("/privacy")).status).toBe(200);
  expect((await visitor.get(`/rating/${first}`)).status).toBe(200);

  rmSync(filler);
  for (const { game, submission } of refused) expect((await rate(game, submission)).status).toBe(303);
  ledger.messages.set("Question 1", { clubCode: "", acknowledged: true });
  expect((await visitor.post("/contact", written)).status).toBe(303);
  await rest(server);
  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  try {
    expect(await judge(open, ledger, dataDir)).toEqual([]);
  } finally {
    await open.close();
  }
}, 300_000);

test("idle club files make room for others when descriptors run out", async ({ skip }) => {
  if (!mounted) return skip("needs the server of the test before");
  const [near, far] = season.admins;
  const web = processesBelow(server.child.pid ?? 0).find(({ kind }) => kind === "web");
  if (!near || !far || !web) throw new Error("Nobody is there");
  const [here, there] = [near, far].map(({ cookie }) => new Visitor(server.url, { cookie }));
  expect((await here?.get("/dashboard"))?.status).toBe(200);
  const limit = (descriptors: number) => run("prlimit", "--pid", String(web.pid), `--nofile=${descriptors}:`);
  expect(limit(readdirSync(`/proc/${web.pid}/fd`).length + 1)).toBe(true);
  expect((await there?.get("/dashboard"))?.status).toBe(200);
  expect((await here?.get("/dashboard"))?.status).toBe(200);
  expect(limit(1024)).toBe(true);
  expect((await there?.get("/dashboard"))?.status).toBe(200);
});

/** Fills the disk to the last byte. */
function fill(path: string): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(path, Buffer.alloc(bavail * bsize));
    for (;;) writeFileSync(path, Buffer.alloc(bsize), { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}
