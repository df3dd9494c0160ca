import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, riverside } = await openLakeside();
const { control } = world;
const { updateStaffNotifications } = await import("#app/journeys/staff-notifications/update.server.ts");
const { staffOf } = await import("#tests/support/staff.ts");
const { countNotifications, listNotifications, markNotifications, deleteOldNotifications } = await import(
  "#app/domain/control/staff-notifications/notifications.server.ts"
);
const { defaultStaffPreferences, saveStaffPreferences, staffPreferencesVersion } = await import(
  "#app/domain/control/staff-notifications/preferences.server.ts"
);
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { env } = await import("#app/config/env.server.ts");
afterAll(() => world.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const well = { freeBytes: 100 * 1024 ** 3, newestBackup: null, copy: null };
const look = (at = new Date()) => updateStaffNotifications(control, { at, machine: well });
const ago = (ms: number) => new Date(Date.now() - ms * 1).toISOString();
const all = () => control.selectFrom("staff_notifications").selectAll().orderBy("created_at").execute();
const cast = staffOf(world);
const { id: robin } = await cast.staff("super_admin");
const list = (filter: object = {}, reader = robin) =>
  listNotifications(control, reader, {
    tab: "all",
    search: "",
    status: null,
    type: null,
    priority: null,
    page: 1,
    ...filter,
  });

let number = 0;
const failedMail = async (clubCode: string | null, tag = "agreement-request", created = ago(HOUR)) => {
  number += 1;
  await control
    .insertInto("mails")
    .values({
      ...{ id: `failed-${number}`, key: `failed-${number}`, club_code: clubCode, stream: "outbound", tag },
      ...{
        to_address: "pat@parents.example",
        reply_to: null,
        from_name: "",
        subject: "",
        html: "",
        text: "",
      },
      ...{ variables: "sealed", status: "failed", provider_id: null, last_error: "cannot be rendered" },
      ...{ created_at: created, attempted_at: null, sent_at: null, delivery: null },
    })
    .execute();
};
const deadJob = async (id: string, finished = ago(HOUR)) =>
  control
    .insertInto("jobs")
    .values({
      ...{ id, kind: "mail.send", key: null, payload: "{}", status: "dead", attempts: 12 },
      ...{ run_at: finished, locked_until: null, last_error: "pat@parents.example", created_at: finished },
      ...{ finished_at: finished, bulk: 0 },
    })
    .execute();
const verification = (status: "in_review" | "approved", values: object = {}) =>
  control
    .insertInto("verifications")
    .values({
      ...{ id: `v-${status}`, number: 41, club_code: lakeside.code, status, actual_players: null },
      ...{ notes: "Kit Parent’s list", created_at: ago(3 * HOUR), submitted_at: ago(2 * HOUR), version: 1 },
      ...{ reviewed_by: null, reviewed_at: status === "approved" ? ago(HOUR) : null },
      ...values,
    })
    .execute();
const due = (at: string, code = lakeside.code) =>
  control.updateTable("clubs").set({ verification_due_at: at }).where("code", "=", code).execute();

beforeEach(async () => {
  for (const table of ["staff_notifications", "staff_notification_preferences", "verifications"] as const)
    await control.deleteFrom(table).execute();
  await control.deleteFrom("mails").execute();
  await control.deleteFrom("jobs").execute();
  await control.deleteFrom("email_words").execute();
  for (const { code } of [lakeside, riverside]) await due(ago(-20 * DAY), code);
});

// product/platform-staff.md#notification-center
describe("the staff are notified", () => {
  test("the staff are notified of documents, a deadline that nears, one that was missed, and what was approved", async () => {
    await verification("in_review");
    await due(ago(-2 * DAY), riverside.code);
    await look();
    expect(await all()).toMatchObject([
      { type: "verification_submitted", title: "Documents sent: Lakeside FC", action: 1, priority: "medium" },
      {
        type: "verification_due",
        title: "Verification due: Riverside SC",
        action: 0,
        recipient_type: "club",
      },
    ]);
    await due(ago(HOUR), riverside.code);
    await control
      .updateTable("verifications")
      .set({ status: "approved", reviewed_at: ago(0) })
      .execute();
    await look();
    const open = (await all()).filter(({ closed_at }) => closed_at === null);
    expect(open.map(({ title }) => title).sort()).toEqual([
      "Deadline missed: Riverside SC",
      "Verified: Lakeside FC",
    ]);
    expect(open.find(({ kind }) => kind === "overdue")).toMatchObject({ priority: "high", action: 1 });
  });

  test("the staff are notified of failed emails by template, club and day, with how many, and of jobs that were given up", async () => {
    await failedMail(lakeside.code);
    await failedMail(lakeside.code);
    await failedMail(null, "platform-invitation");
    await deadJob("dead-1");
    await look();
    const found = await all();
    expect(found.map(({ type }) => type).sort()).toEqual(["email_failed", "email_failed", "system_alert"]);
    expect(found.find(({ club_code }) => club_code === lakeside.code)).toMatchObject({
      n: 2,
      title: "Email failed: Agreement request",
      recipient: "Parents: Lakeside FC",
      recipient_type: "parents",
    });
    await failedMail(lakeside.code);
    await look();
    expect((await all()).find(({ club_code }) => club_code === lakeside.code)?.message).toMatch(/^3 emails/);
    expect(await all()).toHaveLength(3);
  });

  test("the staff are notified of a full disk, late backups and edited words that cannot be used", async () => {
    await control
      .insertInto("email_words")
      .values({
        ...{ id: "w1", template: "welcome", variant: "only", number: 1, state: "active", words: "{}" },
        ...{ saved_by: robin, saved_at: ago(DAY), trouble: "Kit Parent’s words", trouble_at: ago(HOUR) },
      })
      .execute();
    await updateStaffNotifications(control, {
      machine: {
        freeBytes: 1_000,
        newestBackup: ago(3 * DAY),
        copy: { lateSince: ago(DAY), failed: 2 },
      },
    });
    expect((await all()).map(({ kind }) => kind).sort()).toEqual([
      "backup",
      "copy",
      "copy-files",
      "disk",
      "words",
    ]);
    await look();
    expect((await all()).filter(({ closed_at }) => closed_at === null).map(({ kind }) => kind)).toEqual([
      "words",
    ]);
  });

  // product/emails.md#undelivered-mail
  test.each([
    ["bounced", 1_000, 49, 0],
    ["bounced", 20, 9, 0],
    ["bounced", 1_000, 50, 1],
    ["complained", 100, 1, 0],
    ["complained", 5_000, 4, 0],
    ["complained", 2_000, 2, 1],
  ] as const)(
    "the staff are notified of emails that came back above a share: %s, %i sent, %i back",
    async (outcome, sent, back, alerts) => {
      const day = ago(DAY).slice(0, 10);
      const of = { day, template: "agreement-request" };
      await control.deleteFrom("mail_counts").execute();
      await control
        .insertInto("mail_counts")
        .values([
          { ...of, outcome: "sent", mails: sent },
          { ...of, outcome, mails: back },
        ])
        .execute();
      await look();
      await look();
      const found = (await all()).filter(({ kind }) => kind === "bounces" || kind === "complaints");
      expect(found).toHaveLength(alerts);
      if (alerts) expect(found[0]?.message).toMatch(/^\d+ of [\d,]+ emails in 7 days /);
      await control.deleteFrom("mail_counts").execute();
    },
  );

  test("the staff are notified of no address and no words of people", async () => {
    await verification("in_review");
    await failedMail(lakeside.code);
    await deadJob("dead-2");
    await look();
    expect(JSON.stringify(await all())).not.toMatch(/@|Kit Parent/);
  });

  test("once, however often and by however many processes it is looked at", async () => {
    await failedMail(lakeside.code);
    await deadJob("dead-3");
    await verification("approved");
    const other = await openPlatform({ ...env(), mode: "test", migrateOnOpen: false });
    await Promise.all(
      [control, other.control, control, other.control].map((db) =>
        updateStaffNotifications(db, { machine: well }),
      ),
    );
    await other.close();
    expect(await all()).toHaveLength(3);
    const mails = await control
      .selectFrom("mails")
      .select("key")
      .where("tag", "=", "staff-notifications")
      .execute();
    expect(mails).toHaveLength(1);
  });

  test("the staff are notified of what ended and comes back as of something new, and what only happened never again", async () => {
    await deadJob("dead-4");
    await verification("approved");
    await look();
    await control.deleteFrom("jobs").where("id", "=", "dead-4").execute();
    await look();
    expect((await list({ status: "solved" })).map(({ kind }) => kind)).toEqual(["job"]);
    await deadJob("dead-5");
    await look();
    expect((await all()).map(({ kind }) => kind).sort()).toEqual(["decided", "job", "job"]);
  });
});

describe("each person's list", () => {
  test("each person's list is marked as read and deleted for that person alone, and nothing comes back", async () => {
    const { id: sam } = await cast.staff("super_admin");
    await deadJob("dead-6");
    await failedMail(lakeside.code);
    await look();
    const [first] = await list();
    if (!first) throw new Error("no notification");
    expect(await markNotifications(control, robin, { change: "read", ids: [first.id, "unknown"] })).toBe(1);
    expect(await markNotifications(control, robin, { change: "read", ids: [first.id] })).toBe(0);
    expect((await list({ status: "read" })).map(({ id }) => id)).toEqual([first.id]);
    expect(await list({ status: "read" }, sam)).toEqual([]);
    await markNotifications(control, robin, { change: "delete", ids: [first.id] });
    await look();
    expect(await list()).toHaveLength(1);
    expect(await list({}, sam)).toHaveLength(2);
    expect(await markNotifications(control, robin, { change: "read", ids: "all" })).toBe(1);
    expect(await countNotifications(control, robin)).toMatchObject({ all: 1, unread: 0 });
  });

  test("each person's list is found by tab, type, priority and words, whose signs mean nothing", async () => {
    await deadJob("dead-7");
    await failedMail(lakeside.code);
    await verification("in_review");
    await look();
    expect(await countNotifications(control, robin)).toMatchObject({
      all: 3,
      urgent: 0,
      action: 3,
      failed: 1,
    });
    const titles = async (filter: object) => (await list(filter)).map(({ title }) => title);
    expect(await titles({ tab: "failed" })).toEqual(["Email failed: Agreement request"]);
    expect(await titles({ type: "verification_submitted" })).toEqual(["Documents sent: Lakeside FC"]);
    expect(await titles({ priority: "high" })).toEqual(["Work given up: mail: send"]);
    expect(await titles({ search: "LAKESIDE documents" })).toEqual(["Documents sent: Lakeside FC"]);
    expect(await titles({ search: "100%" })).toEqual([]);
  });

  test("each person's list loses what has been over for 90 days, and keeps what stands", async () => {
    await deadJob("dead-8", ago(100 * DAY));
    await verification("approved");
    await look();
    await control
      .updateTable("staff_notifications")
      .set({ created_at: ago(91 * DAY) })
      .execute();
    await deleteOldNotifications(control);
    expect((await all()).map(({ kind }) => kind)).toEqual(["job"]);
    await control
      .updateTable("staff_notifications")
      .set({ closed_at: ago(91 * DAY) })
      .execute();
    await deleteOldNotifications(control);
    expect(await all()).toEqual([]);
  });
});

describe("mail to the staff", () => {
  const mails = () =>
    control
      .selectFrom("mails")
      .select(["key", "to_address"])
      .where("tag", "=", "staff-notifications")
      .where("key", "like", `%:${robin}:%`)
      .execute();
  const choose = (choice: "now" | "daily" | "off", quietHours: "none" | "night" = "none") =>
    saveStaffPreferences(
      control,
      robin,
      {
        ...defaultStaffPreferences,
        mailings: { ...defaultStaffPreferences.mailings, system_alert: choice },
        quietHours,
      },
      staffPreferencesVersion(defaultStaffPreferences),
    );

  test("mail to the staff goes at once, or not, as each chose", async () => {
    await choose("off");
    await deadJob("dead-9");
    await look();
    expect(await mails()).toEqual([]);
    await control.deleteFrom("staff_notifications").execute();
    await control.deleteFrom("staff_notification_preferences").execute();
    await look();
    expect(await mails()).toHaveLength(1);
  });

  test("mail to the staff waits for the digest of 8 AM, and leaves out what is over", async () => {
    await choose("daily");
    await deadJob("dead-10");
    // 6 PM in New York; the digest comes at 13:00 UTC.
    const evening = new Date("2026-12-01T23:00:00Z");
    await look(evening);
    await look(new Date("2026-12-02T12:59:00Z"));
    expect(await mails()).toEqual([]);
    await look(new Date("2026-12-02T13:00:00Z"));
    expect(await mails()).toHaveLength(1);
    await failedMail(lakeside.code);
    await look(new Date("2026-12-02T14:00:00Z"));
    await control.deleteFrom("mails").where("status", "=", "failed").execute();
    // The digest itself was never sent here: its job is not what this is about.
    await control.deleteFrom("jobs").where("status", "=", "queued").execute();
    await look(new Date("2026-12-03T13:00:00Z"));
    expect(await mails()).toHaveLength(1);
  });

  test("mail to the staff waits for the end of quiet hours", async () => {
    await choose("now", "night");
    await deadJob("dead-11");
    // 10 PM in New York; the night ends at 7 AM.
    await look(new Date("2026-12-02T03:00:00Z"));
    await look(new Date("2026-12-02T11:59:00Z"));
    expect(await mails()).toEqual([]);
    await look(new Date("2026-12-02T12:00:00Z"));
    expect(await mails()).toHaveLength(1);
  });

  test("mail to the staff goes to nobody who left, or whose role has no Notification Center", async () => {
    await choose("daily");
    const { id: kim, email } = await cast.staff("super_admin");
    await failedMail(lakeside.code);
    const at = new Date();
    await look(at);
    await control.updateTable("platform_admins").set({ role: "admin" }).where("id", "=", kim).execute();
    await look(new Date(at.getTime() + 2 * DAY));
    const to = await control
      .selectFrom("mails")
      .select("to_address")
      .where("tag", "=", "staff-notifications")
      .execute();
    expect(to.map(({ to_address }) => to_address)).not.toContain(email);
  });
});
