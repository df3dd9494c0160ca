import { expect, onTestFinished, test } from "vitest";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { startServer, until } from "../support/server.ts";
import { Chance } from "./chance.ts";
import { type Ledger, newLedger } from "./ledger.ts";
import { ownFolder } from "./own-folder.ts";
import { killOne } from "./processes.ts";
import { runOf } from "./run.ts";

const { dataDir, drop } = await ownFolder("saturday");
const { leaderboardEntries } = await import("#app/domain/club/leaderboard/entries.server.ts");
const { judge } = await import("./judge.ts");
const { rest } = await import("./rest.ts");
const { writeSeason } = await import("./season.ts");
const { openStored } = await import("./stored.ts");
const { Traffic } = await import("./traffic.ts");

/** 40 clubs with 5 teams, and a coach and a manager each: 400 raters, who rate the games of a morning. */
const CLUBS = Array.from({ length: 40 }, (_, n) => `Club ${initial(n >> 3)}${initial(n % 8)}`);
const TEAMS = ["Hawks", "Lions", "Otters", "Owls", "Foxes"];
const GAMES_A_TEAM = 2;
/** They come in waves, as games end. */
const WAVES = 8;
/** Answers between two waves. */
const ANSWERS_BETWEEN = 60;
const ANSWERS_WITHIN_MS = 120_000;
/** product/leaderboards.md#leaderboard: a board is right within a minute, whatever died. */
const BOARDS_WITHIN_MS = 60_000;

function initial(n: number): string {
  return String.fromCharCode(97 + n);
}

const { seed } = runOf(process.env);

test(`every rating and mail of a Saturday noon with kill -9 of a web and of the jobs process (seed ${seed}) is there once, and the boards are right within a minute`, async () => {
  const chance = new Chance(seed);
  const ledger = newLedger();
  const { raters } = await writeSeason(dataDir, GAMES_A_TEAM, CLUBS, TEAMS);
  const env = { WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error" };
  const server = await startServer({ dataDir, env });
  onTestFinished(async () => {
    await server.stop();
    await drop();
  });
  const traffic = new Traffic(server.url, ledger, new Chance(seed + 1));
  const kills = [["web"], ["jobs"], ["web"], ["jobs"]];
  for (let wave = 0; wave < WAVES; wave += 1) {
    traffic.startRating(raters.filter((_, n) => n % WAVES === wave));
    await answered(ledger, ANSWERS_BETWEEN);
    const kinds = wave % 2 === 1 ? kills.shift() : undefined;
    if (kinds) killOne(server, chance, kinds);
  }
  await traffic.finish();
  expect(ledger.ratings.size).toBeGreaterThanOrEqual(2 * raters.length);
  expect([...ledger.ratings.values()].filter(({ acknowledged }) => !acknowledged)).toEqual([]);

  const open = await openStored(dataDir);
  onTestFinished(() => open.close());
  await until(BOARDS_WITHIN_MS, async () => (await boardsAreRight(open)) || undefined);
  await rest(server);
  const { output } = server;
  expect(await server.stop({ keepData: true })).toBe(0);
  expect(await judge(open, ledger, dataDir), output.slice(-3_000)).toEqual([]);
  expect(await unnotified(open, ledger)).toEqual([]);
}, 400_000);

/** Waits for this many more answers. */
async function answered(ledger: Ledger, more: number): Promise<void> {
  const enough = ledger.acknowledged + more;
  await until(
    ANSWERS_WITHIN_MS,
    async () => ledger.acknowledged >= enough || ledger.wrong.length > 0 || undefined,
  );
}

/** Tells whether the boards agree with the clubs' files, without waiting. */
async function boardsAreRight({ control, clubs }: Platform): Promise<boolean> {
  const rows = await control.selectFrom("standings").selectAll().execute();
  const shown = new Map(rows.map((row) => [row.team_id, row]));
  for (const code of await clubs.codes()) {
    const entries = await clubs.use(code, (db) => leaderboardEntries(db, "all", new Date()));
    for (const { teamId, strip, totalScore, ratedGames } of entries) {
      const row = shown.get(teamId);
      if (row?.strip !== strip || row.total_score !== totalScore || row.rated_games !== ratedGames)
        return false;
    }
  }
  return true;
}

/** Returns the acknowledged ratings of which nobody was notified. */
async function unnotified({ control }: Platform, ledger: Ledger): Promise<string[]> {
  const rows = await control
    .selectFrom("notification_entries")
    .select("key")
    .where("kind", "=", "rating-submissions")
    .execute();
  const known = new Set(rows.map(({ key }) => key));
  return [...ledger.ratings.values()].flatMap(({ acknowledged, gameId, side }) =>
    acknowledged && !known.has(`${gameId}:${side}`) ? [`${gameId}:${side}`] : [],
  );
}
