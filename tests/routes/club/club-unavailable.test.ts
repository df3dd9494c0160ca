import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
const { updateDueEntries } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");
const { log } = await import("#app/observability/log.server.ts");
const { announceEvents } = await import("#app/db/outbox.server.ts");
const pathOf = (code: string) => join(world.dataDir, "clubs", `${code}.sqlite`);

/** Creates Lakeside with a team on the leaderboard and its administrator signed in. */
async function lakeside() {
  const club = await world.club("Lakeside");
  const team = await world.team(club, "Hawks");
  await world.game(club, team, 30);
  const cookie = await world.signIn(club.adminAccount, club.code);
  expect((await world.ask("/teams", { cookie })).status).toBe(200);
  return { club, team, cookie, path: pathOf(club.code) };
}
const alerts = (code: string) =>
  readMails(
    world.control
      .selectFrom("mails")
      .selectAll()
      .where("tag", "=", "club-down")
      .where("club_code", "=", code)
      .execute(),
  );

describe("a club whose file is", () => {
  test.each([
    ["missing", (path: string) => renameSync(path, `${path}.away`), "is gone"],
    ["not a database", (path: string) => writeFileSync(path, "this is no database"), "is damaged"],
    ["damaged inside", damageInside, "is damaged"],
    ["another club's", becomeAnother, "belongs to another club"],
  ])(
    "%s fails alone, with an error page and one email to platform staff, and recovers without a restart",
    async (_, spoil, words) => {
      const { club, cookie, path } = await lakeside();
      const neighbor = await world.club("Riverside");
      const whole = await settled(path);
      spoil(path);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const page = await world.ask("/teams", { cookie });
        expect([attempt, page.status, page.headers.get("Retry-After")]).toEqual([attempt, 503, "120"]);
        const html = await page.text();
        expect(html).toContain("<title>Your club is not available right now · Goodside</title>");
        expect(html).toContain("try again in a few minutes; if this page comes again, write to us");
        expect(html).toContain("Reference number: <code>test-request</code>");
        expect(html).not.toMatch(/sqlite|malformed/i);
      }
      const [mail, ...more] = await alerts(club.code);
      expect(more).toEqual([]);
      expect(mail).toMatchObject({ to_address: "support@goodside.example" });
      expect(mail?.text).toContain(words);
      expect(mail?.text).toContain(`npm run restore -- --from DIR --club ${club.code.toUpperCase()}`);

      const next = await world.signIn(neighbor.adminAccount, neighbor.code);
      expect((await world.ask("/teams", { cookie: next })).status).toBe(200);

      for (const part of ["", "-wal", "-shm"]) rmSync(path + part, { force: true });
      writeFileSync(path, whole);
      expect((await world.ask("/teams", { cookie })).status).toBe(200);
    },
  );
});

describe("background work for an unavailable club", () => {
  let errors: unknown[];
  beforeEach(() => {
    errors = [];
    log.level = "warn";
    log.warn = ((line: unknown) => errors.push(line)) as typeof log.warn;
  });

  test("background work for an unavailable club backs off, alerts platform staff once, and resumes as soon as the file is replaced", async () => {
    const { club, team, path } = await lakeside();
    await world.platform.clubs.close();
    const whole = await settled(path);
    const { replaceEntries } = await import("#app/domain/control/leaderboard/entries.server.ts");
    const { leaderboardEntries } = await import("#app/domain/club/leaderboard/entries.server.ts");
    const entries = await world.platform.clubs.use(club.code, (db) =>
      leaderboardEntries(db, "all", new Date()),
    );
    const due = entries.map((row) => ({ ...row, changesAt: "2026-01-01T00:00:00.000Z" }));
    await replaceEntries(world.control, { clubCode: club.code, teams: "all", entries: due });
    await announceEvents(world.control, club.code);
    await world.platform.clubs.close();
    renameSync(path, `${path}.away`);

    for (let round = 0; round < 10; round += 1) {
      await updateDueEntries(world.platform);
      await deliverOpenEvents(world.platform, -1);
    }
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ club: club.code, failures: 1, nextTrySeconds: 5 });
    expect(await alerts(club.code)).toHaveLength(1);

    writeFileSync(path, whole);
    await updateDueEntries(world.platform);
    await deliverOpenEvents(world.platform, -1);
    const row = await world.control
      .selectFrom("standings")
      .select("changes_at")
      .where("team_id", "=", team)
      .executeTakeFirst();
    expect(row?.changes_at).toBeNull();
    expect(errors).toHaveLength(1);
  });
});

test("a job of an unavailable club keeps its attempts, alerts platform staff once and succeeds once the club is back", async () => {
  const { enqueue, MAX_ATTEMPTS } = await import("#app/queue/queue.server.ts");
  const { runDueJobs } = await import("#app/jobs/run.server.ts");
  const { club, path } = await lakeside();
  await world.platform.clubs.close();
  const whole = await settled(path);
  renameSync(path, `${path}.away`);
  await world.control.deleteFrom("jobs").execute();
  await enqueue(world.control, { kind: "look", payload: {}, key: "look" });
  let done = 0;
  const look = async ({ clubs }: typeof world.platform) => {
    await clubs.use(club.code, (db) => db.selectFrom("teams").select("id").execute());
    done += 1;
  };
  const theJob = () =>
    world.control.selectFrom("jobs").selectAll().where("kind", "=", "look").executeTakeFirstOrThrow();
  const round = async () => {
    const begun = Date.now();
    expect(await runDueJobs(world.platform, { look }, 0)).toBe(1);
    const after = await theJob();
    // Drops the job of the alert's email.
    await world.control.deleteFrom("jobs").where("kind", "<>", "look").execute();
    await world.control.updateTable("jobs").set({ run_at: "2026-01-01T00:00:00.000Z" }).execute();
    return { ...after, pause: Math.round((Date.parse(after.run_at) - begun) / 1000) };
  };
  for (let n = 0; n < 2 * MAX_ATTEMPTS; n += 1) {
    expect(await round()).toMatchObject({ status: "queued", attempts: 0, pause: 60 });
  }
  expect(await alerts(club.code)).toHaveLength(1);
  writeFileSync(path, whole);
  expect(await round()).toMatchObject({ status: "done", attempts: 1 });
  expect(done).toBe(1);
});

/** Returns the whole file as bytes, after a checkpoint. */
async function settled(path: string): Promise<Buffer> {
  const { openFile } = await import("#app/db/file-engine.server.ts");
  const file = openFile(path);
  file.pragma("wal_checkpoint(TRUNCATE)");
  file.close();
  return readFileSync(path);
}

/** Overwrites all but the first pages, so that the file still opens. */
function damageInside(path: string): void {
  const bytes = readFileSync(path);
  const pages = bytes.length / 4096;
  const first = bytes.indexOf("Hawks");
  expect(first).toBeGreaterThan(4096);
  const page = Math.floor(first / 4096);
  expect(page).toBeLessThan(pages);
  bytes.fill(0x55, page * 4096, (page + 1) * 4096);
  writeFileSync(path, bytes);
}

function becomeAnother(path: string): void {
  const bytes = readFileSync(path);
  const code = path.replace(/^.*\/|\.sqlite$/g, "");
  const other = `x${code.slice(1)}`;
  writeFileSync(`${path}.new`, Buffer.from(bytes.toString("latin1").replaceAll(code, other), "latin1"));
  for (const part of ["-wal", "-shm"]) rmSync(path + part, { force: true });
  renameSync(`${path}.new`, path);
}
