import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type Platform } from "#app/db/storage/platform.server.ts";
import { registerAdmin } from "#app/domain/control/platform/register-admin.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { backUp } from "../../scripts/backup/backup.ts";
import { type RunningServer, startServer, until } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";
import { Chance, pause } from "./chance.ts";
import { STAFF } from "./club-life.ts";
import { soundness, standInRecords } from "./judge.ts";
import { read, underKills } from "./kills.ts";
import { runOf } from "./run.ts";
import { type Rater, writeSeason } from "./season.ts";

const { seed } = runOf(process.env);
const GAMES_A_TEAM = 500;
/** Ratings between the steps. */
const RATINGS_BETWEEN = 12;
const WITHIN_MS = 120_000;
const dataDir = mkdtempSync(join(tmpdir(), "goodside-swap-"));
const backups = mkdtempSync(join(tmpdir(), "goodside-swap-backups-"));
process.env.DATA_DIR = dataDir;
let server: RunningServer;
let open: Platform;
let season: Awaited<ReturnType<typeof writeSeason>>;
const kills = underKills(() => server, new Chance(seed), 0);

beforeAll(async () => {
  season = await writeSeason(dataDir, GAMES_A_TEAM, ["Lakeside"]);
  open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  const robin = { firstName: "Robin", lastName: "Reyes", company: "", ...STAFF };
  await registerAdmin(open.control, { ...robin, role: "super_admin" }, "command line");
  const env = { WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error", BACKUP_DIR: backups };
  server = await startServer({ dataDir, env });
});
afterAll(async () => {
  await open?.close();
  await server?.stop();
  rmSync(backups, { recursive: true, force: true });
});

/** A rating that was answered with a redirect, and the time span of its request. */
interface Acknowledged {
  submission: string;
  gameId: string;
  side: string;
  sent: number;
  answered: number;
}

/** Runs coaches and managers who rate one game after the other, pressing again until they are answered. */
function rating(raters: readonly Rater[]) {
  const acknowledged: Acknowledged[] = [];
  const wrong: string[] = [];
  let stopping = false;
  const chance = new Chance(seed + 1);
  const rate = async (rater: Rater) => {
    const visitor = new Visitor(server.url, { cookie: rater.cookie });
    for (const gameId of rater.games) {
      const { side } = rater;
      const submission = newId();
      const form = { score: "20", reason: "All fine", side, submission, version: "" };
      for (;;) {
        if (stopping) return;
        const sent = Date.now();
        const answer = await visitor.post(`/rating/${gameId}`, form).catch(() => null);
        if (answer?.status === 302 || answer?.status === 303) {
          acknowledged.push({ submission, gameId, side, sent, answered: Date.now() });
          break;
        }
        if (answer && ![502, 503].includes(answer.status))
          wrong.push(`${answer.status}: ${answer.text.slice(0, 300)}`);
        await pause(150);
      }
      await pause(chance.next() * 60);
    }
  };
  const people = raters.map(rate);
  const stop = async () => {
    stopping = true;
    await Promise.all(people);
  };
  const more = async (count: number) => {
    const enough = acknowledged.length + count;
    await until(WITHIN_MS, async () => acknowledged.length >= enough || wrong.length > 0 || undefined);
  };
  return { acknowledged, wrong, stop, more };
}

const stored = (code: string) =>
  open.clubs.use(code, async (db) => {
    const rows = await db.selectFrom("ratings").select("submission_key").execute();
    expect(await soundness(db, code)).toEqual([]);
    return rows.map(({ submission_key }) => submission_key);
  });

test.each([
  ["left alone", false],
  ["killed", true],
])(
  `a club's file is swapped while its coaches rate, and swapped back, by a jobs process that is %s (seed ${seed}): each acknowledged rating is in one of the two`,
  async (_, killed) => {
    const { raters } = season;
    const code = raters[0]?.clubCode ?? "";
    const list = `/admin/clubs/${code}/copies`;
    const robin = new Visitor(server.url);
    await kills.step(() => robin.post("/admin/login", STAFF), "/admin");
    const copiesOn = async () => {
      const { text } = await kills.step(() => robin.get(list), "200");
      return [...text.matchAll(/copies\/([\w-]{22})"/g)].map(([, id = ""]) => id);
    };
    const swap = async (copy: string) => {
      const form = { reason: "asked-by-club", clubCode: code, password: STAFF.password };
      await kills.step(() => robin.post(`${list}/${copy}`, form), list);
      const ordered = Date.now();
      if (killed) {
        await pause(new Chance(seed + ordered).next() * 400);
        kills.kill("jobs");
        // Its lease runs out.
        await pause(300);
        await kills.step(() => robin.post("/sandbox/clock", { hours: "0.1" }), /./);
      }
      const done = await until(WITHIN_MS, async () => {
        const row = await open.control
          .selectFrom("club_restores")
          .selectAll()
          .where("club_code", "=", code)
          .orderBy("ordered_at", "desc")
          .executeTakeFirst();
        return row && row.state !== "ordered" ? row : undefined;
      });
      expect(done).toMatchObject({ state: "done", problem: null });
      return { ordered, finished: Date.now() };
    };

    const known = await copiesOn();
    const people = rating(
      raters.map((rater) => ({ ...rater, games: rater.games.slice(killed ? 250 : 0, killed ? 500 : 250) })),
    );
    try {
      await people.more(RATINGS_BETWEEN);
      const copied = Date.now();
      expect(await backUp({ dataDir, to: join(backups, killed ? "second" : "first") }, () => {})).toBe(0);
      const inCopy = people.acknowledged
        .filter(({ answered }) => answered < copied)
        .map(({ submission }) => submission);
      await people.more(RATINGS_BETWEEN);
      const [copy = ""] = (await copiesOn()).filter((id) => !known.includes(id));
      // The losses of the swap are counted before the code is typed.
      const lost = people.acknowledged.length - inCopy.length;
      const page = await read(robin, `${list}/${copy}`);
      const [, shown = "0"] =
        /Ratings\s+(?:Now\s+)?\d+\s+(?:In the copy\s+)?\d+\s+(?:Lost\s+)?(\d+)/.exec(page) ?? [];
      expect(Number(shown), page.slice(0, 2_000)).toBeGreaterThan(0);
      expect(Number(shown)).toBeLessThanOrEqual(people.acknowledged.length + raters.length - inCopy.length);
      expect(lost).toBeGreaterThan(0);

      const beforeSwap = await copiesOn();
      const { ordered, finished } = await swap(copy);
      await people.more(RATINGS_BETWEEN);
      const now = await stored(code);
      expect(inCopy.filter((key) => !now.includes(key))).toEqual([]);
      const after = people.acknowledged
        .filter(({ sent }) => sent > finished)
        .map(({ submission }) => submission);
      expect(after.length).toBeGreaterThan(0);
      expect(after.filter((key) => !now.includes(key))).toEqual([]);

      // The copy put aside has everything acknowledged before the swap: nothing was lost between the two.
      const [aside = ""] = (await copiesOn()).filter((id) => !beforeSwap.includes(id));
      const inNew = new Set(now);
      await swap(aside);
      await people.more(RATINGS_BETWEEN);
      const back = new Set(await stored(code));
      const neither = people.acknowledged.filter(
        ({ submission, answered }) => answered < finished && !inNew.has(submission) && !back.has(submission),
      );
      expect(neither).toEqual([]);
      const earlier = people.acknowledged
        .filter(({ answered }) => answered < ordered)
        .map(({ submission }) => submission);
      expect(earlier.filter((key) => !back.has(key))).toEqual([]);
      expect(people.wrong).toEqual([]);
    } finally {
      await people.stop();
    }
    expect(people.wrong).toEqual([]);
    const times = new Map<string, number>();
    for (const { metadata } of standInRecords(dataDir).mails)
      times.set(metadata.mail ?? "none", (times.get(metadata.mail ?? "none") ?? 0) + 1);
    expect([...times.values()].filter((count) => count > 1)).toEqual([]);
  },
  300_000,
);
