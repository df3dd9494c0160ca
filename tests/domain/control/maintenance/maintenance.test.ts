import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, riverside, ada } = await openLakeside();
const { control, platform } = world;
const {
  announceMaintenance,
  cancelMaintenance,
  changeMaintenance,
  countMaintenanceReaders,
  findMaintenance,
  maintenanceState,
  maintenanceVersion,
  planMaintenance,
  queueMaintenanceMails,
} = await import("#app/domain/control/maintenance/maintenance.server.ts");
const { maintenanceBanner, forgetBanner } = await import("#app/domain/control/maintenance/banner.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { localAt } = await import("#app/domain/values/times.ts");
const { changeStop } = await import("#app/domain/control/notifications/stop-links.server.ts");
afterAll(() => world.close());

const HOUR = 3_600_000;
const ZONE = "America/New_York";
/** Returns the fields of a maintenance that begins in this many hours and takes two. */
function fields(hours: number, more: object = {}) {
  const [from, to] = [hours, hours + 2].map((one) =>
    localAt(new Date(Date.now() + one * HOUR).toISOString(), ZONE),
  );
  return {
    ...{
      fromDate: from?.date ?? "",
      fromTime: from?.time ?? "",
      toDate: to?.date ?? "",
      toTime: to?.time ?? "",
    },
    ...{ timezone: ZONE, words: "A faster machine", ...more },
  };
}
const by = "robin";
async function planned(hours = 24) {
  const made = await planMaintenance(control, fields(hours), by);
  if (!made.ok) throw new Error(made.problem);
  return made.id;
}
async function versionOf(id: string) {
  const row = await findMaintenance(control, id);
  if (!row) throw new Error("gone");
  return maintenanceVersion(row);
}
/** Queues the mails without sending them. */
const queueMails = () =>
  runDueJobs(platform, {
    "maintenance.mails": jobHandlers["maintenance.mails"] as never,
    "mail.batch": async () => null,
  });
const mails = () =>
  control
    .selectFrom("mails")
    .select(["key", "to_address", "club_code", "stream"])
    .where("tag", "=", "system-maintenance")
    .orderBy("key")
    .execute();

beforeEach(async () => {
  await control.deleteFrom("maintenance").execute();
  await control.deleteFrom("mails").execute();
  await control.deleteFrom("jobs").execute();
  await control.deleteFrom("notification_preferences").execute();
  forgetBanner(control);
});

// product/operations.md#system-maintenance
describe("a plan of maintenance", () => {
  test("a plan of maintenance is refused where it ends before it begins, takes days, or is over", async () => {
    const problem = async (given: ReturnType<typeof fields>) => {
      const made = await planMaintenance(control, given, by);
      return made.ok ? null : made.problem;
    };
    const { toDate, toTime, ...from } = fields(24);
    expect(await problem({ ...from, toDate: from.fromDate, toTime: from.fromTime })).toBe("backwards");
    expect(
      await problem({
        ...from,
        toDate: localAt(new Date(Date.now() + 90 * HOUR).toISOString(), ZONE).date,
        toTime,
      }),
    ).toBe("too-long");
    expect(await problem(fields(-5))).toBe("past");
    expect(toDate).not.toBe("");
  });

  test("a plan of maintenance tells nobody before it is announced", async () => {
    const id = await planned();
    await queueMails();
    expect(await mails()).toEqual([]);
    expect(await maintenanceBanner(control)).toBeNull();
    await cancelMaintenance(control, id, { version: await versionOf(id), by });
    expect(await findMaintenance(control, id)).toBeUndefined();
  });

  test("a plan of maintenance mails each administrator of a club once, also when its job runs again", async () => {
    expect(await countMaintenanceReaders(control)).toBe(2);
    const id = await planned();
    await announceMaintenance(control, id, { version: await versionOf(id), by });
    await queueMails();
    const once = await mails();
    expect(once.map(({ club_code }) => club_code).sort()).toEqual([lakeside.code, riverside.code].sort());
    expect(once[0]).toMatchObject({ stream: "broadcast" });
    const page = { maintenanceId: id, revision: 1, after: "" };
    await Promise.all([queueMaintenanceMails(control, page), queueMaintenanceMails(control, page)]);
    expect(await mails()).toEqual(once);
  });

  test("a plan of maintenance leaves out who has switched it off", async () => {
    await changeStop(
      control,
      { accountId: ada.id, clubCode: lakeside.code, kind: "system-maintenance" },
      "stop-kind",
    );
    expect(await countMaintenanceReaders(control)).toBe(1);
    const id = await planned();
    await announceMaintenance(control, id, { version: await versionOf(id), by });
    await queueMails();
    expect((await mails()).map(({ club_code }) => club_code)).toEqual([riverside.code]);
  });

  test("a plan of maintenance is corrected by email when its time changes or it is canceled, and not when nothing changes", async () => {
    const id = await planned();
    await announceMaintenance(control, id, { version: await versionOf(id), by });
    await queueMails();
    const same = await findMaintenance(control, id);
    if (!same) throw new Error("gone");
    const { fieldsOfMaintenance } = await import("#app/domain/control/maintenance/maintenance.server.ts");
    // Its seconds are not in the form: saved once, it is on the minute.
    await changeMaintenance(control, id, fieldsOfMaintenance(same), {
      version: maintenanceVersion(same),
      by,
    });
    await queueMails();
    const before = (await mails()).length;
    const row = await findMaintenance(control, id);
    if (!row) throw new Error("gone");
    expect(
      await changeMaintenance(control, id, fieldsOfMaintenance(row), {
        version: maintenanceVersion(row),
        by,
      }),
    ).toEqual({ ok: true, mailed: false });
    expect(
      await changeMaintenance(control, id, fields(48), { version: maintenanceVersion(row), by }),
    ).toEqual({ ok: true, mailed: true });
    expect(
      await changeMaintenance(control, id, fields(50), { version: maintenanceVersion(row), by }),
    ).toMatchObject({ ok: false, problem: "stale" });
    await queueMails();
    expect(await mails()).toHaveLength(before + 2);
    await cancelMaintenance(control, id, { version: await versionOf(id), by });
    await queueMails();
    expect(await mails()).toHaveLength(before + 4);
    expect(await cancelMaintenance(control, id, { version: await versionOf(id), by })).toMatchObject({
      problem: "over",
    });
    expect(await maintenanceBanner(control)).toBeNull();
  });

  test("a plan of maintenance mails nothing of what was overtaken before it went out", async () => {
    const id = await planned();
    await announceMaintenance(control, id, { version: await versionOf(id), by });
    await changeMaintenance(control, id, fields(48), { version: await versionOf(id), by });
    await queueMails();
    expect((await mails()).every(({ key }) => key.startsWith(`maintenance:${id}:2:`))).toBe(true);
    expect(await mails()).toHaveLength(2);
  });
});

describe("the banner", () => {
  test("the banner stands from three days before to the end, by the clock, and is read seldom", async () => {
    const id = await planned(1);
    await announceMaintenance(control, id, { version: await versionOf(id), by });
    expect(await maintenanceBanner(control)).toMatchObject({ words: "A faster machine" });
    // Another process took it back: this one believes what it read for some seconds.
    await control.updateTable("maintenance").set({ cancelled_at: new Date().toISOString() }).execute();
    expect(await maintenanceBanner(control)).not.toBeNull();
    forgetBanner(control);
    expect(await maintenanceBanner(control)).toBeNull();
    const far = await planned(100);
    await announceMaintenance(control, far, { version: await versionOf(far), by });
    expect(await maintenanceBanner(control)).toBeNull();
    const row = await findMaintenance(control, far);
    expect(row && maintenanceState(row, new Date())).toBe("planned");
  });

  test("the banner is on the pages of those who are signed in or sign in, and on no other", async () => {
    const id = await planned(1);
    await announceMaintenance(control, id, { version: await versionOf(id), by });
    const shows = async (path: string, cookie?: string) =>
      (await (await world.ask(path, { cookie })).text()).includes("System Maintenance</strong>");
    expect(await shows("/dashboard", ada.cookie)).toBe(true);
    expect(await shows("/club/login")).toBe(true);
    expect(await shows("/admin/login")).toBe(true);
    expect(await shows("/admin", await world.signInStaff("moderator"))).toBe(true);
    expect(await shows("/faq")).toBe(false);
  });
});
