import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { momentOf } from "#app/domain/values/times.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { addParents } from "#tests/support/parents.ts";
import { STAFF_PASSWORD } from "#tests/support/staff.ts";

vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-20T18:00:00Z") });
const backups = mkdtempSync(join(tmpdir(), "goodside-backups-"));
process.env.BACKUP_DIR = backups;
const { world, lakeside, hawks, ada } = await openLakeside();
const { control, platform } = world;
afterAll(async () => {
  delete process.env.BACKUP_DIR;
  await world.close();
  rmSync(backups, { recursive: true, force: true });
});
const { backUp } = await import("#scripts/backup/backup.ts");
const { changeClub, deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
const { runDueClubs } = await import("#app/journeys/club-week/run-club-week.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const { clubCopies, orderSwap, runSwap } = await import("#app/journeys/support/restore-club.server.ts");
const { createSeason, listSeasons } = await import("#app/domain/club/seasons/seasons.server.ts");
const { doRollOver, planRollOver } = await import("#app/domain/club/seasons/roll-overs.server.ts");
const { previewSeasonMail } = await import("#app/domain/club/seasons/season-mails.server.ts");
const { sendSeason } = await import("#app/journeys/seasons/send-season.server.ts");
const { createProgram } = await import("#app/domain/club/rewards/programs.server.ts");
const { createReward } = await import("#app/domain/club/rewards/rewards.server.ts");
const { usualCriteria } = await import("#app/domain/club/rewards/rewards.ts");
const { answerPulse } = await import("#app/domain/club/pulse/answers.server.ts");
const { listPulses, sendPulse } = await import("#app/domain/club/pulse/pulse.server.ts");
const { wakeClub } = await import("#app/domain/control/clubs/timetable.server.ts");

type Db = Parameters<Parameters<typeof platform.clubs.use>[1]>[0];
type Tx = Parameters<Parameters<typeof changeClub>[1]>[0];
const inClub = <Result>(work: (db: Db) => Promise<Result>) => platform.clubs.use(lakeside.code, work);
const change = <Result>(work: (tx: Tx) => Promise<Result>) =>
  inClub((db) => changeClub({ control, db, club: lakeside }, work));
const on = (day: string, time = "12:00") => {
  const at = new Date(momentOf(day, time, "America/Chicago"));
  vi.setSystemTime(at);
  return at;
};

/** Runs everything that the jobs process does at this moment; queued mail counts as sent. */
async function look(): Promise<void> {
  await deliverOpenEvents(platform);
  await wakeClub(control, lakeside.code);
  await runDueClubs(platform);
  const kind = "pulse.mails";
  const only = { [kind]: jobHandlers[kind] };
  await control.deleteFrom("jobs").where("kind", "<>", kind).execute();
  while (await runDueJobs(platform, only, 0))
    await control.deleteFrom("jobs").where("kind", "<>", kind).execute();
  await deliverOpenEvents(platform);
  const at = new Date().toISOString();
  await control
    .updateTable("mails")
    .set({ status: "sent", attempted_at: at, sent_at: at })
    .where("status", "=", "queued")
    .execute();
}
const mails = async () =>
  (
    await control
      .selectFrom("mails")
      .select(["tag", "to_address"])
      .where("tag", "<>", "club-brought-back")
      .execute()
  )
    .map(({ tag, to_address }) => `${tag} ${to_address}`)
    .sort();
const earned = () =>
  inClub(async (db) =>
    (await db.selectFrom("earned_rewards").select(["reward_id", "team_id", "game_id", "status"]).execute())
      .map((row) => Object.values(row).join(" "))
      .sort(),
  );
const seasonNames = () => inClub(async (db) => (await listSeasons(db)).map(({ name }) => name).sort());
const teamIs = () =>
  inClub((db) =>
    db.selectFrom("teams").select(["season", "age_group"]).where("id", "=", hawks).executeTakeFirstOrThrow(),
  );

await world.signInStaff("super_admin");
const staff = await control.selectFrom("platform_admins").select(["id", "email"]).executeTakeFirstOrThrow();
let copies = 0;
/** @returns a copy of the club's file as it is */
async function copied(): Promise<string> {
  copies += 1;
  const to = join(backups, `copy-${copies}`);
  expect(await backUp({ dataDir: world.dataDir, to }, () => {})).toBe(0);
  return to;
}
/** Puts a copy in the club's place, as staff do. @returns where what stood there is */
async function putInPlace(folder: string, problem: unknown = null): Promise<string> {
  vi.setSystemTime(new Date(Date.now() + 60_000));
  const { copies: all } = await clubCopies(control, lakeside.code);
  const copy = all.find(({ path }) => path.startsWith(folder));
  if (!copy) throw new Error(`no copy in ${folder}`);
  const asked = { staff, reason: "asked-by-club" as const, password: STAFF_PASSWORD, code: "" };
  expect(await orderSwap(control, lakeside.code, copy, asked)).toEqual({ ok: true });
  const order = await control
    .selectFrom("club_restores")
    .select(["id", "aside"])
    .where("state", "=", "ordered")
    .executeTakeFirstOrThrow();
  await runSwap(platform, order.id);
  const done = await control
    .selectFrom("club_restores")
    .selectAll()
    .where("id", "=", order.id)
    .executeTakeFirst();
  expect(done).toMatchObject({ state: problem === null ? "done" : "failed", problem });
  return order.aside;
}

async function rollOver(from: string): Promise<void> {
  const into = { name: "Winter", startsOn: "2026-11-10", endsOn: "2027-01-31", into: "" };
  const kept = { keep: [hawks], ages: new Map([[hawks, "U-13"]]), invite: [], takeRewards: true };
  const plan = await change((tx) => planRollOver(tx, from, { ...into, ...kept }, "Ada Admin"));
  if (!plan.ok) throw new Error(plan.problem);
  expect(await change((tx) => doRollOver(tx, plan.id))).toEqual({ ok: true });
}
const sendToBoard = (seasonId: string, again = false) =>
  inClub(async (db) => {
    const ctx = {
      ...{ control, db, club: lakeside },
      user: { accountId: ada.id, name: "Ada Admin" },
    } as unknown as Parameters<typeof sendSeason>[0];
    const fields = { addresses: ["kim@board.example"], words: "", again };
    const id = await changeClub(ctx, (tx) =>
      previewSeasonMail(tx, seasonId, fields, { by: "Ada Admin", at: new Date() }),
    );
    return sendSeason(ctx, id, new Date());
  });

// product/support.md#support-tools
test("a copy of before a season's end doubles none of its emails and loses none of its rewards", async () => {
  const days = { name: "Fall", startsOn: "2026-09-01", endsOn: "2026-10-31", description: "" };
  const season = await change((tx) =>
    createSeason(tx, { ...days, plannedGames: null, allTeams: true, teamIds: [] }),
  );
  if (!season.ok) throw new Error(season.problem);
  const made = await change(async (tx) => {
    const fields = {
      name: "Heroes",
      description: "",
      type: "team",
      seasonId: season.id,
      budgetCents: 50_00,
    } as const;
    const program = await createProgram(tx, fields, "2026-09-01");
    if (!program.ok) throw new Error(program.problem);
    const reward = {
      ...{ ...usualCriteria, title: "Cake", description: "", valueCents: 10_00, color: "gold" as const },
      ...{ isPaused: false, autoTrigger: true, notificationEnabled: true },
    };
    await createReward(tx, program.id, { ...reward, type: "streak" });
    return createReward(tx, program.id, { ...reward, type: "season_end", gameCount: 4, scoreThreshold: 15 });
  });
  expect(made.ok).toBe(true);
  const final = { final_score: 20, agreement: "agreed", final_policy: "coach-final" } as const;
  for (const days of [18, 15, 12, 9, 6, 3])
    await world.game(lakeside, hawks, days * 24, { ...final, finalized_at: new Date().toISOString() });
  on("2026-10-30");
  await look();
  const before = await copied();
  on("2026-11-01", "08:00");
  await look();
  on("2026-11-05");
  await look();
  expect(await sendToBoard(season.id)).toMatchObject({ ok: true });
  await rollOver(season.id);
  await look();
  const [sent, given] = [await mails(), await earned()];
  expect(sent.filter((mail) => mail.startsWith("season-"))).toEqual([
    "season-board kim@board.example",
    "season-summary admin@lakeside.example",
    "season-update admin@lakeside.example",
    "season-update dana.reyes@people.example",
    "season-update mia.manager@people.example",
  ]);
  // Two streaks and the season's end.
  expect(given).toHaveLength(3);
  expect(await teamIs()).toEqual({ season: "Winter", age_group: "U-13" });

  on("2026-11-06");
  const aside = await putInPlace(before);
  expect(await seasonNames()).toEqual(["Fall"]);
  expect(await teamIs()).toEqual({ season: "Fall 2026", age_group: "U-12" });
  await look();
  expect(await earned()).toEqual(given);
  expect(await mails()).toEqual(sent);
  // The record that the board has it is gone, but an address gets a season once.
  await sendToBoard(season.id);
  await rollOver(season.id);
  await look();
  expect(await mails()).toEqual(sent);
  expect(await seasonNames()).toEqual(["Fall", "Winter"]);
  expect(await sendToBoard(season.id, true)).toMatchObject({ ok: true });
  await look();
  expect(await mails()).toEqual([...sent, "season-board kim@board.example"].sort());

  await putInPlace(aside);
  await look();
  expect(await earned()).toEqual(given);
  expect(await seasonNames()).toEqual(["Fall", "Winter"]);
  expect(await teamIs()).toEqual({ season: "Winter", age_group: "U-13" });
  expect(await mails()).toEqual([...sent, "season-board kim@board.example"].sort());
}, 60_000);

// product/reports.md#pulse
test("a copy of while parents were asked asks and reminds nobody twice, and counts what it holds", async () => {
  on("2026-11-10");
  await addParents(world, lakeside, hawks, 9);
  const pulse = await change((tx) =>
    sendPulse(tx, { teamIds: [hawks], closesOn: "2026-11-24" }, { by: "Ada Admin", at: new Date() }),
  );
  expect(pulse).toMatchObject({ ok: true, recipients: 9 });
  await look();
  const invited = await inClub((db) =>
    db.selectFrom("pulse_invitations").selectAll().orderBy("id").execute(),
  );
  const answer = (from: number, to: number, score: 1 | 5) =>
    change(async (tx) => {
      for (const link of invited.slice(from, to))
        await answerPulse(tx, link, { score, sentence: "" }, new Date());
    });
  await answer(0, 5, 5);
  // Like a link of an earlier sending.
  const [former] = invited.slice(8).map((link) => ({ ...link, issue: link.issue - 1 }));
  expect(
    await change((tx) =>
      answerPulse(tx, former as NonNullable<typeof former>, { score: 1, sentence: "" }, new Date()),
    ),
  ).toEqual({ ok: false, problem: "closed" });
  const open = await copied();
  on("2026-11-18");
  await look();
  await answer(5, 8, 1);
  on("2026-11-25");
  await look();
  const sent = await mails();
  const asked = (tag: string) => sent.filter((mail) => mail.startsWith(tag)).length;
  // Parents who had not answered at half time are reminded.
  expect([asked("pulse-request"), asked("pulse-reminder")]).toEqual([9, 4]);
  const counts = () => inClub(async (db) => (await listPulses(db, "all"))[0]?.club?.counts);
  expect(await counts()).toEqual([3, 0, 0, 0, 5]);

  const aside = await putInPlace(open);
  expect(await counts()).toBeUndefined();
  await look();
  expect(await counts()).toEqual([0, 0, 0, 0, 5]);
  expect(await inClub((db) => db.selectFrom("pulse_answers").selectAll().execute())).toEqual([]);
  expect(await mails()).toEqual(sent);
  await putInPlace(aside);
  await look();
  expect(await counts()).toEqual([3, 0, 0, 0, 5]);
  expect(await mails()).toEqual(sent);
}, 60_000);

test("a copy of another club with the same code takes nobody's place", async () => {
  const copy = await copied();
  await change((tx) =>
    tx.updateTable("teams").set({ description: "Ours" }).where("id", "=", hawks).execute(),
  );
  const created = (created_at: string) =>
    control.updateTable("clubs").set({ created_at }).where("code", "=", lakeside.code).execute();
  const { created_at } = await control
    .selectFrom("clubs")
    .select("created_at")
    .where("code", "=", lakeside.code)
    .executeTakeFirstOrThrow();
  await created("2020-01-01T00:00:00.000Z");
  await putInPlace(copy, expect.stringContaining("another club"));
  await created(created_at);
  const team = await inClub((db) =>
    db.selectFrom("teams").select("description").where("id", "=", hawks).executeTakeFirst(),
  );
  expect(team?.description).toBe("Ours");
}, 60_000);
