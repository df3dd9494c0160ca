import { sql } from "kysely";
import { openPlatform, type Platform } from "#app/db/storage/platform.server.ts";
import { rebuildLeaderboard } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { until } from "#tests/support/server.ts";
import { cpuMs, type RunningSite, startSite } from "../fixtures/clubs.ts";
import { percentile } from "../fixtures/median.ts";
import { prepareSaturday, type Rater } from "../fixtures/saturday.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

/**
 * Saturday noon: games end, and their coaches and managers rate at once. 500 raters of 50 clubs by default, 5,000 of
 * 500 with SATURDAY_CLUBS=500. First they come at a steady pace, then, with another game each, as fast as they are
 * answered. A rating that was answered and is not stored exactly once, or a board that is wrong in the end, fails every
 * row.
 */

const A_SECOND = 28;
const AT_ONCE = 64;
const BUDGET_RATERS = 5_000;
const DONE_WITHIN_MS = 300_000;
const WARM_UP = sized(200, 10);

interface Noon {
  raters: number;
  form: number[];
  post: number[];
  rushSeconds: number;
  restSeconds: number;
  webMs: number;
  jobsMs: number;
}

let held: Promise<Noon> | undefined;

/** Runs the noon, once per run. */
function noon(): Promise<Noon> {
  held ??= hold();
  return held;
}

async function hold(): Promise<Noon> {
  const { dataDir, raters } = await prepareSaturday();
  const site = await startSite(dataDir);
  const sent = new Map<string, Sent>();
  const times: RaterTimes[] = [];
  const rate = async (rater: Rater, half: 0 | 1) => {
    times.push({ half, ...(await rateGame(site, sent, rater, rater.games[half])) });
  };
  // A Saturday begins with open files and compiled code: the forms are opened, and sent empty.
  for (const { cookie, games } of Array.from(
    { length: WARM_UP },
    (_, n) => raters[n % raters.length] as Rater,
  )) {
    const path = `/mobile-rating?game=${games[0]}`;
    await site.line.ask(path, { Cookie: cookie });
    await site.line.ask(path, formHeaders(cookie), "score=20");
  }
  await allDone(dataDir);
  const before = used(site);
  await steadily(raters, (rater) => rate(rater, 0));
  await allDone(dataDir);
  const began = performance.now();
  await atOnce(raters, (rater) => rate(rater, 1));
  const rushSeconds = (performance.now() - began) / 1000;
  await allDone(dataDir);
  const restSeconds = (performance.now() - began) / 1000 - rushSeconds;
  const after = used(site);
  if (after.pids !== before.pids) throw new Error("A process was replaced");
  await site.stop();
  await check(dataDir, sent);
  const steady = times.filter(({ half }) => half === 0);
  return {
    raters: raters.length,
    form: steady.map(({ formMs }) => formMs),
    post: steady.map(({ postMs }) => postMs),
    rushSeconds,
    restSeconds,
    webMs: (after.webMs - before.webMs) / times.length,
    jobsMs: (after.jobsMs - before.jobsMs) / times.length,
  };
}

interface Sent {
  clubCode: string;
  gameId: string;
  score: number;
}

interface RaterTimes {
  half: 0 | 1;
  formMs: number;
  postMs: number;
}

/**
 * Opens the form of a game and posts it.
 * @throws Error if either is not answered as a browser expects
 */
async function rateGame(
  { line }: RunningSite,
  sent: Map<string, Sent>,
  { cookie, clubCode, side }: Rater,
  gameId: string,
): Promise<Omit<RaterTimes, "half">> {
  const path = `/mobile-rating?game=${gameId}&as=${side}`;
  const began = performance.now();
  const page = await line.ask(path, { Cookie: cookie });
  const formMs = performance.now() - began;
  if (page.status !== 200) throw new Error(`The form was answered with ${page.status}`);
  const submission = newId();
  // One team in fifty had a bad day.
  const score = sent.size % 50 === 49 ? 0 : 20;
  const form = new URLSearchParams({ submission, version: "", side, score: String(score) });
  if (score === 0) {
    form.set("happened", "dissent");
    form.set("reason", "A parent shouted at the referee.");
  }
  const posted = performance.now();
  const { status } = await line.ask(path, formHeaders(cookie), form.toString());
  if (status !== 303) throw new Error(`A rating was answered with ${status}`);
  sent.set(submission, { clubCode, gameId, score });
  return { formMs, postMs: performance.now() - posted };
}

