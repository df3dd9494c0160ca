import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { once, type PostgresServer, startPostgres } from "#tests/support/postgres-server.ts";
import { startServer, until } from "#tests/support/server.ts";
import { World } from "#tests/support/world.ts";

/** Coaches who rate one game after the other, each waiting for the answer. */
const RATERS = 8;
const GAMES_EACH = 60;
/** So many ratings are acknowledged before the server dies, and after another took over. */
const BEFORE = 40;
const AFTER = 40;
const BACK_WITHIN_MS = 10_000;
const SUBMISSION_WITHIN_MS = 60_000;

interface Submission {
  game: string;
  cookie: string;
  id: string;
}

test("the server dies under load, its standby takes over: nothing acknowledged is lost, nothing is there twice, pages are back within 10 s", async () => {
  const primary = await startPostgres({ settings: { fsync: "off" } });
  onTestFinished(() => primary.stop());
  await once(
    primary.superUrl,
    "create database club_data owner goodside encoding 'UTF8' locale 'C' template template0",
  );
  const at = ({ port }: PostgresServer) => `127.0.0.1:${port}`;
  const urlOf = (hosts: string) => `postgres://goodside@${hosts}/club_data?target_session_attrs=read-write`;
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-fail-over-"));
  const opening = { dataDir, mode: "test", migrateOnOpen: true } as const;
  const open = await openPlatform({ ...opening, databaseUrl: urlOf(at(primary)) });
  const submissions = await writeGames(new World(dataDir, open, () => open.close()));
  await open.close();

  const standby = await startPostgres({ settings: { fsync: "off" }, standbyOf: primary });
  onTestFinished(() => standby.stop());
  // What is acknowledged is on both, and visible there.
  await once(primary.superUrl, "alter system set synchronous_standby_names = '*'");
  await once(primary.superUrl, "alter system set synchronous_commit = 'remote_apply'");
  await once(primary.superUrl, "select pg_reload_conf()");
  await until(30_000, async () => {
    const rows = await once(primary.superUrl, "select 1 from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0 || undefined;
  });

  const databaseUrl = urlOf(`${at(primary)},${at(standby)}`);
  const env = { DATABASE_URL: databaseUrl, WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error" };
  const server = await startServer({ dataDir, env });
  onTestFinished(async () => {
    await server.stop();
  });

  const acknowledged: Submission[] = [];
  const answers = new Map<number, number>();
  let isOver = false;
  const raters = submissions.map(async (own, rater) => {
    for (const submission of own) {
      if (isOver) return;
      const since = Date.now();
      // As people do, who send the same form again.
      while (!isOver && Date.now() - since < SUBMISSION_WITHIN_MS) {
        const status = await rate(server.url, submission, rater);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 303) {
          acknowledged.push(submission);
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  });
  const enough = (count: number) => until(120_000, async () => acknowledged.length >= count || undefined);
  await enough(BEFORE);
  const died = Date.now();
  primary.process.kill("SIGKILL");
  await once(standby.superUrl, "select pg_promote()");
  const promoted = Date.now() - died;
  const [cookie = ""] = submissions.flat().map((one) => one.cookie);
  await until(60_000, async () => {
    const page = await fetch(`${server.url}/dashboard`, { headers: { Cookie: cookie } }).catch(() => null);
    return page?.status === 200 || undefined;
  });
  const pagesBack = Date.now() - died;
  await enough(acknowledged.length + 1);
  const ratingsBack = Date.now() - died;
  await enough(acknowledged.length + AFTER);
  isOver = true;
  await Promise.all(raters);
  console.log(
    `fail-over: promoted after ${promoted} ms, pages back after ${pagesBack} ms, ratings after ${ratingsBack} ms; answers ${JSON.stringify([...answers])}`,
  );
  await server.stop({ keepData: true });

  const after = await openPlatform({ ...opening, migrateOnOpen: false, databaseUrl });
  onTestFinished(() => after.close());
  const [code = ""] = await after.clubs.codes();
  const rows = await after.clubs.use(code, (db) =>
    db.selectFrom("ratings").select(["game_id", "submission_key"]).execute(),
  );
  const stored = new Set(rows.map((row) => row.submission_key));
  expect(acknowledged.filter(({ id }) => !stored.has(id))).toEqual([]);
  expect(rows.length).toBe(new Set(rows.map((row) => row.game_id)).size);
  expect(pagesBack).toBeLessThan(BACK_WITHIN_MS);
  expect(ratingsBack).toBeLessThan(BACK_WITHIN_MS);
}, 400_000);

/** A club whose coaches have games to rate. @returns what each of them will send */
async function writeGames(world: World): Promise<Submission[][]> {
  const { newId } = await import("#app/runtime/ids.server.ts");
  const club = await world.club("Lakeside", { code: "lakeside1" });
  const all: Submission[][] = [];
  for (let rater = 0; rater < RATERS; rater += 1) {
    const team = await world.team(club, `Team ${rater}`, { name_key: `team ${rater}` });
    const person = await world.person(`Coach ${String.fromCharCode(97 + rater)}`, club, [
      { team, role: "coach" },
    ]);
    const cookie = await world.signIn(person, club.code);
    const own: Submission[] = [];
    for (let game = 0; game < GAMES_EACH; game += 1)
      own.push({ game: await world.game(club, team, 3 + game / 60), cookie, id: newId() });
    all.push(own);
  }
  return all;
}

async function rate(url: string, { game, cookie, id }: Submission, rater: number): Promise<number> {
  const form = new URLSearchParams({ score: "20", reason: "A calm game", submission: id, version: "" });
  const headers = { Cookie: cookie, Origin: url, "X-Forwarded-For": `203.0.113.${rater + 10}` };
  try {
    const answer = await fetch(`${url}/mobile-rating?game=${game}`, {
      method: "POST",
      headers,
      body: form,
      redirect: "manual",
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
