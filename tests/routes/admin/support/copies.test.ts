import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ClubSchema } from "#app/db/club/schema.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";
import { STAFF_PASSWORD } from "#tests/support/staff.ts";

const backups = mkdtempSync(join(tmpdir(), "goodside-backups-"));
process.env.BACKUP_DIR = backups;
const cast = await openLakeside();
const { world, lakeside, otters, ada, mia, dana, riverside } = cast;
const { control, platform, dataDir } = world;
const { backUp } = await import("#scripts/backup/backup.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { runSwap } = await import("#app/journeys/support/restore-club.server.ts");
afterAll(async () => {
  delete process.env.BACKUP_DIR;
  await world.close();
  rmSync(backups, { recursive: true, force: true });
});

const admin = await world.signInStaff("admin");
const list = `/admin/clubs/${lakeside.code}/copies`;
const live = join(dataDir, "clubs", "lakeside.sqlite");
const get = async (address: string, cookie = admin) =>
  (await (await world.ask(address, { cookie })).text()).replaceAll("<!-- -->", "");
const copiesOn = async () =>
  [...(await get(list)).matchAll(/copies\/([\w-]{22})"/g)].map(([, id = ""]) => id);
const order = (id: string, form: Record<string, string> = {}) =>
  world.ask(`${list}/${id}`, {
    cookie: admin,
    form: { reason: "asked-by-club", clubCode: "LAKESIDE", password: STAFF_PASSWORD, ...form },
  });
const teams = () =>
  platform.clubs.use("lakeside", async (db) =>
    (await db.selectFrom("teams").select("name").orderBy("name").execute()).map(({ name }) => name),
  );
const orders = () => control.selectFrom("club_restores").selectAll().orderBy("ordered_at").execute();
const aBackup = (name: string) => backUp({ dataDir, to: join(backups, name) }, () => {});

expect(await aBackup("10-00")).toBe(0);
const [early = ""] = await copiesOn();
await world.team(lakeside, "Late Team");
await platform.clubs.use("lakeside", async (db) => {
  await db.updateTable("teams").set({ description: "later" }).where("id", "=", otters).execute();
  await db.deleteFrom("staff").where("account_id", "=", dana.id).execute();
});
await control.deleteFrom("memberships").where("account_id", "=", dana.id).execute();
const late = await world.person("Lou Late", lakeside, [
  {
    team: (
      await platform.clubs.use("lakeside", (db) =>
        db.selectFrom("teams").select("id").where("name", "=", "Late Team").executeTakeFirstOrThrow(),
      )
    ).id,
    role: "coach",
  },
]);
const members = async () =>
  (
    await control.selectFrom("memberships").select("account_id").where("club_code", "=", "lakeside").execute()
  ).map(({ account_id }) => account_id);

const SEASON = {
  ...{ name: "Autumn 2028", startsOn: "2028-09-01", endsOn: "2028-11-30" },
  ...{ plannedGames: null, description: "", allTeams: true, teamIds: [] },
};

beforeEach(async () => {
  await control.deleteFrom("club_restores").where("state", "=", "ordered").execute();
});

// product/support.md#support-tools
describe("an older copy of a club", () => {
  test("an older copy of a club is compared in counts, and looking changes nothing", async () => {
    const before = readFileSync(live);
    const page = (await get(`${list}/${early}`)).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
    expect(page).toMatch(/Teams Now 3 In the copy 2 Lost 1 Back again 0 As before 1|Teams 3 2 1 0 1/);
    expect(page).toMatch(/Coaches and managers 2 2 1 1 0|Coaches and managers Now 2 In the copy 2 Lost 1/);
    expect(readFileSync(live)).toEqual(before);
    expect(await orders()).toEqual([]);
  });

  test("every table is compared, or listed as having no content of its own", async () => {
    const { COMPARED, NOT_COMPARED } = await import("#app/db/club-copies.server.ts");
    const { tablesOfFile } = await import("#app/db/whole-tables.server.ts");
    const { openMemory, kyselyOver } = await import("#app/db/file-engine.server.ts");
    const { migrate } = await import("#app/db/migrate.server.ts");
    const { migrations } = await import("#migrations/club/index.ts");
    const db = kyselyOver<ClubSchema>(openMemory());
    await migrate(db, migrations);
    const tables = (await tablesOfFile(db)).map(({ name }) => name);
    const named = [...Object.keys(COMPARED), ...NOT_COMPARED];
    expect(named.toSorted()).toEqual([...tables, "change_stamp"].toSorted());
    await db.destroy();
  });

  test("an older copy of a club lists the seasons, programs and settings that would be lost", async () => {
    const { createSeason } = await import("#app/domain/club/seasons/seasons.server.ts");
    const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
    await aBackup("10-20");
    const [copy = ""] = await copiesOn();
    await platform.clubs.use("lakeside", async (db) => {
      await changeClub({ control, db, club: lakeside }, (tx) => createSeason(tx, SEASON));
      await db.updateTable("club").set({ agreement_days: 45 }).execute();
    });
    const page = (await get(`${list}/${copy}`)).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
    expect(page).toContain("Lost: ");
    expect(page).toMatch(/Seasons: 1/);
    expect(page).toMatch(/Settings (Now )?1 (In the copy )?1 (Lost )?0 (Back again )?0 (As before )?1/);
    rmSync(join(backups, "10-20"), { recursive: true });
  });

  test("an older copy replaces the club once the code is typed, with its former access, and can be swapped back", async () => {
    expect((await order(early, { clubCode: "RIVERSIDE" })).status).toBe(422);
    expect((await order(early, { reason: "" })).status).toBe(422);
    expect((await order(early, { password: "Sideline-Other-1" })).status).toBe(422);
    expect(await orders()).toEqual([]);
    expect((await order(early)).status).toBe(303);
    expect((await order(early)).status).toBe(422);
    expect(await get(list)).toContain("On its way");
    await runDueJobs(platform);
    expect(await teams()).toEqual(["Hawks", "Otters"]);
    expect(await members()).toContain(dana.id);
    expect(await members()).not.toContain(late);
    expect(await get(list)).toContain("In place");
    const mails = await control
      .selectFrom("mails")
      .select("to_address")
      .where("tag", "=", "club-brought-back")
      .execute();
    expect(mails).toHaveLength(1);
    const rows = await control
      .selectFrom("audit")
      .select(["actor_kind", "club_code", "detail"])
      .where("kind", "=", "club.restore-ordered")
      .execute();
    expect(rows).toEqual([
      {
        actor_kind: "staff",
        club_code: "lakeside",
        detail: expect.stringMatching(/"reason":"asked-by-club","taken":"\d{4}-\d\d-\d\d \d\d:\d\d UTC"/),
      },
    ]);
    const activity = (await get("/club/settings?tab=activity", ada.cookie)).replaceAll(/<[^>]+>/g, " ");
    expect(activity).toContain("Had an older copy of the club&#x27;s file put in place");

    const aside = (await copiesOn()).find((id) => id !== early) ?? "";
    expect((await order(aside)).status).toBe(303);
    await runDueJobs(platform);
    expect(await teams()).toEqual(["Hawks", "Late Team", "Otters"]);
    expect(await members()).toContain(late);
    expect(await members()).not.toContain(dana.id);
    expect((await world.ask("/dashboard", { cookie: ada.cookie })).status).toBe(200);
    expect((await world.ask("/dashboard", { cookie: mia.cookie })).status).toBe(200);
  }, 60_000);

  test("an older copy has everybody erased again whom the club has erased since, even if that was not recorded", async () => {
    const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
    const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
    const parent = { name: "Zoe Quill", email: "zoe@quill.example" };
    const { agreementId } = await parentLink(world, lakeside, { ...parent, children: [] });
    await aBackup("10-30");
    const [copy = ""] = await copiesOn();
    await platform.clubs.use("lakeside", (db) =>
      changeClub({ control, db, club: lakeside }, (tx) =>
        erasePerson(tx, agreementId, { by: "", at: new Date().toISOString() }),
      ),
    );
    const noted = () => control.selectFrom("erased_persons").select("agreement_id").execute();
    expect(await noted()).toEqual([{ agreement_id: agreementId }]);
    // As in a release that did not record it.
    await control.deleteFrom("erased_persons").execute();
    expect(await get(`${list}/${copy}`)).toContain("1 parent in the copy asked to be erased since");
    expect((await order(copy)).status).toBe(303);
    await runDueJobs(platform);
    expect(await get(list)).toContain("In place");
    const known = await platform.clubs.use("lakeside", (db) =>
      db.selectFrom("contacts").select("name").where("email", "=", parent.email).execute(),
    );
    expect(known).toEqual([]);
    expect(await noted()).toEqual([{ agreement_id: agreementId }]);
    const live_ = readFileSync(live).toString("latin1");
    expect(live_).not.toContain(parent.email);
  }, 60_000);

  test("an older copy has the merges of accounts since then repeated in it", async () => {
    const { orderMerge } = await import("#app/domain/control/account-merge/merges.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const twin = await world.person("Theo Twin", lakeside, [{ team: otters, role: "coach" }]);
    const kept = await world.person("Theodore Twin", riverside, []);
    await aBackup("10-40");
    const [copy = ""] = await copiesOn();
    const merged = await inTransaction(control, (tx) =>
      orderMerge(
        tx,
        { keptId: kept, otherId: twin },
        { adminId: "robin", firstName: "Robin", reason: "asked-by-email", why: "Called back" },
      ),
    );
    expect(merged.ok).toBe(true);
    await runDueJobs(platform);
    expect(await members()).toContain(kept);
    expect((await order(copy)).status).toBe(303);
    await runDueJobs(platform);
    const coaches = await platform.clubs.use("lakeside", (db) =>
      db.selectFrom("staff").select("account_id").where("account_id", "in", [kept, twin]).execute(),
    );
    expect(coaches).toEqual([{ account_id: kept }]);
    expect(await members()).toContain(kept);
    expect(await members()).not.toContain(twin);
  }, 60_000);

  test("a damaged copy is not restored: the page gives the reason, and nothing is replaced", async () => {
    await aBackup("11-00");
    const [newest = ""] = await copiesOn();
    await order(newest);
    const [{ path = "" } = {}] = (await orders()).filter(({ state }) => state === "ordered");
    const bytes = readFileSync(path);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const before = await teams();
    await runDueJobs(platform);
    expect((await orders()).at(-1)).toMatchObject({ state: "failed" });
    expect((await orders()).at(-1)?.problem).toContain("damaged");
    expect(await get(list)).toContain("Not done");
    expect(await teams()).toEqual(before);
    rmSync(join(backups, "11-00"), { recursive: true });
  }, 60_000);

  test("a swap is finished after a kill between the renames, and a finished one is not repeated", async () => {
    await order(early);
    const placed = (await orders()).find(({ state }) => state === "ordered");
    if (!placed) throw new Error("nothing was ordered");
    await platform.clubs.close();
    for (const part of ["", "-wal", "-shm"])
      if (existsSync(live + part)) renameSync(live + part, placed.aside + part);
    await runSwap(platform, placed.id);
    expect(await teams()).toEqual(["Hawks", "Otters"]);
    expect(existsSync(placed.aside)).toBe(true);

    // Killed after the swap, before it was recorded: the club's later writes stay.
    await control
      .updateTable("club_restores")
      .set({ state: "ordered" })
      .where("id", "=", placed.id)
      .execute();
    await world.team(lakeside, "After the Swap");
    await runSwap(platform, placed.id);
    expect(await teams()).toEqual(["After the Swap", "Hawks", "Otters"]);
    expect((await orders()).find(({ id }) => id === placed.id)?.state).toBe("done");
  }, 60_000);

  test("an older copy is not restored a quarter of an hour late", async () => {
    await order(early);
    await control
      .updateTable("club_restores")
      .set({ ordered_at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .where("state", "=", "ordered")
      .execute();
    const before = await teams();
    await runDueJobs(platform);
    expect(await teams()).toEqual(before);
    expect((await orders())[0]?.problem).toContain("15 minutes");
  });

  test("a copy of another club is unknown, and moderators see none", async () => {
    expect(
      (await world.ask(`/admin/clubs/${riverside.code}/copies/${early}`, { cookie: admin })).status,
    ).toBe(404);
    expect((await world.ask(`${list}/..%2f..%2fcontrol`, { cookie: admin })).status).toBe(404);
    const cookie = await world.signInStaff("moderator");
    expect((await world.ask(list, { cookie })).status).toBe(403);
  });
});