const formHeaders = (cookie: string) => ({
  Cookie: cookie,
  "Content-Type": "application/x-www-form-urlencoded",
  "Sec-Fetch-Site": "same-origin",
});

/** Sends raters at their own pace, however long the answers take. */
async function steadily(raters: readonly Rater[], rate: (rater: Rater) => Promise<void>): Promise<void> {
  const began = performance.now();
  const coming = raters.map(async (rater, index) => {
    const due = began + (index * 1000) / A_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    await rate(rater);
  });
  await Promise.all(coming);
}

async function atOnce(raters: readonly Rater[], rate: (rater: Rater) => Promise<void>): Promise<void> {
  const queue = raters.values();
  const hand = async () => {
    for (const rater of queue) await rate(rater);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}

function used(site: RunningSite) {
  const all = site.processes();
  const of = (script: string) => all.filter((process) => process.script === script);
  return {
    webMs: cpuMs(of("serve.js")),
    jobsMs: cpuMs(of("jobs.js")),
    pids: all.map(({ pid }) => pid).join(),
  };
}

/** Waits until the jobs process is idle: mails sent, events delivered, clubs checked. */
async function allDone(dataDir: string): Promise<void> {
  await onPlatform(dataDir, ({ control }) =>
    until(DONE_WITHIN_MS, async () => {
      const at = new Date().toISOString();
      const { rows } = await sql`
        select id from jobs where status in ('queued', 'running') and run_at <= ${at}
        union all select club_code from club_timetable where changed > 0 or due_at <= ${at}
        union all select club_code from clubs_with_outbox limit 1`.execute(control);
      return rows.length === 0 || undefined;
    }),
  );
}

/** @throws Error if an answered rating is not stored once, or a board differs from the clubs' files */
async function check(dataDir: string, sent: ReadonlyMap<string, Sent>): Promise<void> {
  await onPlatform(dataDir, async (open) => {
    for (const code of new Set([...sent.values()].map(({ clubCode }) => clubCode))) {
      const stored = await open.clubs.use(code, (db) =>
        db.selectFrom("ratings").select(["submission_key", "game_id", "score"]).execute(),
      );
      for (const [submission, rating] of sent) {
        if (rating.clubCode !== code) continue;
        const own = stored.filter(({ submission_key }) => submission_key === submission);
        if (own.length !== 1 || own[0]?.game_id !== rating.gameId || own[0].score !== rating.score)
          throw new Error(`A rating of ${code} was answered and is there ${own.length} times`);
      }
    }
    const { changedRows } = await rebuildLeaderboard(open);
    if (changedRows > 0) throw new Error(`${changedRows} rows of the boards were wrong`);
  });
}

async function onPlatform<Result>(
  dataDir: string,
  work: (open: Platform) => Promise<Result>,
): Promise<Result> {
  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

const one = (
  what: string,
  unit: string,
  bounds: { floor: number; goal: number },
  figureOf: (noon: Noon) => Figure,
): Row => ({
  area: "saturday",
  what,
  unit,
  better: "less",
  ...bounds,
  measure: async () => figureOf(await noon()),
});

const round = (figure: number) => Math.round(figure * 10) / 10;

export const rows: Row[] = [
  one("a rating: CPU of the web processes", "ms", { floor: 15, goal: 8 }, ({ webMs, raters }) => ({
    figure: round(webMs),
    note: `form and post, ${raters} raters, each twice`,
  })),
  one("a rating: CPU of the jobs process", "ms", { floor: 8, goal: 3 }, ({ jobsMs }) => ({
    figure: round(jobsMs),
    note: "boards, notices and mails until all is done",
  })),
  one(
    "5,000 raters at once, from the first form to the last answer",
    "s",
    { floor: 60, goal: 40 },
    ({ rushSeconds, restSeconds, raters }) => ({
      figure: round((rushSeconds * BUDGET_RATERS) / raters),
      note: `${AT_ONCE} at once; ${raters} took ${round(rushSeconds)} s, and all else was done ${round(restSeconds)} s later`,
    }),
  ),
  one(`p99 of the form at ${A_SECOND} raters a second`, "ms", { floor: 1_000, goal: 300 }, ({ form }) => ({
    figure: Math.round(percentile(form, 0.99)),
    note: `median ${Math.round(percentile(form, 0.5))} ms`,
  })),
  one(`p99 of the post at ${A_SECOND} raters a second`, "ms", { floor: 1_000, goal: 300 }, ({ post }) => ({
    figure: Math.round(percentile(post, 0.99)),
    note: `median ${Math.round(percentile(post, 0.5))} ms`,
  })),
];
