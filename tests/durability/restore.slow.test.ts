import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { SandboxClock } from "../../sandbox/clock.ts";
import { startSandbox } from "../../sandbox/index.ts";
import type { SentMail } from "../../sandbox/postmark/mailbox.ts";
import { addParents } from "../support/parents.ts";
import { openWorld, type TestClub } from "../support/world.ts";

/** `AGREEMENTS=3000 npm run durability -- restore` sends as many as three large clubs. */
const PARENTS = Math.ceil(Number(process.env.AGREEMENTS ?? 300) / 3);
/** Longer than Postmark's search lags. */
const AFTER_THE_RESTORE_MS = 3 * 60_000;

const sandboxDir = mkdtempSync(join(tmpdir(), "goodside-restore-"));
const sandbox = await startSandbox({
  port: 0,
  appUrl: "http://goodside.test",
  dataDir: sandboxDir,
  webhookSecret: "whsec_sandbox",
});
process.env.SANDBOX_URL = sandbox.url;
const world = await openWorld();
const { issueAgreements } = await import("#app/domain/club/agreements/issue-agreements.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { changeClub, deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { backUp } = await import("../../scripts/backup/backup.ts");
const { restoreEverything } = await import("../../scripts/restore/everything.ts");
const { now } = await import("#app/runtime/clock.server.ts");
const restored = mkdtempSync(join(tmpdir(), "goodside-restored-"));
const backup = mkdtempSync(join(tmpdir(), "goodside-backup-"));
afterAll(async () => {
  await sandbox.close();
  await world.close();
  for (const folder of [sandboxDir, restored, backup]) rmSync(folder, { recursive: true, force: true });
});

/** Sends as an administrator does by 'Send'. */
const send = ({ clubs, control }: typeof world.platform, club: TestClub) =>
  clubs.use(club.code, (db) =>
    changeClub({ control, db, club }, (tx) =>
      issueAgreements(tx, "all-unsent", { scope: "all", by: "Ada Admin", at: now() }),
    ),
  );

async function clubWithParents(name: string): Promise<TestClub> {
  const club = await world.club(name, { code: name.toLowerCase() });
  await world.platform.clubs.use(club.code, (db) =>
    db.updateTable("club").set({ player_cap: 5_000 }).execute(),
  );
  await addParents(world, club, await world.team(club, "Hawks"), PARENTS, { name });
  return club;
}

/** Returns the recipients of the mail that the stub accepted. */
async function mailbox(): Promise<string[]> {
  const taken: string[] = [];
  const lines = createInterface({ input: createReadStream(join(sandboxDir, "sandbox", "mails.jsonl")) });
  for await (const text of lines) taken.push((JSON.parse(text) as SentMail).to);
  return taken;
}

test(
  `a backup in the middle of ${3 * PARENTS} agreements, restored after all were sent: no parent gets two`,
  async () => {
    const queued = await clubWithParents("Lakeside");
    const decided = await clubWithParents("Riverside");
    const after = await clubWithParents("Hilltop");
    await send(world.platform, queued);
    await runDueJobs(world.platform, undefined, 0);
    await send(world.platform, decided);
    const waiting = await world.control.selectFrom("mails").select("club_code").execute();
    // The job handles a large club in parts, so that the backup also comes between two parts.
    expect(new Set(waiting.map(({ club_code }) => club_code))).toEqual(new Set([queued.code]));
    expect(await backUp({ dataDir: world.dataDir, to: backup }, () => {})).toBe(0);
    await send(world.platform, after);
    await runDueJobs(world.platform);
    expect(await mailbox()).toHaveLength(3 * PARENTS);

    const lines: string[] = [];
    await restoreEverything({ dataDir: restored, mode: "test" }, backup, (line) => lines.push(line));
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^${waiting.length.toLocaleString("en")} mails wait to be sent`)),
    );
    const site = await openPlatform({ dataDir: restored, mode: "test", migrateOnOpen: false });
    await deliverOpenEvents(site);
    await send(site, after);
    new SandboxClock(world.dataDir).moveForward(AFTER_THE_RESTORE_MS);
    await runDueJobs(site);
    const open = await site.control.selectFrom("mails").select("id").where("status", "<>", "sent").execute();
    const all = await site.control.selectFrom("mails").select("id").execute();
    await site.close();
    expect([all.length, open.length]).toEqual([3 * PARENTS, 0]);
    const taken = await mailbox();
    console.log(`${waiting.length} of ${taken.length} mails were queued when the backup was made`);
    expect(taken).toHaveLength(3 * PARENTS);
    expect(new Set(taken).size).toBe(3 * PARENTS);
  },
  120_000 + PARENTS * 300,
);
