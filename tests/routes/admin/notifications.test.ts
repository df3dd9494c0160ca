import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside } = await openLakeside();
const { control } = world;
const { updateStaffNotifications } = await import("#app/journeys/staff-notifications/update.server.ts");
afterAll(() => world.close());

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const look = () =>
  updateStaffNotifications(control, { machine: { freeBytes: 1024 ** 4, newestBackup: null, copy: null } });
const superAdmin = await world.signInStaff("super_admin");
const colleague = await world.signInStaff("super_admin");
const admin = await world.signInStaff("admin");
const moderator = await world.signInStaff("moderator");
const CENTER = "/admin/notifications";
const read = async (path: string, cookie = superAdmin) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const press = (path: string, form: Record<string, string>, cookie = superAdmin) =>
  world.ask(path, { cookie, form });
const idOf = async (kind: string) => {
  const row = await control
    .selectFrom("staff_notifications")
    .select("id")
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return row.id;
};

async function deadJob(id: string): Promise<void> {
  await control
    .insertInto("jobs")
    .values({
      ...{ id, kind: "mail.send", key: null, payload: "{}", status: "dead", attempts: 12 },
      ...{ run_at: ago(1), locked_until: null, last_error: "pat@parents.example", created_at: ago(2) },
      ...{ finished_at: ago(1), bulk: 0 },
    })
    .execute();
}
async function failedMail(id: string): Promise<void> {
  await control
    .insertInto("mails")
    .values({
      ...{ id, key: id, club_code: lakeside.code, stream: "outbound", tag: "agreement-request" },
      ...{
        to_address: "pat@parents.example",
        reply_to: null,
        from_name: "",
        subject: "",
        html: "",
        text: "",
      },
      ...{ variables: "sealed", status: "failed", provider_id: null, last_error: "cannot be rendered" },
      ...{ created_at: ago(1), attempted_at: null, sent_at: null, delivery: null },
    })
    .execute();
}

beforeEach(async () => {
  await control.deleteFrom("staff_notifications").execute();
  await control.deleteFrom("mails").execute();
  await control.deleteFrom("jobs").execute();
  await control.deleteFrom("maintenance").execute();
});

// product/platform-staff.md#notification-center
describe("the Notification Center", () => {
  test("the Notification Center opens for super admins, with a count in the menu, and is unknown to other roles", async () => {
    await deadJob("dead-1");
    await look();
    expect(await read(CENTER)).toContain("Notifications (1)");
    for (const cookie of [admin, moderator]) {
      for (const path of [
        CENTER,
        `${CENTER}/preferences`,
        `${CENTER}/${await idOf("job")}`,
        "/admin/maintenance",
      ])
        expect((await world.ask(path, { cookie })).status).toBe(403);
      expect((await press(CENTER, { do: "read-all" }, cookie)).status).toBe(403);
      const home = await read("/admin", cookie);
      expect(home).not.toContain(CENTER);
      expect(home).toContain('<a class="button button-secondary" href="/admin/verification">');
      expect(home.includes('href="/admin/email-templates">Email Templates')).toBe(cookie === admin);
    }
    expect(await read("/admin")).toContain(">Notification Center</a>");
  });

  test("the Notification Center lists in tabs with counts, filters by address, and shows no personal address", async () => {
    await deadJob("dead-2");
    await failedMail("failed-2");
    await look();
    const page = await read(CENTER);
    for (const tab of ["All (2)", "Urgent (0)", "Action Required (2)", "Failed (1)"])
      expect(page).toContain(tab);
    expect(page).not.toContain("pat@parents");
    const failed = await read(`${CENTER}?tab=failed`);
    expect(failed).toContain("Email failed: Agreement request");
    expect(failed).not.toContain("Work given up");
    expect(await read(`${CENTER}?q=lakeside&type=system_alert`)).toContain("No notification here");
    expect(await read(`${CENTER}?q=given&status=nonsense&page=nonsense`)).toContain(
      "Work given up: mail: send",
    );
  });

  test("the Notification Center marks the checked ones, or all, as read, and deletes them from one's own list alone", async () => {
    await deadJob("dead-3");
    await failedMail("failed-3");
    await look();
    const ids = await idOf("job");
    const marked = await press(`${CENTER}?tab=action`, { do: "read", ids });
    expect(marked.headers.get("Location")).toBe(`${CENTER}?tab=action`);
    expect(await read(CENTER)).toContain("Notifications (1)");
    expect(await read(`${CENTER}?status=read`)).toContain("Work given up");
    await press(CENTER, { do: "delete", ids });
    expect(await read(CENTER)).not.toContain("Work given up");
    expect(await read(CENTER, colleague)).toContain("Work given up");
    expect((await world.ask(`${CENTER}/${ids}`, { cookie: superAdmin })).status).toBe(404);
    await press(CENTER, { do: "read-all" });
    expect(await read(CENTER)).not.toMatch(/Notifications \(\d/);
    expect((await press(CENTER, { do: "read" })).status).toBe(303);
    expect((await press(CENTER, { do: "nonsense" })).status).toBe(422);
  });

  test("the Notification Center links the place to act, and the resending of unsent emails", async () => {
    await deadJob("dead-4");
    await failedMail("failed-4");
    await look();
    const job = `${CENTER}/${await idOf("job")}`;
    const page = await read(job);
    expect(page).toContain("Take Action");
    expect(page).not.toContain("Retry Send");
    const acted = await press(job, { do: "act" });
    expect(acted.headers.get("Location")).toBe("/admin/jobs");
    expect(await read(job)).not.toContain("Mark as Read");
    const mail = `${CENTER}/${await idOf("failed")}`;
    const shown = await read(mail);
    expect(shown).toContain("View Error");
    expect(shown).toContain(
      `href="/admin/mails/resend?template=agreement-request&amp;club=${lakeside.code}">Retry Send`,
    );
    const error = await press(mail, { do: "act" });
    expect(error.headers.get("Location")).toBe(
      `/admin/mails?template=agreement-request&club=${lakeside.code}`,
    );
    expect((await world.ask(`${CENTER}/unknown`, { cookie: superAdmin })).status).toBe(404);
  });

  test("the Notification Center keeps each person's preferences, and refuses a form that was filled from older ones", async () => {
    const path = `${CENTER}/preferences`;
    const page = await read(path);
    const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? "";
    const form = {
      ...{ verification_due: "off", verification_submitted: "off", verification_approved: "off" },
      ...{
        system_alert: "daily",
        email_failed: "now",
        quietHours: "night",
        timezone: "America/Denver",
        version,
      },
    };
    expect((await press(path, form)).status).toBe(303);
    expect(await read(path)).toContain('<option value="America/Denver" selected="">');
    const stale = await press(path, { ...form, system_alert: "off" });
    expect(stale.status).toBe(422);
    expect(await stale.text()).toContain("In the daily digest");
    expect((await press(path, { ...form, quietHours: "always" })).status).toBe(422);
    expect(await read(path, colleague)).not.toContain('<option value="America/Denver" selected="">');
  });
});

// product/operations.md#system-maintenance
describe("System Maintenance", () => {
  const PATH = "/admin/maintenance";
  const day = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);
  const fields = {
    ...{ fromDate: day, fromTime: "10:00", toDate: day, toTime: "12:00", timezone: "America/Chicago" },
    words: "A faster <b>machine</b>",
  };
  const versionIn = async (path: string) =>
    /name="version" value="([^"]*)"/.exec(await read(path))?.[1] ?? "";

  test("maintenance is previewed with its number of emails, announced, changed and canceled, each time in the audit log", async () => {
    const planned = await press(PATH, fields);
    const notice = planned.headers.get("Location") ?? "";
    const preview = await read(notice);
    expect(preview).toContain("Nobody is told yet. 2 administrators of clubs will get the email.");
    expect(preview).toContain("A faster &lt;b&gt;machine&lt;/b&gt;");
    const version = await versionIn(notice);
    const announced = await press(notice, { do: "announce", version });
    expect(announced.headers.get("Location")).toBe(notice);
    expect(await read(notice)).toContain("Announced on");
    const edit = `${notice}/edit`;
    expect(await read(edit)).toContain("2 administrators of clubs will be mailed");
    const changed = await press(edit, { ...fields, toTime: "13:00", version: await versionIn(edit) });
    expect(changed.status).toBe(303);
    const stale = await press(edit, { ...fields, toTime: "14:00", version });
    expect(stale.status).toBe(422);
    const ask = `${notice}?ask=cancel`;
    expect(await read(ask)).toContain("Cancel the Maintenance?");
    const canceled = await press(notice, { do: "cancel", version: await versionIn(ask) });
    expect(canceled.headers.get("Location")).toBe(PATH);
    expect(await read(PATH)).toContain("Canceled");
    expect((await world.ask(edit, { cookie: superAdmin })).status).toBe(404);
    const audit = await control
      .selectFrom("audit")
      .select("kind")
      .where("kind", "like", "staff.maintenance-%")
      .orderBy("seq")
      .execute();
    expect(audit.map(({ kind }) => kind)).toEqual([
      "staff.maintenance-announced",
      "staff.maintenance-changed",
      "staff.maintenance-cancelled",
    ]);
  });

  test("maintenance is refused at its fields", async () => {
    const refused = await press(PATH, { ...fields, toTime: "09:00" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("It has to end after it begins");
    const wrong = await press(PATH, { ...fields, fromDate: "soon", toTime: "late", timezone: "Mars" });
    const text = await wrong.text();
    expect(text).toContain("Enter a real date");
    expect(text).toContain("Enter a time such as 10:00 PM");
  });
});
